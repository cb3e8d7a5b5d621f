// The first part of collectives whose blocks differ in length: the ranks tell each other the lengths.
#include <fmt/format.h>

#include "banyan/net/collectives.hpp"
#include "libnet/collectives/collective_plan.hpp"

namespace banyan::net::detail {
namespace {

void expect_counts(const group& g, const collective_arguments& arguments, std::span<const std::size_t> counts) {
    const std::size_t items = arguments.input.size() / arguments.item_bytes;
    if (counts.size() == static_cast<std::size_t>(g.size()) && sum(counts) == items) return;
    throw error(errc::invalid_argument,
                fmt::format("{}: {} counts with the sum {} for {} items; allowed: one count for each of the {} ranks, "
                            "with the number of items as their sum",
                            name_of(arguments.kind), counts.size(), sum(counts), items, g.size()));
}

}  // namespace

std::vector<std::size_t> collect_counts(const group& g, const collective_arguments& arguments, std::size_t mine,
                                        const collective_options& how) {
    (void)g.task(arguments.root);
    std::vector<std::size_t> counts(static_cast<std::size_t>(g.size()));
    const auto part = arguments_for<std::size_t>(collective_kind::allgather, std::as_bytes(std::span(&mine, 1)),
                                                 std::as_writable_bytes(std::span(counts)));
    run_part(g, part, call_of(arguments), how.until);
    return counts;
}

std::vector<std::size_t> distribute_counts(const group& g, const collective_arguments& arguments,
                                           std::span<const std::size_t> counts, const collective_options& how) {
    (void)g.task(arguments.root);
    if (g.rank() == arguments.root) expect_counts(g, arguments, counts);
    std::vector<std::size_t> all(static_cast<std::size_t>(g.size()));
    if (g.rank() == arguments.root) all.assign(counts.begin(), counts.end());
    const auto part = arguments_for<std::size_t>(collective_kind::broadcast, {}, std::as_writable_bytes(std::span(all)),
                                                 arguments.root);
    run_part(g, part, call_of(arguments), how.until);
    return all;
}

std::vector<std::size_t> exchange_counts(const group& g, const collective_arguments& arguments,
                                         std::span<const std::size_t> counts, const collective_options& how) {
    expect_counts(g, arguments, counts);
    std::vector<std::size_t> received(counts.size());
    const auto part = arguments_for<std::size_t>(collective_kind::alltoall, std::as_bytes(counts),
                                                 std::as_writable_bytes(std::span(received)));
    run_part(g, part, call_of(arguments), how.until);
    return received;
}

void run_second_part(const group& g, const collective_arguments& arguments, const collective_options& how) {
    const collective_plan plan = plan_collective(g, arguments, how);
    carry_out_second_part(g, plan, arguments, scratch_for(plan, arguments).bytes(), how.until);
}

}  // namespace banyan::net::detail
