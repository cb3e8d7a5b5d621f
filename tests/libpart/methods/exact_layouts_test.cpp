// Compares the exact methods with bounds, with certified instances, and with each other. exact_slicing_test.cpp covers
// all slicing trees.
#include "libpart/methods/exact_layouts.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "libpart/geometry/exact_geometry.hpp"
#include "libpart/methods/column_layout.hpp"
#include "tests/libpart/geometry/random_processors.hpp"

namespace exact_layouts_test {

using namespace banyan::part;
namespace testing = banyan::testing;

namespace {

double half_perimeters(const cut_tree& tree, const grid& g) {
    return measures_of(tree, g).cut_length + static_cast<double>(g.rows() + g.cols());
}

/// Half-perimeters of the best `levels` guillotine cuts between faster and slower processors, with columns inside.
double cuts_and_columns(std::span<const weighted_processor> processors, double rows, double cols, int levels) {
    double best = measured_best_columns(rows, cols, processors).half_perimeters;
    if (levels == 0) return best;
    const std::vector<double> sums = prefix_shares(processors);
    for (std::size_t k = 1; k < processors.size(); ++k) {
        const auto inside = [&](double rows_1, double cols_1, double rows_2, double cols_2) {
            return cuts_and_columns(processors.first(k), rows_1, cols_1, levels - 1) +
                   cuts_and_columns(processors.subspan(k), rows_2, cols_2, levels - 1);
        };
        best = std::min({best, inside(rows, cols * sums[k], rows, cols * (1 - sums[k])),
                         inside(rows * sums[k], cols, rows * (1 - sums[k]), cols)});
    }
    return best;
}

double lower_bound(const std::vector<weighted_processor>& processors, const grid& g) {
    double total = 0;
    for (const weighted_processor& processor : processors)
        total += processor.weight;
    const auto shorter = static_cast<double>(std::min(g.rows(), g.cols()));
    double sum = 0;
    for (const weighted_processor& processor : processors) {
        const double area = processor.weight / total * static_cast<double>(g.cells());
        sum += area > shorter * shorter ? shorter + area / shorter : 2 * std::sqrt(area);
    }
    return sum;
}

const grid tiled_by_squares(32, 33);
const auto squares = testing::processors_of({324, 225, 196, 100, 81, 64, 49, 16, 1});

}  // namespace

TEST_CASE("LB <= slicing_exact <= hybrid <= three cuts <= two <= one <= columns") {
    testing::source random(72);
    for (int i = 0; i < 1500; ++i) {
        const auto processors = testing::random_processors(
            random, static_cast<int>(random.integer(1, i % 100 == 0 ? 10 : 7)), std::pow(10, random.real(0.1, 4)));
        const grid g(random.integer(1, 3000), random.integer(1, 3000));
        const auto rows = static_cast<double>(g.rows());
        const auto cols = static_cast<double>(g.cols());
        const double slack = 1 + 1e-9;
        const double exact = half_perimeters(slicing_exact(g, processors), g);
        const double ranges = half_perimeters(hybrid(g, processors), g);
        CHECK(lower_bound(processors, g) <= exact * slack);
        CHECK(exact <= ranges * slack);
        CHECK(ranges <= cuts_and_columns(processors, rows, cols, 2) * slack);
        CHECK(cuts_and_columns(processors, rows, cols, 1) <= half_perimeters(columns(g, processors), g) * slack);
        for (tree_method older :
             {&contiguous_row, &contiguous_column, &brbd, &fbrd, &rb1, &rb2, &rb3, &xy, &xy2, &tile})
            CHECK(exact <= half_perimeters((*older)(g, processors), g) * slack);
        CHECK(exact <= half_perimeters(phd(g, processors, {}), g) * slack);
        CHECK(ranges <= half_perimeters(rb2(g, processors), g) * slack);
    }
}

TEST_CASE("nine squares tile 33 x 32: the bound is tight, slicing stays above it") {
    const grid& g = tiled_by_squares;
    CHECK(lower_bound(squares, g) == Approx(172).epsilon(1e-12));
    CHECK(half_perimeters(columns(g, squares), g) == Approx(181.78).margin(0.005));
    CHECK(cuts_and_columns(squares, 32, 33, 1) == Approx(177.77).margin(0.005));
    CHECK(cuts_and_columns(squares, 32, 33, 2) == Approx(175.75).margin(0.005));
    CHECK(half_perimeters(slicing_exact(g, squares), g) == Approx(174.47).margin(0.005));
    CHECK(half_perimeters(hybrid(g, squares), g) < 175.75);
}

TEST_CASE("1000 x 3000 of Kaddoura: no slicing layout is shorter than 4500") {
    const auto processors = testing::processors_of({10, 2, 2, 2, 2, 1, 1});
    CHECK(measures_of(slicing_exact({1000, 3000}, processors), {1000, 3000}).cut_length == Approx(4500).epsilon(1e-12));
    CHECK(measures_of(hybrid({1000, 3000}, processors), {1000, 3000}).cut_length == Approx(4500).epsilon(1e-12));
}

TEST_CASE("hybrid above 64 processors is at least as good as columns and falls to one cut") {
    testing::source random(74);
    for (int p : {65, 130, 1500}) {
        const auto processors = testing::random_processors(random, p, 50);
        const grid g(20000, 30000);
        const double found = half_perimeters(hybrid(g, processors), g);
        CHECK(found <= half_perimeters(columns(g, processors), g) * (1 + 1e-12));
        CHECK(found >= lower_bound(processors, g));
        if (p == 65) CHECK(found == Approx(cuts_and_columns(processors, 20000, 30000, 1)).epsilon(1e-9));
    }
}

TEST_CASE("hybrid beats the recorded mean gaps on the unit square") {
    struct target {
        int processors;
        int kind;  // uniform 1..10, Pareto(1.2), classes 1, 4, 16
        double gap;
    };
    testing::source random(75);
    const grid g(1'000'000, 1'000'000);
    for (const target& t : {target{16, 0, 1.0069}, target{16, 1, 1.0078}, target{16, 2, 1.0090}, target{32, 0, 1.0039},
                            target{32, 1, 1.0058}, target{32, 2, 1.0058}}) {
        const int instances = t.processors == 16 ? 200 : 40;
        double sum = 0;
        for (int i = 0; i < instances; ++i) {
            std::vector<double> weights;
            for (int j = 0; j < t.processors; ++j)
                weights.push_back(t.kind == 0   ? random.real(1, 10)
                                  : t.kind == 1 ? std::pow(1 - random.real(0, 1), -1 / 1.2)
                                                : std::pow(4, random.integer(0, 2)));
            const auto processors = testing::processors_of(weights);
            sum += half_perimeters(hybrid(g, processors), g) / lower_bound(processors, g);
        }
        INFO(t.processors << " processors, kind " << t.kind);
        CHECK(sum / instances < t.gap);
    }
}

}  // namespace exact_layouts_test
