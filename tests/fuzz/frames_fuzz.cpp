// Any bytes on a connection. The protocol accepts them or reports a protocol violation. It stays usable after the loss.
//
// Input: 1 byte for the number of posted receives, 1 byte for the size of the pieces, then the stream from task 1 to
// task 2.
#include <array>
#include <cstring>
#include <deque>
#include <vector>

#include "libnet/protocol/protocol.hpp"
#include "tests/fuzz/input.hpp"

using namespace banyan::net;
using namespace banyan::net::detail;
using banyan::testing::demand;

namespace {

constexpr task_id peer{1}, self{2};
constexpr protocol_limits limits{
    .unexpected_cap_bytes = 64 << 10, .send_buffer_bytes = 4 << 10, .eager_limit_bytes = 4 << 10, .expected_peers = 1};

struct one_receive {
    explicit one_receive(std::size_t room) : buffer(room) {
        op.what = operation::kind::receive;
        op.buffer = std::span(buffer);
    }
    std::vector<std::byte> buffer;
    operation op;
};

void feed(frame_stream& to, banyan::testing::input& in, std::size_t piece) {
    while (!in.empty()) {
        std::array<iovec, 2> regions;
        const std::size_t used = to.read_regions(regions);
        std::size_t moved = 0;
        for (std::size_t i = 0; i < used && moved < piece; ++i) {
            const auto bytes = in.take(std::min(regions[i].iov_len, piece - moved));
            if (!bytes.empty()) std::memcpy(regions[i].iov_base, bytes.data(), bytes.size());
            moved += bytes.size();
        }
        to.bytes_read(moved);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    banyan::testing::input in(data, size);
    protocol receiver(self, limits);
    receiver.peer_up(peer, receiver.credit_window_bytes());
    const std::vector<std::byte> payload(20'000);
    operation sent, rendezvous;
    sent.to = rendezvous.to = {peer, tag{1}};
    sent.payload = std::as_bytes(std::span(payload)).first(10);
    rendezvous.payload = std::as_bytes(std::span(payload));
    receiver.start(sent);
    receiver.start(rendezvous);
    std::deque<one_receive> receives;
    for (unsigned count = in.number() % 8; count > 0; --count)
        receiver.start(receives.emplace_back(std::size_t{1} << (2 * count)).op);
    const std::size_t piece = in.number() + 1;
    try {
        feed(receiver.stream(peer), in, piece);
    } catch (const error& refused) {
        demand(refused.which() == errc::protocol_violation);
    }
    // The number of rendezvous messages from requests of a peer is not limited.
    demand(receiver.unexpected_bytes() <=
           limits.unexpected_cap_bytes + size / wire::header_bytes * message_overhead_bytes);
    receiver.peer_lost(peer, errc::peer_lost, "the end");
    for (const auto& r : receives)
        demand(r.op.done);
    demand(sent.done && rendezvous.done);
    return 0;
}
