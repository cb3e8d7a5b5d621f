// Algorithms with the standard association really have it: they make the same expressions as the first of their
// collective, and the reductions to one result make those of the Banyan exchange.
#include <catch2/catch.hpp>

#include "libnet/schedules/algorithms.hpp"
#include "tests/libnet/schedules/every_algorithm.hpp"
#include "tests/libnet/schedules/expressions.hpp"
#include "tests/libnet/schedules/reductions.hpp"

namespace association_test {

using namespace banyan;
using namespace banyan::testing;
using net::collective_kind;

namespace {

using outputs = std::vector<std::vector<std::int64_t>>;

outputs expressions_of(const net::algorithm& how, const reduction_call& call, expressions& known) {
    const item_operation combine = [&known](std::int64_t left, std::int64_t right) {
        return known.combine(left, right);
    };
    return run_reduction(how, call, combine, expressions::of_rank).outputs;
}

// The outputs that the results of the Banyan exchange would give.
outputs standard_outputs(const reduction_call& call, expressions& known) {
    reduction_call all{collective_kind::allreduce, {.size = call.shape.size, .items = call.input_items()}};
    const std::vector<std::int64_t> result = expressions_of(net::allreduce_banyan_exchange, all, known).front();
    outputs expected;
    std::size_t first = 0;
    for (int r = 0; r < call.shape.size; ++r) {
        const auto begin = result.begin() + static_cast<std::ptrdiff_t>(first);
        expected.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(call.output_items(r)));
        if (call.kind == collective_kind::reduce_scatter) first += call.output_items(r);
    }
    return expected;
}

bool scans(const net::algorithm& how) {
    return how.kind == collective_kind::scan || how.kind == collective_kind::exclusive_scan;
}

const net::algorithm& first_of(collective_kind kind) {
    return **std::ranges::find(net::all_algorithms(), kind, &net::algorithm::kind);
}

bool reduces(const net::algorithm& how) {
    return scans(how) || how.kind == collective_kind::allreduce || how.kind == collective_kind::reduce ||
           how.kind == collective_kind::reduce_scatter;
}

std::vector<const net::algorithm*> standard_algorithms() {
    std::vector<const net::algorithm*> found;
    std::ranges::copy_if(net::all_algorithms(), std::back_inserter(found),
                         [](const net::algorithm* a) { return reduces(*a) && a->standard_association; });
    return found;
}

}  // namespace

TEST_CASE("Algorithms with the standard association make the same expressions") {
    const net::algorithm& how = *GENERATE(from_range(standard_algorithms()));
    const int size = every_size();
    const auto p = static_cast<std::size_t>(size);
    // Of reduce_scatter: of each block.
    const std::size_t items = how.kind == collective_kind::reduce_scatter ? 2 : GENERATE_COPY(1u, 2 * p - 1);
    const std::size_t segment = GENERATE(0u, 2u);
    CAPTURE(net::name_of(how.kind), how.name, size, items, segment);
    const reduction_call call{how.kind, {.size = size, .root = size / 3, .items = items, .segment = segment}};
    if (how.fits && !how.fits(call.shape)) return;
    expressions known;
    const outputs expected =
        scans(how) ? expressions_of(first_of(how.kind), call, known) : standard_outputs(call, known);
    CHECK(expressions_of(how, call, known) == expected);
}

TEST_CASE("The first algorithm of every reduction has the standard association and fits every shape") {
    const collective_kind kind =
        GENERATE(collective_kind::allreduce, collective_kind::reduce, collective_kind::reduce_scatter,
                 collective_kind::scan, collective_kind::exclusive_scan);
    CHECK(first_of(kind).standard_association);
    CHECK(first_of(kind).fits == nullptr);
}

}  // namespace association_test
