// Mutual proof of the secret of the virtual machine, before anything else is said on a connection. Bytes in, bytes out,
// no I/O.
//
//   initiator -> responder   hello  (56 bytes)
//   responder -> initiator   hello  (56 bytes), proof (32 bytes)
//   initiator -> responder   proof  (32 bytes)
//
// A proof is HMAC-SHA256(secret, label of its maker's role | initiator's hello | responder's hello). Version, role,
// purpose, ids, parameters and both nonces stand in the hellos, so nothing of them can be changed, and a proof sent
// back to its maker or taken from another connection is worthless. Fields: docs/wire_format.md and handshake.cpp.
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

/// What the connection is for; both sides must say the same. Where it is encrypted, TLS follows the proofs: of control
/// connections those over TCP. A responder that expects `data` leaves it to the initiator how the data are protected.
enum class handshake_purpose : std::uint8_t {
    control = 1,
    data = 2,
    encrypted_data = 3,
    counted_data = 4  ///< plain, each frame header with an authentication code
};

/// What a responder that has no room for one more connection sends instead of its hello, before it closes: the first
/// bytes of a hello with a role of its own. Unproven, so it is only a reason for a failure.
inline constexpr std::size_t no_room_notice_bytes = 8;
std::array<std::byte, no_room_notice_bytes> no_room_notice(handshake_purpose purpose);

/// One side of the exchange on one connection.
class handshake {
  public:
    static constexpr std::uint16_t protocol_version = 4;
    static constexpr std::size_t hello_bytes = 56;
    static constexpr std::size_t proof_bytes = 32;

    /// `expected_peer` is the task that must answer; task_id{} takes any that knows the secret.
    handshake(handshake_role role, const secret_key& secret, handshake_purpose purpose, task_id self,
              task_id expected_peer = {});
    ~handshake();
    handshake(const handshake&) = delete;
    handshake& operator=(const handshake&) = delete;

    /// A number that this side tells the other, proven with the rest. Call it before the first output() or input().
    void set_parameter(std::uint64_t value);
    /// Of a responder: asked once, when the initiator's hello is complete and before a proof is computed for it; false
    /// refuses the peer with resource_limit. Call it before the first output() or input().
    void ask_before_proof(std::function<bool()> may_prove) { may_prove_ = std::move(may_prove); }

    /// Bytes to send now; empty when there are none. Valid until the next call of a non-const member.
    [[nodiscard]] std::span<const std::byte> output();
    /// Tells that the first `n` bytes of output() are sent.
    void consumed_output(std::size_t n);

    /// How many bytes this side must read next, exactly: never more than the peer sends in this exchange, so that the
    /// bytes that follow stay in the socket. 0 when it needs none (done, or its own output must go first).
    [[nodiscard]] std::size_t wanted_bytes() const;
    /// Takes 1 .. wanted_bytes() bytes. Throws authentication_failed, version_mismatch, protocol_violation, and
    /// resource_limit for a peer that has no room; after that the connection must be closed. (What output() then still
    /// holds tells the peer this side's version.)
    void input(std::span<const std::byte> bytes);

    /// True when the peer has said something that cannot be accepted.
    [[nodiscard]] bool refused() const { return step_ == step::failed; }
    /// True when the peer has proven itself and all output is sent. Only then are peer() and peer_parameter() true.
    [[nodiscard]] bool done() const { return step_ == step::proven && sent_ == output_.size() && started_; }
    [[nodiscard]] task_id peer() const { return peer_; }
    [[nodiscard]] task_id self() const { return self_; }
    [[nodiscard]] handshake_role role() const { return role_; }
    [[nodiscard]] handshake_purpose purpose() const { return purpose_; }
    /// A key that both sides know, of this connection alone (HKDF over the secret and both hellos), for what follows.
    [[nodiscard]] secret_key connection_key() const;
    /// A key of this connection alone for the authentication codes of the frames that `sender` sends.
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
    std::size_t received_ = 0;  // of the message that the current step reads
    std::vector<std::byte> output_;
    std::size_t sent_ = 0;
    task_id peer_;
    std::uint64_t peer_parameter_ = 0;
};

}  // namespace banyan::net
