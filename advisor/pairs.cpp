#include "advisor/pairs.hpp"

#include <algorithm>

namespace banyan::advisor {

std::vector<std::vector<rank_pair>> disjoint_pair_rounds(int p) {
    if (p < 2) return {};
    const int seats = p + p % 2;  // an odd p gets an empty seat: whoever meets it pauses
    std::vector<std::vector<rank_pair>> rounds;
    for (int round = 0; round < seats - 1; ++round) {
        std::vector<rank_pair> pairs;
        // The last seat stays, the others move by one place each round.
        for (int i = 0; i < seats / 2; ++i) {
            const int a = i == 0 ? seats - 1 : (round + i) % (seats - 1);
            const int b = i == 0 ? round : (round - i + seats - 1) % (seats - 1);
            if (a < p && b < p) pairs.emplace_back(std::min(a, b), std::max(a, b));
        }
        rounds.push_back(pairs);
    }
    return rounds;
}

}  // namespace banyan::advisor
