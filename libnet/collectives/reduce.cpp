// Reduces up the hypercube tree to rank 0. A subtree there is a range of consecutive ranks, so the order of ranks is
// kept for operations that do not commute. Another root receives the result from rank 0 in one more round.
#include <cstring>

#include "banyan/net/collectives.hpp"
#include "libnet/collectives/collective_messages.hpp"
#include "libnet/collectives/scratch.hpp"
#include "libnet/schedules/hypercube_tree.hpp"

namespace banyan::net::detail {

namespace {

void copy(std::span<const std::byte> from, std::span<std::byte> to) {
    if (!from.empty()) std::memmove(to.data(), from.data(), from.size());
}

// Combines the values of the lower ranks in the tree into `value`, which holds this rank's own value.
void combine_subtree(collective_messages& ch, const tree_place& place, std::span<std::byte> value, const combiner& op) {
    if (place.children.empty()) return;
    const scratch theirs(value.size(), op.alignment);
    for (const int child : place.children) {
        ch.recv(child, theirs.bytes());
        op.apply(op.op, value.data(), theirs.bytes().data(), value.data(), value.size() / op.item_bytes);
    }
}

void check_result(const group& g, std::size_t mine, std::size_t result, rank root) {
    if (g.rank() != root || mine == result) return;
    throw error(errc::invalid_argument, "reduce: the result has " + std::to_string(result) +
                                            " bytes on the root, the items " + std::to_string(mine) +
                                            "; the lengths must be equal");
}

void reduce_up(collective_messages& ch, std::span<const std::byte> mine, std::span<std::byte> result,
               const combiner& op, rank root) {
    const tree_place place = hypercube_place(ch.rank(), ch.size());
    const bool is_root = ch.rank() == root.value;
    if (place.children.empty() && place.parent) {
        ch.send(*place.parent, mine);
    } else {
        const scratch own(is_root ? 0 : mine.size(), op.alignment);
        const std::span<std::byte> value = is_root ? result : own.bytes();
        copy(mine, value);
        combine_subtree(ch, place, value, op);
        if (place.parent) ch.send(*place.parent, value);
        if (!place.parent && !is_root) ch.send(root.value, value, 1);
    }
    if (is_root && place.parent) ch.recv(0, result, 1);
}

}  // namespace

void reduce(const group& g, std::span<const std::byte> mine, std::span<std::byte> result, const combiner& op, rank root,
            deadline until) {
    check_root(g, root);
    check_result(g, mine.size(), result.size(), root);
    const collective_call call{collective_kind::reduce, root.value, mine.size(), op.item_type, op.operation};
    run_collective(g, call, until, [&](collective_messages& ch) { reduce_up(ch, mine, result, op, root); });
}

}  // namespace banyan::net::detail
