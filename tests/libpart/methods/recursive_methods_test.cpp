// The guarantees of the recursive methods and of the methods of Kaddoura, Ranka & Wang, before and after rounding.
#include <catch2/catch.hpp>
#include <cmath>

#include "banyan/part/cost.hpp"
#include "banyan/part/error.hpp"
#include "libpart/methods/strip_search.hpp"
#include "tests/libpart/geometry/exact_oracles.hpp"
#include "tests/libpart/model/random_instances.hpp"

namespace recursive_methods_test {

using namespace banyan::part;
using banyan::testing::rational;
namespace testing = banyan::testing;

namespace {

cut_tree plain_phd(const grid& domain, processor_list processors) {
    return phd(domain, processors, {});
}

using processors_t = std::vector<weighted_processor>;

processors_t speeds_up_to(testing::source& random, int processors, double ratio) {
    return sorted_processors(testing::random_speeds(random, processors, ratio));
}

/// Whole speeds in 1 .. most, with many equal speeds and many cuts that meet.
processors_t whole_processors(testing::source& random, int processors, int most) {
    std::vector<double> values;
    for (int i = 0; i < processors; ++i)
        values.push_back(static_cast<double>(random.integer(1, most)));
    return sorted_processors(speeds(values));
}

double length_of(const cut_tree& tree, const grid& domain) {
    return measures_of(tree, domain).cut_length;
}

double priced(const cut_tree& tree, const grid& domain, double latency) {
    const exact_measures m = measures_of(tree, domain);
    return m.cut_length + latency * static_cast<double>(m.internal_edges);
}

/// Sum of the smallest half-perimeters minus that of the grid.
double least_length(processor_list processors, const grid& domain) {
    double total = 0;
    for (const weighted_processor& processor : processors)
        total += processor.weight;
    const auto rows = static_cast<double>(domain.rows());
    const auto cols = static_cast<double>(domain.cols());
    double sum = -rows - cols;
    for (const weighted_processor& processor : processors) {
        const double area = processor.weight / total * rows * cols;
        const double side = std::min(std::sqrt(area), std::min(rows, cols));
        sum += side + area / side;
    }
    return sum;
}

/// What may follow a turn of TILE: any number of strips (Figure 14 as written), or at least two.
enum class after_turn { any, two_strips };

/// Every layout that the procedure TILE of Figure 14 can make: strips of the first processors on an m x n array.
/// `direction` is that of the lines between the strips.
std::vector<cut_tree> all_tiles(processor_list processors, double m, double n, cut direction, std::size_t least,
                                after_turn rule, bool turned = false) {
    std::vector<cut_tree> result;
    double total = 0;
    for (const weighted_processor& processor : processors)
        total += processor.weight;
    double left_sum = 0;
    for (std::size_t i = 0; i + 1 < least; ++i)
        left_sum += processors[i].weight;
    for (std::size_t count = least; count <= processors.size(); ++count) {
        left_sum += processors[count - 1].weight;
        const cut_tree left = strips(across(direction), processors.first(count));
        const processor_list right = processors.subspan(count);
        const double rest = n * (1 - left_sum / total);
        const bool turns = m > rest * (1 + 1e-12);
        if (right.empty()) {
            if (rule == after_turn::any || !turned || count == 1) result.push_back(left);
        } else if (count <= right.size() || turns) {
            const auto rests = turns ? all_tiles(right, rest, m, across(direction), 1, rule, true)
                                     : all_tiles(right, m, rest, direction, count, rule);
            for (const cut_tree& tree : rests)
                result.push_back(joined(direction, {left, tree}));
        }
    }
    return result;
}

/// Every nondecreasing list of strip sizes.
void all_counts(int left, int least, std::vector<int>& counts, std::vector<std::vector<int>>& out) {
    if (left == 0) out.push_back(counts);
    for (int count = least; count <= left; ++count) {
        counts.push_back(count);
        all_counts(left - count, count, counts, out);
        counts.pop_back();
    }
}

double cheapest_of_lists(processor_list processors, const grid& domain, ways allowed, double latency) {
    std::vector<std::vector<int>> lists;
    std::vector<int> counts;
    all_counts(static_cast<int>(processors.size()), 1, counts, lists);
    const cut longer = domain.rows() <= domain.cols() ? cut::vertical : cut::horizontal;
    double best = INFINITY;
    for (const std::vector<int>& list : lists) {
        best = std::min(best, priced(tree_of({longer, list}, processors), domain, latency));
        if (allowed == ways::both)
            best = std::min(best, priced(tree_of({across(longer), list}, processors), domain, latency));
    }
    return best;
}

}  // namespace

TEST_CASE("no method is below the least half-perimeters, no strips are shorter than those of columns") {
    testing::source random(101);
    for (int i = 0; i < 3000; ++i) {
        const int p = static_cast<int>(random.integer(1, 14));
        const processors_t list =
            i % 2 == 0 ? speeds_up_to(random, p, i % 4 == 0 ? 3 : 100) : whole_processors(random, p, 4);
        const grid domain(random.integer(100, 5000), random.integer(100, 5000));
        const double bound = least_length(list, domain) * (1 - 1e-9) - 1e-6;
        const double best_strips = length_of(columns(domain, list), domain);
        CHECK(best_strips >= bound);
        for (const tree_method method : {brbd, fbrd, plain_phd, rb1, rb2, rb3, tile})
            REQUIRE(length_of(method(domain, list), domain) >= bound);
        for (const tree_method method : {xy, contiguous_row, contiguous_column})
            REQUIRE(length_of(method(domain, list), domain) >= best_strips * (1 - 1e-9) - 1e-6);
        CHECK(length_of(xy2(domain, list), domain) == Approx(best_strips).epsilon(1e-9).margin(1e-6));
    }
}

TEST_CASE("xy and xy2 find the cheapest of all lists, also with latency") {
    testing::source random(102);
    for (int i = 0; i < 150; ++i) {
        const int p = static_cast<int>(random.integer(1, 12));
        const processors_t list = i % 2 == 0 ? speeds_up_to(random, p, 8) : whole_processors(random, p, 2);
        const grid domain(random.integer(100, 3000), random.integer(100, 3000));
        for (double latency : {0.0, 100.0, 1000.0})
            for (ways allowed : {ways::longer_side, ways::both})
                CHECK(priced(cheapest_strips(domain, list, allowed, latency), domain, latency) ==
                      Approx(cheapest_of_lists(list, domain, allowed, latency)).epsilon(1e-9).margin(1e-6));
    }
}

TEST_CASE("the lists that xy tries are as many as Table 1 of the paper says") {
    for (const auto& [p, count] : {std::pair(4, 5), {5, 7}, {7, 15}, {10, 42}, {20, 627}}) {
        std::vector<int> counts;
        std::vector<std::vector<int>> lists;
        all_counts(p, 1, counts, lists);
        CHECK(std::ssize(lists) == count);
    }
}

TEST_CASE("tile finds the cheapest of all layouts of its procedure, also with latency") {
    testing::source random(103);
    for (int i = 0; i < 120; ++i) {
        const int p = static_cast<int>(random.integer(1, 9));
        const processors_t list = i % 2 == 0 ? speeds_up_to(random, p, 8) : whole_processors(random, p, 2);
        const std::int64_t rows = random.integer(100, 1000);
        const grid domain(rows, rows * random.integer(1, 4) + random.integer(0, 99));
        const auto cheapest = [&](after_turn rule, double latency) {
            double best = INFINITY;
            for (const cut_tree& tree : all_tiles(list, static_cast<double>(domain.rows()),
                                                  static_cast<double>(domain.cols()), cut::vertical, 1, rule))
                best = std::min(best, priced(tree, domain, latency));
            return best;
        };
        for (double latency : {0.0, 100.0, 1000.0})
            CHECK(priced(cheapest_tiles(domain, list, latency), domain, latency) ==
                  Approx(cheapest(after_turn::two_strips, latency)).epsilon(1e-9).margin(1e-6));
        CHECK(cheapest(after_turn::any, 0) ==
              Approx(cheapest(after_turn::two_strips, 0)).epsilon(1e-9).margin(1e-6));  // the rule adds no length
    }
}

TEST_CASE("equal processors: xy and xy2 follow Lemma 4 with l - 1 cuts, in exact rationals") {
    const std::int64_t m = 1000;
    const std::int64_t n = 2500;
    for (int p = 1; p <= 20; ++p) {
        rational straight = -1;
        rational rotated = -1;
        for (int l = 1; l <= p; ++l) {
            const int low = p / l;
            const int high = (p + l - 1) / l;
            const rational inner(low * (low - 1) * (l - p % l) + high * (high - 1) * (p % l), p);
            const rational one_way = inner * n + (l - 1) * m;
            const rational other_way = inner * m + (l - 1) * n;
            if (l == 1 || one_way < straight) straight = one_way;
            if (l == 1 || other_way < rotated) rotated = other_way;
        }
        const processors_t list = sorted_processors(speeds::equal(p));
        const grid domain(m, n);
        CHECK(exact_cut_length(unrounded<rational>(xy(domain, list), domain), domain) == straight);
        CHECK(exact_cut_length(unrounded<rational>(xy2(domain, list), domain), domain) == std::min(straight, rotated));
    }
}

TEST_CASE("recursive cuts send at most 6p - 4 messages on a torus for p >= 4, before rounding") {
    testing::source random(104);
    for (int i = 0; i < 120; ++i) {
        const int p = static_cast<int>(random.integer(4, 14));
        const processors_t list = i % 3 == 0 ? whole_processors(random, p, 3) : speeds_up_to(random, p, 30);
        const grid domain(random.integer(100, 5000), random.integer(100, 5000));
        for (const tree_method method : {brbd, fbrd, plain_phd, rb1, rb2, rb3, tile, xy2}) {
            const auto parts = unrounded<rational>(method(domain, list), domain);
            REQUIRE(2 * testing::pairs_that_touch(parts, domain, periodic::both).pairs <= 6 * p - 4);
        }
    }
}

TEST_CASE("a transposed grid costs the same under the methods of Kaddoura, Ranka and Wang") {
    testing::source random(105);
    for (int i = 0; i < 200; ++i) {
        const processors_t list = whole_processors(random, static_cast<int>(random.integer(1, 12)), 5);
        const std::int64_t rows = random.integer(10, 2000);
        const grid domain(rows, rows + random.integer(1, 2000));  // a square equals its transposed form
        const grid turned(domain.cols(), domain.rows());
        for (const tree_method method : {rb1, rb2, rb3, xy, xy2, tile}) {
            const auto one = unrounded<rational>(method(domain, list), domain);
            const auto other = unrounded<rational>(method(turned, list), turned);
            CHECK(exact_cut_length(one, domain) == exact_cut_length(other, turned));
            CHECK(exact_internal_edges(one, rational(0)) == exact_internal_edges(other, rational(0)));
        }
    }
}

TEST_CASE("phd counts speeds within the tolerance as equal and gives them equal work") {
    const speeds s{4, 3.9, 3.9, 3.7, 1, 1};
    const partition apart = make_partition("phd", {600, 600}, s);
    const partition together = make_partition("phd", {600, 600}, s, {.speed_tolerance = 0.1});
    CHECK(together.cells(0) == Approx(static_cast<double>(together.cells(3))).epsilon(0.01));
    CHECK(static_cast<double>(apart.cells(0)) > 1.05 * static_cast<double>(apart.cells(3)));
    CHECK(make_partition("phd", {64, 64}, speeds{1.001, 1, 1, 1}, {.speed_tolerance = 0.01}) ==
          make_partition("phd", {64, 64}, speeds::equal(4)));
    for (double bad : {-0.1, 1.0, static_cast<double>(NAN), static_cast<double>(INFINITY)})
        CHECK_THROWS_WITH(make_partition("phd", {600, 600}, s, {.speed_tolerance = bad}),
                          Catch::Contains("speed tolerance") && Catch::Contains("0 to below 1"));
}

TEST_CASE("phd of equal processors is the homogeneous block, the longer side divided by the larger factor") {
    for (int p : {4, 6, 8, 12, 16, 18}) {
        const processors_t list = sorted_processors(speeds::equal(p));
        const grid domain(1000, 1300);
        CHECK(length_of(plain_phd(domain, list), domain) ==
              Approx(length_of(homogeneous_block(domain, list), domain)).epsilon(1e-12));
    }
}

TEST_CASE("speeds 10^9 apart and grids of one row end in whole cells or a clear refusal") {
    testing::source random(106);
    for (const std::string_view name : {"fbrd", "phd", "rb1", "rb2", "rb3", "xy", "xy2", "tile"}) {
        INFO(name);
        CHECK(make_partition(name, {500, 500}, speeds{1e9, 1, 1e9, 5, 1, 1e4}).dropped().empty());
        for (int i = 0; i < 30; ++i) {
            const int p = static_cast<int>(random.integer(1, 20));
            std::vector<double> values;
            for (int j = 0; j < p; ++j)
                values.push_back(std::pow(10, random.real(0, 9)));
            const std::int64_t cells = random.integer(p, 60);
            for (const grid& domain : {grid(1, cells), grid(cells, 1)})  // the constructor checks the cover
                CHECK(make_partition(name, domain, speeds(values)).processors() == p);
        }
        CHECK_THROWS_AS(make_partition(name, {1, 5}, speeds::equal(6)), error);
    }
}

}  // namespace recursive_methods_test
