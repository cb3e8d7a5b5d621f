#include "libnet/schedules/ring_allgather.hpp"

namespace banyan::net {

void add_ring_allgather(schedule_builder& out, int rank, const item_blocks& blocks) {
    const int p = blocks.size();
    const int from = (rank + p - 1) % p, to = (rank + 1) % p;
    std::vector<std::size_t> transfers{out.transfers()};  // up to the receive of each round
    for (int k = 1; k < p; ++k) {
        out.receive(from, blocks.block(area::output, (rank + p - k) % p));
        transfers.push_back(out.transfers());
    }
    for (int k = 0; k + 1 < p; ++k) {
        out.wait_for(transfers[static_cast<std::size_t>(k)]);
        out.send(to, blocks.block(area::output, (rank + p - k) % p));
    }
    out.wait();
}

algorithm_cost ring_allgather_cost(const item_blocks& blocks) {
    if (blocks.total() == 0) return {};
    const auto hops = static_cast<std::uint64_t>(blocks.size() - 1);
    return {static_cast<int>(hops), hops * static_cast<std::uint64_t>(blocks.filled()), hops * blocks.total(),
            hops * blocks.longest(), 0};
}

}  // namespace banyan::net
