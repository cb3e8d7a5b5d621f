// Any bytes in place of a peer's part of the handshake. Without the secret, the handshake fails.
//
// Input: 1 byte for role, purpose and size of the pieces, then the bytes of the peer.
#include "libnet/wire/handshake.hpp"

#include "tests/fuzz/input.hpp"

using namespace banyan::net;
using banyan::testing::demand;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    banyan::testing::input in(data, size);
    static const secret_key secret = make_secret();
    const unsigned choice = in.number();
    const auto role = choice & 1 ? handshake_role::initiator : handshake_role::responder;
    const auto purpose = choice & 2 ? handshake_purpose::control : handshake_purpose::data;
    handshake side(role, secret, purpose, task_id::make(1, 7), choice & 4 ? task_id::make(2, 9) : task_id{});
    try {
        while (true) {
            side.consumed_output(side.output().size());
            if (in.empty() || side.wanted_bytes() == 0) break;
            side.input(in.take(std::min<std::size_t>(side.wanted_bytes(), 1 + choice / 8)));
        }
    } catch (const error& refused) {
        const errc why = refused.which();
        const bool no_room = why == errc::resource_limit && role == handshake_role::initiator;
        demand(no_room || why == errc::authentication_failed || why == errc::version_mismatch ||
               why == errc::protocol_violation);
    }
    demand(!side.done());
    return 0;
}
