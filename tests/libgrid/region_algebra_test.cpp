#include "libgrid/region_algebra.hpp"

#include <catch2/catch.hpp>
#include <random>

namespace region_algebra_test {

using namespace banyan::part;
using namespace banyan::grid;

namespace {

region random_region(std::mt19937& random) {
    const auto pick = [&](int low, int high) { return std::uniform_int_distribution<std::int64_t>(low, high)(random); };
    return {pick(-3, 6), pick(-3, 6), pick(1, 6), pick(1, 6)};
}

int times_covered(const std::vector<region>& regions, std::int64_t r, std::int64_t c) {
    return static_cast<int>(std::ranges::count_if(regions, [&](const region& x) { return x.contains(r, c); }));
}

}  // namespace

TEST_CASE("regions: intersection and difference, cell by cell") {
    std::mt19937 random(7);
    for (int trial = 0; trial < 500; ++trial) {
        const region a = random_region(random);
        const std::vector<region> others{random_region(random), random_region(random), random_region(random)};
        const region common = intersection(a, others[0]);
        const std::vector<region> rest = difference(a, others);
        for (std::int64_t r = -4; r < 14; ++r) {
            for (std::int64_t c = -4; c < 14; ++c) {
                const bool in_a = a.contains(r, c);
                if (common.contains(r, c) != (in_a && others[0].contains(r, c))) FAIL("intersection");
                if (times_covered(rest, r, c) != (in_a && times_covered(others, r, c) == 0)) FAIL("difference");
            }
        }
    }
    SUCCEED();
}

}  // namespace region_algebra_test
