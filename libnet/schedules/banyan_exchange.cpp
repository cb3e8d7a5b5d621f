#include "libnet/schedules/banyan_exchange.hpp"

#include "libnet/schedules/folded_cube.hpp"

namespace banyan::net {

std::vector<exchange_step> banyan_exchange(int rank, int size) {
    using kind = exchange_step::kind;
    const folded_cube cube(size);
    const bool in_pair = cube.in_pair(rank);
    if (in_pair && rank % 2 == 1) return {{kind::fold_send, rank - 1}, {kind::unfold_receive, rank - 1}};

    std::vector<exchange_step> steps;
    if (in_pair) steps.push_back({kind::fold_receive, rank + 1});
    const int index = cube.index_of(rank);
    for (int bit = 1; bit < cube.indices(); bit *= 2) {
        const int partner = index ^ bit;
        steps.push_back({kind::exchange, cube.first_rank(partner), partner < index});
    }
    if (in_pair) steps.push_back({kind::unfold_send, rank + 1});
    return steps;
}

}  // namespace banyan::net
