// The first part of collectives whose blocks differ in length: the ranks tell each other the lengths.
#include <fmt/format.h>

#include <algorithm>

#include "banyan/net/varying_collectives.hpp"
#include "libnet/collectives/algorithm_choice.hpp"
#include "libnet/collectives/checked_shape.hpp"
#include "libnet/collectives/collective_plan.hpp"

namespace banyan::net::detail {
namespace {

void expect_counts(const group& g, const collective_arguments& arguments, std::span<const std::size_t> counts) {
    const std::size_t items = arguments.input.size() / arguments.item_bytes;
    if (counts.size() == static_cast<std::size_t>(g.size()) && add_up_to(counts, items)) return;
    throw error(errc::invalid_argument,
                fmt::format("{}: {} counts with the sum {} for {} items; allowed: one count for each of the {} ranks, "
                            "with the number of items as their sum",
                            name_of(arguments.kind), counts.size(), text_of_sum(counts), items, g.size()));
}

// What a rank tells another: the items of its block for it, and the extremes of its blocks for all other ranks. So all
// ranks know the extremes of all blocks, and all decide in the same way whether they exchange all lengths.
struct count_note {
    std::uint64_t count = 0;
    block_extremes blocks;
};

block_extremes extremes_of_all(std::span<const count_note> notes) {
    block_extremes found = notes.front().blocks;
    for (const count_note& note : notes)
        found = extremes_of_both(found, note.blocks);
    return found;
}

}  // namespace

std::vector<std::size_t> collect_counts(const group& g, const collective_arguments& arguments, std::size_t mine,
                                        const collective_options& how) {
    (void)g.task(arguments.root);
    expect_possible_options(arguments.kind, how);
    std::vector<std::size_t> counts(static_cast<std::size_t>(g.size()));
    const auto part = arguments_for<std::size_t>(collective_kind::allgather, std::as_bytes(std::span(&mine, 1)),
                                                 std::as_writable_bytes(std::span(counts)));
    run_part(g, part, call_of(arguments), how.until);
    return counts;
}

std::vector<std::size_t> distribute_counts(const group& g, const collective_arguments& arguments,
                                           std::span<const std::size_t> counts, const collective_options& how) {
    (void)g.task(arguments.root);
    expect_possible_options(arguments.kind, how);
    if (g.rank() == arguments.root) expect_counts(g, arguments, counts);
    std::vector<std::size_t> all(static_cast<std::size_t>(g.size()));
    if (g.rank() == arguments.root) all.assign(counts.begin(), counts.end());
    const auto part = arguments_for<std::size_t>(collective_kind::broadcast, {}, std::as_writable_bytes(std::span(all)),
                                                 arguments.root);
    run_part(g, part, call_of(arguments), how.until);
    return all;
}

exchanged_counts exchange_counts(const group& g, const collective_arguments& arguments,
                                 std::span<const std::size_t> counts, const collective_options& given) {
    expect_counts(g, arguments, counts);
    expect_possible_options(arguments.kind, given);
    const collective_options how = with_named_algorithm(g, arguments.kind, given);
    const std::size_t p = counts.size();
    const block_extremes mine = extremes_of(counts, static_cast<std::size_t>(g.rank().value));
    std::vector<count_note> sent, received(p);
    for (const std::size_t count : counts)
        sent.push_back({count, mine});
    const auto part = arguments_for<count_note>(collective_kind::alltoall, std::as_bytes(std::span(sent)),
                                                std::as_writable_bytes(std::span(received)));
    run_part(g, part, call_of(arguments), how.until);
    exchanged_counts found;
    for (const count_note& note : received)
        found.received.push_back(note.count);
    const block_extremes blocks = extremes_of_all(received);
    measure_when_due(g, blocks.longest * arguments.item_bytes, how);
    if (!lengths_matter(g, blocks, arguments.item_bytes, how)) return found;
    found.all.resize(p * p);
    run_second_part(g,
                    arguments_for<std::size_t>(collective_kind::allgather, std::as_bytes(counts),
                                               std::as_writable_bytes(std::span(found.all))),
                    how.until);
    return found;
}

void run_second_part(const group& g, const collective_arguments& arguments, const collective_options& how) {
    const collective_plan plan = plan_collective(g, arguments, how);
    carry_out_second_part(g, plan, arguments, how.until);
}

}  // namespace banyan::net::detail
