// Compares slicing_exact with every slicing tree, in exact rationals.
#include <catch2/catch.hpp>
#include <cmath>

#include "libpart/methods/exact_layouts.hpp"
#include "tests/libpart/geometry/random_processors.hpp"
#include "tests/libpart/methods/exact_slicing.hpp"

namespace exact_slicing_test {

using namespace banyan::part;
using banyan::testing::rational;
namespace testing = banyan::testing;

namespace {

rational half_perimeters(const cut_tree& tree, const grid& g) {
    return testing::counted_again(tree, g).length + g.rows() + g.cols();
}

/// Whether the layout covers the grid and each area is exactly the share of its processor.
bool has_its_shares(const cut_tree& tree, const std::vector<weighted_processor>& processors, const grid& g) {
    rational total = 0;
    for (const weighted_processor& processor : processors)
        total += rational(processor.weight);
    const auto parts = unrounded<rational>(tree, g);
    return parts.size() == processors.size() &&
           std::ranges::all_of(processors, [&](const weighted_processor& processor) {
               const auto own = std::ranges::find(parts, processor.processor, &exact_rectangle<rational>::processor);
               return own != parts.end() && own->rows * own->cols * total == rational(processor.weight) * g.cells();
           });
}

}  // namespace

TEST_CASE("slicing_exact is the least of all slicing trees, exactly") {
    testing::source random(111);
    for (int p = 1; p <= 7; ++p)
        for (int i = 0; i < (p == 7 ? 3 : p == 6 ? 10 : 60); ++i) {
            const auto processors = testing::small_whole_weights(random, p, i % 3 == 0 ? 4 : i % 3 == 1 ? 30 : 1000);
            const grid g(random.integer(1, 3000), random.integer(1, 3000));
            const cut_tree tree = slicing_exact(g, processors);
            INFO(p << " processors on " << g.rows() << " x " << g.cols());
            CHECK(has_its_shares(tree, processors, g));
            CHECK(half_perimeters(tree, g) ==
                  testing::all_slicings(testing::whole_weights(processors)).least_half_perimeters(g));
        }
}

}  // namespace exact_slicing_test
