// Compares Lin's table of orders with the efficiency that is solved numerically.
#include "banyan/part/papers/scalability.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "banyan/part/error.hpp"

namespace scalability_test {

using namespace banyan::part;

namespace {

/// d log y / d log x between x and 16 x.
template <class Function>
double slope(Function y, double x) {
    return std::log2(y(16 * x) / y(x)) / 4;
}

}  // namespace

TEST_CASE("efficiency grows with the problem, falls with the processors, and is E where it was solved for") {
    for (shortest_paths program : all_shortest_paths)
        for (double wanted : {0.1, 0.5, 0.9})
            for (double p : {2.0, 16.0, 1024.0, 1e6}) {
                const module_costs costs{0.5, 30, 2};
                const double n = isoefficient_side(program, p, wanted, costs);
                if (n > 1) CHECK(efficiency(program, p, n, costs) == Approx(wanted));
                CHECK(efficiency(program, p, 2 * n, costs) >= efficiency(program, p, n, costs));
                CHECK(efficiency(program, 4 * p, n, costs) < efficiency(program, p, n, costs) * (1 + 1e-12));
                CHECK(parallel_time(program, 1, n, costs) == Approx(0.5 * n * n * n));
            }
}

TEST_CASE("the problem that holds the efficiency grows in the order of the table") {
    for (shortest_paths program : all_shortest_paths)
        for (double wanted : {0.3, 0.8}) {
            const auto work = [&](double p) { return std::pow(isoefficient_side(program, p, wanted), 3); };
            const auto order = [&](double p) { return isoefficiency_order(program, p); };
            for (double p : {0x1p40, 0x1p60, 0x1p80})
                CHECK(slope(work, p) == Approx(slope(order, p)).epsilon(0.01));
        }
}

TEST_CASE("the memory of a module bounds the processors in the order of the table") {
    for (double wanted : {0.3, 0.8}) {
        for (shortest_paths program : {shortest_paths::dijkstra_source_partition,
                                       shortest_paths::dijkstra_source_parallel, shortest_paths::floyd_stripe}) {
            const auto limit = [&](double memory) { return expansion_limit(program, memory, wanted); };
            const auto order = [&](double memory) { return expansion_order(program, memory); };
            CHECK(slope(limit, 0x1p90) == Approx(slope(order, 0x1p90)).epsilon(0.02));
        }
        // 2^sqrt(mu): the logarithm is proportional to the square root of the memory.
        const auto log_limit = [&](double memory) {
            return std::log2(expansion_limit(shortest_paths::floyd_checkerboard, memory, wanted));
        };
        CHECK(slope(log_limit, 1e3) == Approx(0.5).epsilon(0.03));
        CHECK(std::isinf(expansion_limit(shortest_paths::floyd_pipelined, 1e4, wanted)));
        CHECK(std::isinf(expansion_order(shortest_paths::floyd_pipelined, 1e4)));
    }
    CHECK(std::log2(expansion_order(shortest_paths::floyd_checkerboard, 400)) == Approx(20));
}

TEST_CASE("a poor isoefficiency can have the wider range: checkerboard against source-parallel") {
    const double p = 0x1p30;
    const double memory = 1e4;
    CHECK(isoefficiency_order(shortest_paths::floyd_checkerboard, p) >
          isoefficiency_order(shortest_paths::dijkstra_source_parallel, p));
    CHECK(expansion_limit(shortest_paths::floyd_checkerboard, memory, 0.5) >
          expansion_limit(shortest_paths::dijkstra_source_parallel, memory, 0.5));
}

TEST_CASE("memory is counted in copies of the matrix") {
    CHECK(memory_overhead_factor(shortest_paths::dijkstra_source_partition, 16, 100) == 16);
    CHECK(memory_overhead_factor(shortest_paths::dijkstra_source_parallel, 16, 100) == 100);
    for (shortest_paths program :
         {shortest_paths::floyd_stripe, shortest_paths::floyd_checkerboard, shortest_paths::floyd_pipelined})
        CHECK(memory_overhead_factor(program, 16, 100) == 1);
    CHECK(expansion_limit(shortest_paths::floyd_stripe, 1, 0.9) < 2);
}

TEST_CASE("efficiencies and memories out of range are refused") {
    CHECK_THROWS_AS(isoefficient_side(shortest_paths::floyd_stripe, 4, 1), error);
    CHECK_THROWS_AS(isoefficient_side(shortest_paths::floyd_stripe, 4, 0), error);
    CHECK_THROWS_AS(isoefficient_side(shortest_paths::floyd_stripe, 0.5, 0.5), error);
    CHECK_THROWS_AS(isoefficient_side(shortest_paths::floyd_stripe, NAN, 0.5), error);
    CHECK_THROWS_AS(expansion_limit(shortest_paths::floyd_stripe, 0, 0.5), error);
    CHECK_THROWS_AS(expansion_limit(shortest_paths::floyd_stripe, 9, NAN), error);
}

}  // namespace scalability_test
