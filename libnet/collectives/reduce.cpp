// Up the hypercube tree to rank 0, whose subtrees are consecutive ranks: so the order of ranks is kept for operations
// that do not commute. Another root gets the result from rank 0 in one more round.
#include <cstring>

#include "banyan/net/collectives.hpp"
#include "libnet/collectives/collective_messages.hpp"
#include "libnet/collectives/hypercube_tree.hpp"
#include "libnet/collectives/scratch.hpp"

namespace banyan::net::detail {

namespace {

void copy(std::span<const std::byte> from, std::span<std::byte> to) {
    if (!from.empty()) std::memmove(to.data(), from.data(), from.size());
}

// Combines the values of the ranks below into `value`, which holds this rank's own.
void combine_subtree(collective_messages& ch, const tree_place& place, std::span<std::byte> value, const combiner& op) {
    if (place.children.empty()) return;
    const scratch theirs(value.size(), op.alignment);
    for (const int child : place.children) {
        ch.recv(child, theirs.bytes());
        op.apply(op.op, value.data(), theirs.bytes().data(), value.data(), value.size() / op.item_bytes);
    }
}

void check_result(const collective_messages& ch, std::size_t mine, std::size_t result, rank root) {
    if (ch.rank() != root.value || mine == result) return;
    throw error(errc::invalid_argument, "reduce: the result has " + std::to_string(result) +
                                            " bytes on the root, the items " + std::to_string(mine) +
                                            "; they must agree");
}

}  // namespace

void reduce(const group& g, std::span<const std::byte> mine, std::span<std::byte> result, const combiner& op, rank root,
            deadline until) {
    collective_messages ch(g, collective_kind::reduce, until);
    ch.check_root(root);
    check_result(ch, mine.size(), result.size(), root);
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

}  // namespace banyan::net::detail
