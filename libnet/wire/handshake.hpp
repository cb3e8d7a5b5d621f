// Mutual proof of the secret of the virtual machine, before anything else is sent on a connection. Bytes in, bytes out,
// no I/O.
//
//   initiator -> responder   hello  (56 bytes)
//   responder -> initiator   hello  (56 bytes), proof (32 bytes)
//   initiator -> responder   proof  (32 bytes)
//
// A proof is HMAC-SHA256(secret, label of the sender's role | initiator's hello | responder's hello). The hellos
// contain version, role, purpose, ids, parameters and both nonces, so an attacker can change none of them. A proof that
// is sent back to its maker or copied from another connection is not accepted. docs/wire_format.md and handshake.cpp
// describe the fields.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "banyan/net/error.hpp"
#include "banyan/net/ids.hpp"
#include "libnet/base/secret.hpp"

namespace banyan::net {

enum class handshake_role : std::uint8_t { initiator = 1, responder = 2 };

/// What the connection is for. Both sides must have the same purpose. An encrypted connection continues with TLS after
/// the proofs. Control connections over TCP are always encrypted. A responder that expects `data` lets the initiator
/// choose the protection of the data.
enum class handshake_purpose : std::uint8_t {
    control = 1,
    data = 2,
    encrypted_data = 3,
    counted_data = 4  ///< plain; each frame header has an authentication code
};

/// A responder without room for another connection sends this instead of its hello and closes. It is the first bytes of
/// a hello with a role of its own. It is not authenticated, so it only explains a failure.
inline constexpr std::size_t no_room_notice_bytes = 8;
std::array<std::byte, no_room_notice_bytes> no_room_notice(handshake_purpose purpose);

/// One side of the exchange on one connection.
class handshake {
  public:
    static constexpr std::uint16_t protocol_version = 5;
    static constexpr std::size_t hello_bytes = 56;
    static constexpr std::size_t proof_bytes = 32;

    /// `expected_peer`: the task that must answer; task_id{} accepts any task that knows the secret.
    handshake(handshake_role role, const secret_key& secret, handshake_purpose purpose, task_id self,
              task_id expected_peer = {});
    ~handshake();
    handshake(const handshake&) = delete;
    handshake& operator=(const handshake&) = delete;

    /// Sets a number that this side sends to the other, covered by the proofs. Call it before the first output() or
    /// input().
    void set_parameter(std::uint64_t value);
    /// For a responder: called once, when the initiator's hello is complete and before a proof is computed. If it
    /// returns false, the peer is refused with resource_limit. Call it before the first output() or input().
    void ask_before_proof(std::function<bool()> may_prove) { may_prove_ = std::move(may_prove); }

    /// Bytes to send now; empty if there are none. Valid until the next call of a non-const member.
    [[nodiscard]] std::span<const std::byte> output();
    /// Reports that the first `n` bytes of output() have been sent.
    void consumed_output(std::size_t n);

    /// The number of bytes that this side must read next; 0 if it needs none (it is done, or its own output must be
    /// sent first). Never more than the peer sends in this exchange, so the bytes that follow stay in the socket.
    [[nodiscard]] std::size_t wanted_bytes() const;
    /// Takes 1 .. wanted_bytes() bytes. Throws authentication_failed, version_mismatch, protocol_violation, and
    /// resource_limit if the peer has no room. After an exception the connection must be closed. If output() is not
    /// empty then, it is a hello that tells the peer this side's version.
    void input(std::span<const std::byte> bytes);

    /// True if the peer has sent something that cannot be accepted.
    [[nodiscard]] bool refused() const { return step_ == step::failed; }
    /// True when the peer has proven that it knows the secret and all output is sent. Only then are peer() and
    /// peer_parameter() valid.
    [[nodiscard]] bool done() const { return step_ == step::proven && sent_ == output_.size() && started_; }
    [[nodiscard]] task_id peer() const { return peer_; }
    [[nodiscard]] task_id self() const { return self_; }
    [[nodiscard]] handshake_role role() const { return role_; }
    [[nodiscard]] handshake_purpose purpose() const { return purpose_; }
    /// A key of this connection that both sides can compute (HKDF over the secret and both hellos), for the protocol
    /// that follows.
    [[nodiscard]] secret_key connection_key() const;
    /// A key of this connection for the authentication codes of the frames that `sender` sends.
    [[nodiscard]] secret_key frame_key(handshake_role sender) const;
    [[nodiscard]] std::uint64_t peer_parameter() const { return peer_parameter_; }

  private:
    enum class step : std::uint8_t { prefix, hello, proof, proven, failed };
    using proof = std::array<std::byte, proof_bytes>;

    void start();
    void take_prefix();
    void take_hello();
    void take_proof();
    void send_proof();
    [[nodiscard]] proof make_proof(handshake_role maker) const;
    [[nodiscard]] std::array<std::byte, 2 * hello_bytes> both_hellos() const;
    void take_purpose(handshake_purpose asked);
    [[nodiscard]] bool initiates() const { return role_ == handshake_role::initiator; }
    [[noreturn]] void fail(errc code, const std::string& text);

    handshake_role role_;
    handshake_purpose purpose_;
    secret_key secret_;
    task_id self_;
    task_id expected_peer_;
    std::uint64_t parameter_ = 0;
    std::function<bool()> may_prove_;
    bool started_ = false;
    step step_ = step::prefix;

    std::array<std::byte, hello_bytes> own_hello_{};
    std::array<std::byte, hello_bytes> peer_hello_{};
    proof peer_proof_{};
    std::size_t received_ = 0;  // bytes of the message that the current step reads
    std::vector<std::byte> output_;
    std::size_t sent_ = 0;
    task_id peer_;
    std::uint64_t peer_parameter_ = 0;
};

}  // namespace banyan::net
