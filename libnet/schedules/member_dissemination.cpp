#include "libnet/schedules/member_dissemination.hpp"

#include "libnet/schedules/hypercube_tree.hpp"

namespace banyan::net {

void add_member_dissemination(schedule_builder& out, std::span<const int> ranks, int member) {
    const auto members = static_cast<int>(ranks.size());
    for (int round = 0; round < cube_dimension(members); ++round) {
        const int distance = 1 << round;
        out.await_signal(ranks[static_cast<std::size_t>((member - distance + members) % members)]);
        out.signal(ranks[static_cast<std::size_t>((member + distance) % members)]);
        out.wait();
    }
}

algorithm_cost member_dissemination_cost(int members) {
    const int rounds = cube_dimension(members);
    return {rounds, static_cast<std::uint64_t>(members) * static_cast<std::uint64_t>(rounds), 0, 0, 0};
}

}  // namespace banyan::net
