// Every algorithm of reduce against brute force, with an operation that does not commute.
#include <catch2/catch.hpp>

#include "tests/libnet/schedules/compare_costs.hpp"
#include "tests/libnet/schedules/every_algorithm.hpp"
#include "tests/libnet/schedules/operations.hpp"

namespace reduce_test {

using namespace banyan;
using namespace banyan::testing;

namespace {

// Carries out a reduction of values_of_rank and compares the root's result and the cost.
void check_reduction(const net::algorithm& how, const net::collective_shape& call, bool in_place) {
    CAPTURE(how.name, call.size, call.root, call.items, call.segment, in_place);
    const auto shape_of = [&](int rank) {
        net::collective_shape shape = call;
        shape.rank = rank;
        return shape;
    };
    if (how.fits && !how.fits(call)) return;
    std::vector<rank_memory> ranks(static_cast<std::size_t>(call.size));
    for (int r = 0; r < call.size; ++r)
        ranks[static_cast<std::size_t>(r)].input = values_of_rank(r, call.items);
    rank_memory& root = ranks[static_cast<std::size_t>(call.root)];
    root.output.resize(call.items);
    root.in_place = in_place;
    if (in_place) root.output.swap(root.input);

    const net::algorithm_cost seen = run_in_memory(how, shape_of, ranks, ordered_operation);
    CHECK(root.output == combined_in_order(0, call.size, call.items, ordered_operation));
    compare_costs(seen, how.cost(call), how.name != "rabenseifner", static_cast<std::uint64_t>(call.size));
}

}  // namespace

TEST_CASE("Every algorithm of reduce gives the root the operation over all ranks, in order") {
    const net::algorithm& how = every_algorithm(net::collective_kind::reduce);
    const int size = every_size();
    const int root = every_root(size);
    const std::size_t items = every_length(size);
    const std::size_t segment = every_segment(how, items);
    check_reduction(how, {.size = size, .root = root, .items = items, .segment = segment}, false);
}

TEST_CASE("Every algorithm of reduce: input and output of the root may be the same memory") {
    const net::algorithm& how = every_algorithm(net::collective_kind::reduce);
    const int size = GENERATE(1, 2, 3, 7, 8, 12);
    const int root = every_root(size);
    const std::size_t segment = every_segment(how, 10);
    check_reduction(how, {.size = size, .root = root, .items = 10, .segment = segment}, true);
}

TEST_CASE("Every algorithm of reduce with 100000 items") {
    const net::algorithm& how = every_algorithm(net::collective_kind::reduce);
    check_reduction(how, {.size = 7, .root = 2, .items = 100'000, .segment = 8192}, false);
}

}  // namespace reduce_test
