#include "libnet/schedules/banyan_exchange.hpp"

#include <bit>

namespace banyan::net {

namespace {

using kind = exchange_step::kind;

int rank_of_index(int index, int folded_pairs) {
    return index < folded_pairs ? 2 * index : index + folded_pairs;
}

int index_of_rank(int rank, int folded_pairs) {
    return rank < 2 * folded_pairs ? rank / 2 : rank - folded_pairs;
}

}  // namespace

std::vector<exchange_step> banyan_exchange(int rank, int size) {
    const int cube = static_cast<int>(std::bit_floor(static_cast<unsigned>(size)));
    const int folded_pairs = size - cube;
    const bool in_pair = rank < 2 * folded_pairs;
    if (in_pair && rank % 2 == 1) return {{kind::fold_send, rank - 1}, {kind::unfold_receive, rank - 1}};

    std::vector<exchange_step> steps;
    if (in_pair) steps.push_back({kind::fold_receive, rank + 1});
    const int index = index_of_rank(rank, folded_pairs);
    for (int bit = 1; bit < cube; bit *= 2) {
        const int partner = index ^ bit;
        steps.push_back({kind::exchange, rank_of_index(partner, folded_pairs), partner < index});
    }
    if (in_pair) steps.push_back({kind::unfold_send, rank + 1});
    return steps;
}

}  // namespace banyan::net
