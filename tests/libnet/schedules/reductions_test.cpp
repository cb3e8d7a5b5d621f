// Every algorithm of every reduction against brute force, and its cost against what the run counts.
#include "tests/libnet/schedules/reductions.hpp"

#include <catch2/catch.hpp>
#include <numeric>

#include "libnet/schedules/algorithms.hpp"
#include "tests/common/group_sizes.hpp"
#include "tests/libnet/schedules/compare_costs.hpp"
#include "tests/libnet/schedules/every_algorithm.hpp"
#include "tests/libnet/schedules/operations.hpp"

namespace reductions_test {

using namespace banyan;
using namespace banyan::testing;
using net::collective_kind;

namespace {

// Does nothing if the algorithm does not fit. An algorithm that fits all operations need not be run with one that
// commutes.
void check_call(const net::algorithm& how, const reduction_call& call, bool exact) {
    if (how.fits ? !how.fits(call.shape) : call.shape.commutative) return;
    const item_operation operation = call.shape.commutative ? item_operation(std::plus<>()) : ordered_operation;
    const reduction_run run = run_reduction(how, call, operation, values_of_rank);
    CHECK(run.outputs == expected_outputs(call, operation, values_of_rank));
    net::algorithm_cost formula = how.cost(call.shape);
    if (call.is_long) formula.path_items = formula.path_combined = 0;
    compare_costs(run.seen, formula, exact, static_cast<std::uint64_t>(call.shape.size));
}

const net::algorithm& every_algorithm_of(std::initializer_list<collective_kind> kinds) {
    std::vector<const net::algorithm*> found;
    for (const net::algorithm* a : net::all_algorithms())
        if (std::ranges::find(kinds, a->kind) != kinds.end()) found.push_back(a);
    return *GENERATE_COPY(from_range(found));
}

// One algorithm after another with 100,000 items on each rank.
void check_long_call(int size, const net::algorithm& how) {
    const bool commutative = GENERATE(false, true);
    const std::size_t items =
        how.kind == collective_kind::reduce_scatter ? 100'000 / static_cast<std::size_t>(size) : 100'000;
    CAPTURE(net::name_of(how.kind), how.name, size, commutative);
    const net::collective_shape shape{.size = size, .root = size / 2, .items = items, .commutative = commutative};
    check_call(how, {.kind = how.kind, .shape = shape, .is_long = true}, false);
}

const net::algorithm& every_reduction() {
    return every_algorithm_of({collective_kind::allreduce, collective_kind::scan, collective_kind::exclusive_scan,
                               collective_kind::reduce, collective_kind::reduce_scatter});
}

// In the long form only: on 1 .. 33 and 64 ranks.
void check_all_long_calls(collective_kind kind) {
    if (has_all_long_calls()) check_long_call(every_long_size({}), every_algorithm_of({kind}));
}

// Counts that differ: none, one block only, ascending, irregular with empty blocks.
std::vector<std::vector<std::size_t>> different_counts(int size) {
    const auto p = static_cast<std::size_t>(size);
    std::vector<std::vector<std::size_t>> all(4, std::vector<std::size_t>(p));
    all[1][p / 2] = 5;
    for (std::size_t r = 0; r < p; ++r) {
        all[2][r] = r;
        all[3][r] = (r * 7 + 3) % 5 * (r % 3);
    }
    return all;
}

// Hosts of consecutive ranks, in any order of their numbers; ranks in turn on three hosts; irregular.
std::vector<std::vector<int>> placements(int size) {
    std::vector<std::vector<int>> all(3);
    for (int r = 0; r < size; ++r) {
        all[0].push_back(9 - r / 3);
        all[1].push_back(r % 3);
        all[2].push_back(r * r * 7 % 11 % 4);
    }
    return all;
}

// Hosts of consecutive ranks, of different sizes.
std::vector<std::vector<int>> consecutive_placements() {
    const std::vector<std::vector<int>> all_sizes{{4}, {1, 1, 1, 1, 1}, {1, 16}, {16, 1}, {5, 1, 2, 8, 1, 1, 3}};
    std::vector<std::vector<int>> all;
    for (const std::vector<int>& sizes : all_sizes) {
        all.emplace_back();
        for (std::size_t host = 0; host < sizes.size(); ++host)
            all.back().insert(all.back().end(), static_cast<std::size_t>(sizes[host]), 50 - static_cast<int>(host));
    }
    return all;
}

}  // namespace

TEST_CASE("Every algorithm of allreduce, scans and reduce_scatter gives the operation over the ranks, in order") {
    const net::algorithm& how = every_algorithm_of({collective_kind::allreduce, collective_kind::scan,
                                                    collective_kind::exclusive_scan, collective_kind::reduce_scatter});
    const int size = every_size();
    const std::size_t items = every_length(size);
    const bool commutative = GENERATE(false, true);
    CAPTURE(net::name_of(how.kind), how.name, size, items, commutative);
    check_call(how, {how.kind, {.size = size, .items = items, .commutative = commutative}},
               all_ranks_alike(size, items));
}

TEST_CASE("Every algorithm of reduce gives the operation over the ranks, in order, for every root") {
    const net::algorithm& how = every_algorithm_of({collective_kind::reduce});
    const int size = any_size(sizes_to(17, {32, 33}));
    const int root = GENERATE_COPY(range(0, size));
    const std::size_t items = every_length(size);
    const bool commutative = GENERATE(false, true);
    CAPTURE(how.name, size, root, items, commutative);
    check_call(how, {how.kind, {.size = size, .root = root, .items = items, .commutative = commutative}}, false);
}

TEST_CASE("Every algorithm of reduce_scatter takes blocks of different lengths") {
    const net::algorithm& how = every_algorithm_of({collective_kind::reduce_scatter});
    const int size = every_size();
    const std::vector<std::size_t> counts = GENERATE_COPY(from_range(different_counts(size)));
    const bool commutative = GENERATE(false, true);
    CAPTURE(how.name, size, counts, commutative);
    check_call(how, {how.kind, {.size = size, .counts = counts, .commutative = commutative}}, false);
}

TEST_CASE("Every algorithm of allreduce, reduce and scan works in place") {
    const net::algorithm& how =
        every_algorithm_of({collective_kind::allreduce, collective_kind::scan, collective_kind::reduce});
    const int size = any_size(sizes_to(17));
    const std::size_t items = every_length(size);
    const std::size_t segment = GENERATE(0u, 2u);
    const bool commutative = GENERATE(false, true);
    CAPTURE(net::name_of(how.kind), how.name, size, items, segment, commutative);
    const net::collective_shape shape{
        .size = size, .root = size / 2, .items = items, .commutative = commutative, .segment = segment};
    check_call(how, {how.kind, shape, true}, false);
}

TEST_CASE("Every algorithm of a reduction works with segments of any length") {
    const net::algorithm& how =
        every_algorithm_of({collective_kind::allreduce, collective_kind::scan, collective_kind::exclusive_scan,
                            collective_kind::reduce, collective_kind::reduce_scatter});
    const int size = any_size({1, 2, 3, 4, 5, 7, 8, 13, 16});
    const std::size_t items = every_length(size);
    const std::size_t segment = GENERATE(1u, 3u, 5u, 1000u);
    const bool commutative = GENERATE(false, true);
    CAPTURE(net::name_of(how.kind), how.name, size, items, segment, commutative);
    const net::collective_shape shape{
        .size = size, .root = size - 1, .items = items, .commutative = commutative, .segment = segment};
    check_call(how, {how.kind, shape}, false);
}

TEST_CASE("Every algorithm of a reduction with 100,000 items") {
    check_long_call(any_size({1, 2, 3, 16, 33}), every_reduction());
}

TEST_CASE("Every algorithm of a reduction with 100,000 items on 64 ranks") {
    if (!shortened()) check_long_call(64, every_reduction());
}

// A case for each collective, because one of all would take too long.
TEST_CASE("Every algorithm of allreduce with 100,000 items on any number of ranks") {
    check_all_long_calls(collective_kind::allreduce);
}

TEST_CASE("Every algorithm of reduce with 100,000 items on any number of ranks") {
    check_all_long_calls(collective_kind::reduce);
}

TEST_CASE("Every algorithm of reduce_scatter with 100,000 items on any number of ranks") {
    check_all_long_calls(collective_kind::reduce_scatter);
}

TEST_CASE("Every algorithm of scan with 100,000 items on any number of ranks") {
    check_all_long_calls(collective_kind::scan);
}

TEST_CASE("Every algorithm of exclusive_scan with 100,000 items on any number of ranks") {
    check_all_long_calls(collective_kind::exclusive_scan);
}

TEST_CASE("reduce_scatter by pairwise exchange and allreduce in blocks hold few blocks at a time") {
    const int size = GENERATE(range(2, 34), 64, 100);
    const int rank = GENERATE_COPY(0, size / 3, size - 1);
    constexpr std::size_t block = 10;
    std::size_t steps = 1;
    while (1 << steps < size)
        ++steps;
    const auto p = static_cast<std::size_t>(size);
    const net::collective_shape blocks{.rank = rank, .size = size, .items = block};
    const net::collective_shape vector{.rank = rank, .size = size, .items = block * p};
    CAPTURE(size, rank);
    CHECK(net::reduce_scatter_pairwise.make(blocks).scratch_items <= (2 * steps + 2) * block);
    CHECK(net::allreduce_scattered.make(vector).scratch_items <= (2 * steps + 2) * block);
}

TEST_CASE("Every algorithm of a reduction works for any placement of the ranks on hosts") {
    const net::algorithm& how =
        every_algorithm_of({collective_kind::allreduce, collective_kind::scan, collective_kind::exclusive_scan,
                            collective_kind::reduce, collective_kind::reduce_scatter});
    const int size = any_size(sizes_to(13, {16, 24, 33}));
    const std::vector<int> hosts = GENERATE_COPY(from_range(placements(size)));
    const int root = GENERATE_COPY(0, size / 2, size - 1);
    const bool commutative = GENERATE(false, true);
    const bool in_place =
        commutative && how.kind != collective_kind::exclusive_scan && how.kind != collective_kind::reduce_scatter;
    CAPTURE(net::name_of(how.kind), how.name, size, hosts, root, commutative);
    const net::collective_shape shape{
        .size = size, .root = root, .items = 3, .commutative = commutative, .host_of = hosts};
    check_call(how, {how.kind, shape, in_place}, false);
}

TEST_CASE("A reduce_scatter of two levels takes blocks of different lengths on any hosts") {
    const net::algorithm& how = *net::find_algorithm(collective_kind::reduce_scatter, "two-level");
    const int size = any_size({1, 2, 3, 5, 9, 16});
    const std::vector<int> hosts = GENERATE_COPY(from_range(placements(size)));
    const std::vector<std::size_t> counts = GENERATE_COPY(from_range(different_counts(size)));
    const bool commutative = GENERATE(false, true);
    CAPTURE(size, hosts, counts, commutative);
    check_call(how, {how.kind, {.size = size, .counts = counts, .commutative = commutative, .host_of = hosts}}, false);
}

TEST_CASE("A reduce_scatter of two levels: each pair of hosts exchanges two messages") {
    const net::algorithm& how = *net::find_algorithm(collective_kind::reduce_scatter, "two-level");
    const int count = GENERATE(1, 2, 3, 5), size = 13;
    std::vector<int> hosts;  // in turn
    for (int rank = 0; rank < size; ++rank)
        hosts.push_back(rank % count);
    int between = 0;
    for (int rank = 0; rank < size; ++rank)
        for (const net::step& now : how.make({.rank = rank, .size = size, .items = 2, .host_of = hosts}).steps)
            between += now.what == net::step::kind::send && rank % count != now.peer % count;
    CHECK(between == count * (count - 1));
}

TEST_CASE("Scans of two levels: messages between hosts are those of one rank for each host") {
    const net::algorithm& how =
        *net::find_algorithm(GENERATE(collective_kind::scan, collective_kind::exclusive_scan), "two-level");
    const std::vector<int> hosts = GENERATE_COPY(from_range(consecutive_placements()));
    const auto size = static_cast<int>(hosts.size());
    const int count = hosts.front() - hosts.back() + 1;
    CAPTURE(net::name_of(how.kind), hosts);
    const net::collective_shape shape{.size = size, .items = 3, .host_of = hosts};
    check_call(how, {how.kind, shape}, false);
    int between = 0, of_one_rank_each = 0;
    for (int rank = 0; rank < size; ++rank)
        for (const net::step& now : how.make({.rank = rank, .size = size, .items = 3, .host_of = hosts}).steps)
            between += now.what == net::step::kind::send &&
                       hosts[static_cast<std::size_t>(rank)] != hosts[static_cast<std::size_t>(now.peer)];
    for (int distance = 1; distance < count; distance *= 2)
        of_one_rank_each += count - distance;
    CHECK(between == of_one_rank_each);
}

TEST_CASE("An exclusive scan of two levels on hosts of one rank costs as much as one by doubling") {
    const int size = GENERATE(1, 2, 3, 8, 13);
    std::vector<int> hosts(static_cast<std::size_t>(size));
    std::iota(hosts.begin(), hosts.end(), 0);
    const net::collective_shape shape{.size = size, .items = 3, .host_of = hosts};
    CAPTURE(size);
    CHECK(net::exclusive_scan_two_level.cost(shape) == net::exclusive_scan_doubling.cost(shape));
}

TEST_CASE("Scans of two levels need hosts of consecutive ranks") {
    const net::algorithm& how =
        *net::find_algorithm(GENERATE(collective_kind::scan, collective_kind::exclusive_scan), "two-level");
    const std::vector<int> consecutive{2, 2, 7}, in_turn{0, 1, 0};
    CHECK(how.fits({.size = 3, .items = 1, .commutative = true, .host_of = consecutive}));
    CHECK_FALSE(how.fits({.size = 3, .items = 1, .commutative = true, .host_of = in_turn}));
}

}  // namespace reductions_test
