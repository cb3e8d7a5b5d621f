#include "advisor/pairs.hpp"

#include <catch2/catch.hpp>
#include <set>

using namespace banyan::advisor;

TEST_CASE("every pair meets once and nobody is in two pairs at once") {
    for (int p = 0; p <= 33; ++p) {
        const auto rounds = disjoint_pair_rounds(p);
        INFO("p = " << p);
        CHECK(static_cast<int>(rounds.size()) == (p < 2 ? 0 : p - 1 + p % 2));
        std::set<rank_pair> met;
        for (const auto& round : rounds) {
            std::set<int> busy;
            for (const auto& [a, b] : round) {
                CHECK((0 <= a && a < b && b < p));
                CHECK(busy.insert(a).second);
                CHECK(busy.insert(b).second);
                CHECK(met.insert({a, b}).second);
            }
        }
        CHECK(static_cast<int>(met.size()) == p * (p - 1) / 2);
    }
}
