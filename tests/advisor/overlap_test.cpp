#include "advisor/overlap.hpp"

#include <catch2/catch.hpp>

namespace banyan::advisor {

TEST_CASE("the hidden part is what both together save, of what they could save") {
    const auto hidden = [](double both) {
        return hidden_part(std::vector<overlap_samples>{{{4.0, 4.0, 9.0}, {2.0, 1.0, 7.0}, {both}}});
    };
    CHECK(hidden(6.0) == 0.0);          // one after the other
    CHECK(hidden(4.0) == 1.0);          // the exchange, 2 s by its median, costs nothing
    CHECK(hidden(5.0) == Approx(0.5));  // half of it
    CHECK(hidden(7.0) == 0.0);          // they even hinder each other
    CHECK(hidden(3.0) == 1.0);          // noise: faster than the computation alone
}

TEST_CASE("long measurements weigh more than short ones") {
    const std::vector<overlap_samples> both{{{4.0}, {2.0}, {4.0}}, {{0.4}, {0.2}, {0.6}}};
    CHECK(hidden_part(both) == Approx(2.0 / 2.2));
    CHECK(hidden_part({}) == 0.0);
}

}  // namespace banyan::advisor
