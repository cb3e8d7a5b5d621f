// Any change to the handshake of two sides that share the secret. If a side accepts the proof, it has received exactly
// the bytes that the other side sent.
//
// Input: 1 byte for the purposes, then for each piece in transit 1 byte for its size and 1 byte for the change.
#include <string>

#include "libnet/wire/handshake.hpp"
#include "tests/fuzz/support/values.hpp"

using namespace banyan::net;
using namespace banyan::testing;

namespace {

/// One side, the bytes that it has sent, and the bytes that it has received.
struct side {
    handshake state;
    std::string said{};
    std::string heard{};
    bool refused = false;
};

std::string text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void demand_named(const error& refused) {
    const errc why = refused.which();
    demand(why == errc::authentication_failed || why == errc::version_mismatch || why == errc::protocol_violation ||
           why == errc::resource_limit);
}

// Carries one piece from `from` to `to`, with changes. Returns false if there is nothing to carry.
bool carry(side& from, side& to, std::string& on_the_way, values& of) {
    const auto out = from.state.output();
    from.said += text_of(out);
    on_the_way += text_of(out);
    from.state.consumed_output(out.size());
    if (to.refused || on_the_way.empty() || to.state.wanted_bytes() == 0) return false;
    std::string piece = on_the_way.substr(0, std::min<std::size_t>(to.state.wanted_bytes(), 1 + of.pick(256)));
    on_the_way.erase(0, piece.size());
    const unsigned how = of.pick(256);
    if (how % 16 == 15) piece[how % piece.size()] = static_cast<char>(of.pick(256));
    if (how % 16 == 14) on_the_way.insert(0, piece);  // repeats the piece
    to.heard += piece;
    try {
        to.state.input(std::as_bytes(std::span(piece)));
    } catch (const error& refused) {
        demand_named(refused);
        to.refused = true;
    }
    return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    input in(data, size);
    values of(in);
    constexpr handshake_purpose purposes[] = {handshake_purpose::control, handshake_purpose::data,
                                              handshake_purpose::encrypted_data, handshake_purpose::counted_data};
    const secret_key secret{};
    side a{{handshake_role::initiator, secret, purposes[of.pick(4)], task_id::make(1, 7)}};
    side b{{handshake_role::responder, secret, purposes[of.pick(4)], task_id::make(2, 9)}};
    a.state.set_parameter(of.pick(256));
    if (of.flag()) b.state.ask_before_proof([&of] { return of.pick(4) != 3; });
    std::string to_a, to_b;
    while (carry(a, b, to_b, of) || carry(b, a, to_a, of)) {
    }
    // a does not know whether its own last proof arrives. Only b does.
    if (a.state.done())
        demand(b.said.starts_with(a.heard) && a.said.starts_with(b.heard.substr(0, handshake::hello_bytes)));
    if (b.state.done()) demand(a.said.starts_with(b.heard) && b.said.starts_with(a.heard));
    return 0;
}
