#include "libnet/collectives/checked_shape.hpp"

#include <fmt/format.h>

#include <functional>

#include "libnet/schedules/collective_traits.hpp"

namespace banyan::net {
namespace {

using detail::collective_arguments;

void expect(const collective_arguments& call, const char* what, std::size_t have, std::size_t need) {
    if (have == need) return;
    throw error(errc::invalid_argument, fmt::format("{}: the {} has {} items, allowed: {}", name_of(call.kind), what,
                                                    have / call.item_bytes, need / call.item_bytes));
}

// Items of all blocks.
void expect_sum(const collective_arguments& call, const char* what, std::size_t have_bytes,
                std::span<const std::size_t> counts) {
    const std::size_t have = have_bytes / call.item_bytes;
    if (detail::add_up_to(counts, have)) return;
    throw error(errc::invalid_argument, fmt::format("{}: the {} has {} items, allowed: {}, the sum of the counts",
                                                    name_of(call.kind), what, have, text_of_sum(counts)));
}

// Items of one block.
void expect_count(const collective_arguments& call, const char* what, std::size_t have_bytes, std::size_t count) {
    const std::size_t have = have_bytes / call.item_bytes;
    if (have == count) return;
    throw error(errc::invalid_argument,
                fmt::format("{}: the {} has {} items, allowed: {}", name_of(call.kind), what, have, count));
}

void expect_count_for_each_rank(const collective_arguments& call, std::span<const std::size_t> counts, int size) {
    if (counts.size() == static_cast<std::size_t>(size)) return;
    throw error(errc::invalid_argument, fmt::format("{}: {} counts for {} ranks; one count for each rank is needed",
                                                    name_of(call.kind), counts.size(), size));
}

bool share_memory(std::span<const std::byte> a, std::span<const std::byte> b) {
    const std::less<const std::byte*> is_before{};
    return !a.empty() && !b.empty() && is_before(a.data(), b.data() + b.size()) &&
           is_before(b.data(), a.data() + a.size());
}

// These collectives may replace the items by the result.
bool can_be_in_place(collective_kind kind) {
    return kind == collective_kind::reduce || kind == collective_kind::allreduce || kind == collective_kind::scan;
}

// Messages that arrive must not replace items that are not used yet. If there is a root, only it uses both ranges.
void expect_usable_memory(const collective_arguments& call, bool is_root) {
    if (has_root(call.kind) && !is_root) return;
    if (can_be_in_place(call.kind) && call.input.data() == call.output.data()) return;
    detail::expect_apart(call.kind, call.input, call.output);
}

// The bytes of one rank, or of each block.
std::size_t checked_block(const collective_arguments& call, bool is_root, std::size_t p) {
    const std::size_t in = call.input.size(), out = call.output.size();
    switch (call.kind) {
        case collective_kind::broadcast:
            return out;
        case collective_kind::reduce:
            if (is_root) expect(call, "result on the root", out, in);
            return in;
        case collective_kind::allreduce:
        case collective_kind::scan:
        case collective_kind::exclusive_scan:
            expect(call, "result", out, in);
            return in;
        case collective_kind::gather:
            if (is_root) expect(call, "result on the root", out, in * p);
            return in;
        case collective_kind::scatter:
            if (is_root) expect(call, "input on the root", in, out * p);
            return out;
        case collective_kind::allgather:
            expect(call, "result", out, in * p);
            return in;
        case collective_kind::reduce_scatter:
            expect(call, "input", in, out * p);
            return out;
        case collective_kind::alltoall:
            expect(call, "result", out, in);
            if (in % (p * call.item_bytes) != 0)
                throw error(errc::invalid_argument,
                            fmt::format("alltoall: {} items for {} ranks; allowed: a multiple of {}",
                                        in / call.item_bytes, p, p));
            return in / p;
        default:
            return 0;
    }
}

void check_counts(const collective_arguments& call, int rank, int size, bool is_root) {
    const auto me = static_cast<std::size_t>(rank);
    const std::size_t in = call.input.size(), out = call.output.size();
    expect_count_for_each_rank(call, call.counts, size);
    switch (call.kind) {
        case collective_kind::gather_varying:
            expect_count(call, "input", in, call.counts[me]);
            if (is_root) expect_sum(call, "result on the root", out, call.counts);
            return;
        case collective_kind::scatter_varying:
            expect_count(call, "result", out, call.counts[me]);
            if (is_root) expect_sum(call, "input on the root", in, call.counts);
            return;
        case collective_kind::allgather_varying:
            expect_count(call, "input", in, call.counts[me]);
            return expect_sum(call, "result", out, call.counts);
        case collective_kind::reduce_scatter:
            expect_sum(call, "input", in, call.counts);
            return expect_count(call, "result", out, call.counts[me]);
        case collective_kind::alltoall_varying:
            expect_count_for_each_rank(call, call.receive_counts, size);
            expect_sum(call, "input", in, call.counts);
            return expect_sum(call, "result", out, call.receive_counts);
        default:
            return;
    }
}

}  // namespace

std::string text_of_sum(std::span<const std::size_t> counts) {
    std::size_t sum = 0;
    for (const std::size_t count : counts)
        if (__builtin_add_overflow(sum, count, &sum)) return "2^64 or more";
    return std::to_string(sum);
}

void detail::expect_apart(collective_kind kind, std::span<const std::byte> input, std::span<const std::byte> output) {
    if (!share_memory(input, output)) return;
    const bool in_place = can_be_in_place(kind);
    throw error(errc::invalid_argument,
                fmt::format("{}: the input and the result overlap; give the result memory of its own{}", name_of(kind),
                            in_place ? ", or the same memory as the input" : ""));
}

collective_shape checked_shape(const group& g, const collective_arguments& arguments) {
    (void)g.task(arguments.root);  // throws for a root outside the group
    collective_shape shape;
    shape.rank = g.rank().value;
    shape.size = g.size();
    shape.root = arguments.root.value;
    shape.counts = arguments.counts;
    shape.receive_counts = arguments.receive_counts;
    shape.matrix = arguments.matrix;
    const bool is_root = g.rank() == arguments.root;
    expect_usable_memory(arguments, is_root);
    if (arguments.counts.empty())
        shape.items = checked_block(arguments, is_root, static_cast<std::size_t>(g.size())) / arguments.item_bytes;
    else
        check_counts(arguments, shape.rank, shape.size, is_root);
    return shape;
}

}  // namespace banyan::net
