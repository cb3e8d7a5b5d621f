#include "libnet/wire/handshake.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include "libnet/wire/little_endian.hpp"

namespace banyan::net {
namespace {

// The hello, little-endian: offset of each field.
constexpr std::size_t magic_at = 0;       // 4 bytes "BNYN"
constexpr std::size_t version_at = 4;     // u16
constexpr std::size_t role_at = 6;        // u8
constexpr std::size_t purpose_at = 7;     // u8
constexpr std::size_t self_at = 8;        // u32, task id of the sender
constexpr std::size_t expected_at = 12;   // u32, task id that must answer, 0 = any
constexpr std::size_t parameter_at = 16;  // u64
constexpr std::size_t nonce_at = 24;      // 32 random bytes
constexpr std::size_t prefix_bytes = 8;   // magic .. purpose: the same in all versions
constexpr std::string_view magic = "BNYN";
constexpr std::uint8_t no_room_role = 3;
static_assert(no_room_notice_bytes == prefix_bytes);

using wire::get;
using wire::put;

template <std::size_t Size>
void put_prefix(std::array<std::byte, Size>& hello, std::uint8_t role, handshake_purpose purpose) {
    std::memcpy(hello.data() + magic_at, magic.data(), magic.size());
    put<std::uint16_t>(hello, version_at, handshake::protocol_version);
    put<std::uint8_t>(hello, role_at, role);
    put<std::uint8_t>(hello, purpose_at, static_cast<std::uint8_t>(purpose));
}

}  // namespace

std::array<std::byte, no_room_notice_bytes> no_room_notice(handshake_purpose purpose) {
    std::array<std::byte, no_room_notice_bytes> notice{};
    put_prefix(notice, no_room_role, purpose);
    return notice;
}

handshake::handshake(handshake_role role, const secret_key& secret, handshake_purpose purpose, task_id self,
                     task_id expected_peer)
    : role_(role), purpose_(purpose), secret_(secret), self_(self), expected_peer_(expected_peer) {}

handshake::~handshake() {
    wipe(secret_);
}

void handshake::set_parameter(std::uint64_t value) {
    parameter_ = value;
}

void handshake::start() {
    if (started_) return;
    started_ = true;
    put_prefix(own_hello_, static_cast<std::uint8_t>(role_), purpose_);
    put<std::uint32_t>(own_hello_, self_at, self_.value);
    put<std::uint32_t>(own_hello_, expected_at, expected_peer_.value);
    put<std::uint64_t>(own_hello_, parameter_at, parameter_);
    fill_random(std::span(own_hello_).subspan(nonce_at));
    if (initiates()) output_.assign(own_hello_.begin(), own_hello_.end());
}

std::span<const std::byte> handshake::output() {
    start();
    return std::span(output_).subspan(sent_);
}

void handshake::consumed_output(std::size_t n) {
    sent_ = std::min(sent_ + n, output_.size());
}

std::size_t handshake::wanted_bytes() const {
    if (initiates() && !started_) return 0;
    switch (step_) {
        case step::prefix:
            return prefix_bytes - received_;
        case step::hello:
            return hello_bytes - received_;
        case step::proof:
            return proof_bytes - received_;
        case step::proven:
        case step::failed:
            break;
    }
    return 0;
}

void handshake::input(std::span<const std::byte> bytes) {
    start();
    while (!bytes.empty()) {
        const std::size_t wanted = wanted_bytes();
        if (wanted == 0) fail(errc::protocol_violation, "handshake: bytes after the last message");
        const std::size_t n = std::min(wanted, bytes.size());
        auto* target = step_ == step::proof ? peer_proof_.data() : peer_hello_.data();
        std::copy_n(bytes.begin(), n, target + received_);
        received_ += n;
        bytes = bytes.subspan(n);
        if (n < wanted) return;
        if (step_ == step::prefix) {
            take_prefix();
        } else if (step_ == step::hello) {
            take_hello();
        } else {
            take_proof();
        }
    }
}

void handshake::take_prefix() {
    if (std::memcmp(peer_hello_.data() + magic_at, magic.data(), magic.size()) != 0)
        fail(errc::protocol_violation, "handshake: the peer does not speak Banyan's protocol");
    const auto version = get<std::uint16_t>(peer_hello_, version_at);
    if (version != protocol_version) {
        if (!initiates()) output_.assign(own_hello_.begin(), own_hello_.end());
        fail(errc::version_mismatch, "handshake: the peer speaks protocol version " + std::to_string(version) +
                                         ", this program version " + std::to_string(protocol_version));
    }
    const auto other = initiates() ? handshake_role::responder : handshake_role::initiator;
    if (initiates() && get<std::uint8_t>(peer_hello_, role_at) == no_room_role)
        fail(errc::resource_limit, "the peer has no file descriptor for one more connection (ulimit -n on its host)");
    if (get<std::uint8_t>(peer_hello_, role_at) != static_cast<std::uint8_t>(other))
        fail(errc::protocol_violation, "handshake: both sides have the same role");
    take_purpose(static_cast<handshake_purpose>(get<std::uint8_t>(peer_hello_, purpose_at)));
    step_ = step::hello;
}

void handshake::take_purpose(handshake_purpose asked) {
    const bool protects = asked == handshake_purpose::encrypted_data || asked == handshake_purpose::counted_data;
    if (!initiates() && purpose_ == handshake_purpose::data && protects) {
        purpose_ = asked;
        put<std::uint8_t>(own_hello_, purpose_at, static_cast<std::uint8_t>(purpose_));
    }
    if (asked != purpose_)
        fail(errc::protocol_violation, "handshake: the two sides ask for connections of different purposes");
}

void handshake::take_hello() {
    const task_id peer{get<std::uint32_t>(peer_hello_, self_at)};
    const task_id expected{get<std::uint32_t>(peer_hello_, expected_at)};
    if (expected != task_id{} && expected != self_)
        fail(errc::authentication_failed,
             fmt::format("handshake: the peer expects task {:x}, this is task {:x}", expected.value, self_.value));
    if (expected_peer_ != task_id{} && expected_peer_ != peer)
        fail(errc::authentication_failed,
             fmt::format("handshake: task {:x} answered for task {:x}", peer.value, expected_peer_.value));
    step_ = step::proof;
    received_ = 0;
    if (initiates()) return;
    if (may_prove_ && !may_prove_()) fail(errc::resource_limit, "handshake: too many connections wait for their proof");
    output_.assign(own_hello_.begin(), own_hello_.end());
    send_proof();
}

void handshake::take_proof() {
    const auto other = initiates() ? handshake_role::responder : handshake_role::initiator;
    if (!equal_constant_time(peer_proof_, make_proof(other)))
        fail(errc::authentication_failed, "handshake: the peer does not know the secret of this virtual machine");
    peer_ = task_id{get<std::uint32_t>(peer_hello_, self_at)};
    peer_parameter_ = get<std::uint64_t>(peer_hello_, parameter_at);
    step_ = step::proven;
    if (initiates()) send_proof();
}

void handshake::send_proof() {
    const proof mine = make_proof(role_);
    output_.insert(output_.end(), mine.begin(), mine.end());
}

handshake::proof handshake::make_proof(handshake_role maker) const {
    constexpr std::string_view initiator_label = "banyan initiator";
    constexpr std::string_view responder_label = "banyan responder";
    const auto label = maker == handshake_role::initiator ? initiator_label : responder_label;
    const auto hellos = both_hellos();
    std::vector<std::byte> text(label.size() + hellos.size());
    std::memcpy(text.data(), label.data(), label.size());
    std::memcpy(text.data() + label.size(), hellos.data(), hellos.size());
    return authentication_code(secret_, text);
}

// The initiator's hello comes first.
std::array<std::byte, 2 * handshake::hello_bytes> handshake::both_hellos() const {
    std::array<std::byte, 2 * hello_bytes> both;
    std::ranges::copy(initiates() ? own_hello_ : peer_hello_, both.begin());
    std::ranges::copy(initiates() ? peer_hello_ : own_hello_, both.begin() + hello_bytes);
    return both;
}

secret_key handshake::connection_key() const {
    return derive_key(secret_, both_hellos(), "banyan connection");
}

secret_key handshake::frame_key(handshake_role sender) const {
    return derive_key(
        secret_, both_hellos(),
        sender == handshake_role::initiator ? "banyan frames of initiator" : "banyan frames of responder");
}

void handshake::fail(errc code, const std::string& text) {
    step_ = step::failed;
    throw error(code, text);
}

}  // namespace banyan::net
