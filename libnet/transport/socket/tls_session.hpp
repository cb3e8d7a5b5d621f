// TLS 1.3 over one connected socket, between two sides that share a key (RFC 8446: external PSK with (EC)DHE).
#pragma once

#include <openssl/ssl.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "libnet/base/secret.hpp"
#include "libnet/transport/socket/link_protection.hpp"

namespace banyan::net::detail {

/// Encrypts the bytes that are written to a non-blocking socket and decrypts those that are read. One thread at a time.
/// No certificates: a peer that does not know the key is refused. A record holds the bytes of one write, 16 KiB at
/// most.
class tls_session final : public link_protection {
  public:
    enum class side : std::uint8_t { client, server };
    /// The number of records after which both sides change to the next key (RFC 8446, 5.5 allows 2^24.5).
    static constexpr std::uint64_t default_records_per_key = std::uint64_t{1} << 22;

    /// Borrows the socket's descriptor, which must stay the same and open for the life of the session. Both sides use
    /// the same key and identity. Throws errc::resource_limit.
    tls_session(int descriptor, side role, const secret_key& key, std::string identity,
                std::uint64_t records_per_key = default_records_per_key);
    ~tls_session() override;
    tls_session(const tls_session&) = delete;
    tls_session& operator=(const tls_session&) = delete;

    enum class step : std::uint8_t { done, wants_read, wants_write };
    /// Continues the handshake; never blocks. Throws authentication_failed or connect_failed.
    step continue_handshake();

    // --- after the handshake, as in link.hpp
    moved read(std::span<const iovec> regions) override;
    /// The last byte counts as written when all of its encrypted bytes have left. Until then the caller's regions begin
    /// with it.
    moved write(std::span<const iovec> regions) override;
    [[nodiscard]] bool holds_bytes() const override { return holds_bytes_; }
    [[nodiscard]] bool has_uncounted() const override { return uncounted_bytes_ > 0; }

  private:
    struct callbacks;
    static constexpr std::size_t record_bytes = 16384;
    static constexpr std::size_t records_per_call = 4;  // per system call

    bool fetch(moved& result);
    [[nodiscard]] bool needs_input() const;
    [[nodiscard]] moved read_failure();
    [[nodiscard]] moved more_later(const moved& result);
    [[nodiscard]] std::size_t records_at_once();
    bool send_unsent();
    [[nodiscard]] moved write_failure() const;
    bool encrypt(std::span<const std::byte> plain, bool more_follows);
    void next_key_if_due();
    [[noreturn]] void fail_handshake() const;

    const int descriptor_;
    secret_key key_;  // wiped after the handshake
    const std::string identity_;
    const std::uint64_t records_per_key_;
    std::unique_ptr<SSL, decltype(&SSL_free)> ssl_;
    std::array<std::byte, 4096> received_{};  // encrypted; large enough to read a short message with one call
    std::size_t received_from_ = 0;
    std::size_t received_to_ = 0;
    std::vector<std::byte> unsent_;    // encrypted
    std::size_t sent_ = 0;             // bytes of unsent_ that have left
    std::uint64_t records_ = 0;        // under the current key
    std::size_t uncounted_bytes_ = 0;  // bytes of the caller that are encrypted and do not count as written yet
    int read_error_ = 0;               // errno
    int write_error_ = 0;
    bool more_follows_ = false;  // another record of the same call
    bool at_end_ = false;        // the other side has closed the socket
    bool emptied_ = false;       // the socket had fewer bytes than were asked for
    bool holds_bytes_ = false;
    bool forged_ = false;  // stays true
};

}  // namespace banyan::net::detail
