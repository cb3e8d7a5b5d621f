// Allreduce up and down a tree, and along the chain, against its two parts: a reduce to rank 0 and a broadcast.
#include "libnet/schedules/tree_allreduce.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "libnet/schedules/cost_sums.hpp"
#include "tests/libnet/schedules/every_algorithm.hpp"
#include "tests/libnet/schedules/expressions.hpp"
#include "tests/libnet/schedules/operations.hpp"
#include "tests/libnet/schedules/reductions.hpp"

namespace tree_allreduce_test {

using namespace banyan;
using namespace banyan::testing;
using net::collective_kind;

namespace {

const net::algorithm& every_tree_allreduce() {
    const std::string name =
        GENERATE(as<std::string>{}, "binary-tree", "chain", "n-ary-tree", "near-binary-tree", "reduce-broadcast");
    return *net::find_algorithm(collective_kind::allreduce, name);
}

const net::algorithm& part_of(const net::algorithm& how, collective_kind kind) {
    return *net::find_algorithm(kind, how.name == "reduce-broadcast" ? "hypercube-tree" : how.name);
}

}  // namespace

TEST_CASE("An allreduce over a tree costs as much as a reduce to rank 0 and a broadcast from it") {
    const net::algorithm& how = every_tree_allreduce();
    const int size = every_size();
    const std::size_t items = every_length(size);
    const std::size_t segment = every_segment(how, items);
    CAPTURE(how.name, size, items, segment);
    const net::collective_shape call{.size = size, .items = items, .segment = segment};
    const net::algorithm_cost cost = how.cost(call);
    CHECK((cost == net::in_sequence(part_of(how, collective_kind::reduce).cost(call),
                                    part_of(how, collective_kind::broadcast).cost(call))));
    const reduction_run run = run_reduction(how, {.kind = how.kind, .shape = call}, ordered_operation, values_of_rank);
    CHECK((run.seen == cost));
}

TEST_CASE("An allreduce over a tree combines in the association of a reduce over the same tree") {
    const net::algorithm& how = every_tree_allreduce();
    const int size = every_size();
    CAPTURE(how.name, size);
    const net::algorithm& reduce = part_of(how, collective_kind::reduce);
    const net::collective_shape call{.size = size, .items = 2};
    expressions known;
    const item_operation combine = [&known](std::int64_t left, std::int64_t right) {
        return known.combine(left, right);
    };
    const auto outputs = [&](const net::algorithm& of) {
        return run_reduction(of, {.kind = of.kind, .shape = call}, combine, expressions::of_rank).outputs;
    };
    const std::vector<std::int64_t> on_root = outputs(reduce).front();
    for (const std::vector<std::int64_t>& output : outputs(how))
        CHECK(output == on_root);
    CHECK(how.standard_association == reduce.standard_association);
}

}  // namespace tree_allreduce_test
