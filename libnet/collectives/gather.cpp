// Gathers up the hypercube tree: every node collects the blocks of its subtree in node order and sends them to its
// parent in one message.
#include <algorithm>

#include "banyan/net/collectives.hpp"
#include "libnet/collectives/scratch.hpp"
#include "libnet/collectives/subtree_blocks.hpp"
#include "libnet/collectives/tree_operations.hpp"

namespace banyan::net {

namespace {

// One gather over the tree, with rank `root` at its root.
struct gather_tree : tree_member {
    using tree_member::tree_member;

    void collect(const subtree_blocks& blocks, std::span<const std::byte> mine, std::span<std::byte> subtree) {
        std::ranges::copy(mine, blocks.part(subtree, place.node, 1).begin());
        for (const int child : place.children) {
            const int extent = hypercube_place(child, ch.size()).extent;
            ch.recv(rank_of(child), blocks.part(subtree, child, extent));
        }
    }

    // `all` is written in rank order, on the root only.
    void run(std::span<const std::size_t> sizes, std::span<const std::byte> mine, std::span<std::byte> all) {
        if (place.parent && place.children.empty()) return ch.send(rank_of(*place.parent), mine);
        const subtree_blocks blocks(place, sizes);
        if (!place.parent && root == 0) return collect(blocks, mine, all);
        const scratch space(blocks.total_bytes());
        const std::span<std::byte> subtree = space.bytes();
        collect(blocks, mine, subtree);
        if (place.parent) return ch.send(rank_of(*place.parent), subtree);
        const auto rank_0 =
            subtree.begin() + static_cast<std::ptrdiff_t>(blocks.part(subtree, 0, ch.size() - root).size());
        std::ranges::rotate_copy(subtree, rank_0, all.begin());
    }
};

void check_total(const group& g, rank root, std::size_t have, std::size_t need) {
    if (g.rank() != root || have == need) return;
    throw error(errc::invalid_argument,
                "gather: the root has room for " + std::to_string(have) + " bytes and needs " + std::to_string(need));
}

detail::varying_sizes collect_sizes(collective_messages& ch, std::size_t mine_bytes, rank root) {
    gather_tree work(ch, root);
    detail::varying_sizes sizes;
    sizes.subtree.resize(static_cast<std::size_t>(work.place.extent));
    const std::vector each(sizes.subtree.size(), sizeof(std::size_t));
    const subtree_blocks blocks(work.place, each);
    const std::span<std::byte> subtree = std::as_writable_bytes(std::span(sizes.subtree));
    work.collect(blocks, std::as_bytes(std::span(&mine_bytes, 1)), subtree);
    if (work.place.parent) {
        ch.send(work.rank_of(*work.place.parent), subtree);
    } else {
        sizes.of_ranks = sizes.subtree;
        std::ranges::rotate(sizes.of_ranks, sizes.of_ranks.end() - root.value);
    }
    return sizes;
}

}  // namespace

void gather_up(collective_messages& ch, std::span<const std::byte> mine, std::span<std::byte> all, rank root) {
    gather_tree work(ch, root);
    work.run(std::vector(static_cast<std::size_t>(work.place.extent), mine.size()), mine, all);
}

void detail::gather(const group& g, std::span<const std::byte> mine, std::span<std::byte> all, const char* item_type,
                    rank root, deadline until) {
    check_root(g, root);
    check_total(g, root, all.size(), mine.size() * static_cast<std::size_t>(g.size()));
    const collective_call call{collective_kind::gather, root.value, mine.size(), item_type};
    run_collective(g, call, until, [&](collective_messages& ch) { gather_up(ch, mine, all, root); });
}

detail::varying_sizes detail::gather_sizes(const group& g, std::size_t mine_bytes, const char* item_type, rank root,
                                           deadline until) {
    check_root(g, root);
    const collective_call call{collective_kind::gather_varying, root.value, collective_call::any_length, item_type};
    return run_collective(g, call, until, [&](collective_messages& ch) { return collect_sizes(ch, mine_bytes, root); });
}

void detail::gather_varying(const group& g, std::span<const std::byte> mine, const varying_sizes& sizes,
                            std::span<std::byte> all, rank root, deadline until) {
    run_collective(g, collective_messages::continued{}, until,
                   [&](collective_messages& ch) { gather_tree(ch, root).run(sizes.subtree, mine, all); });
}

}  // namespace banyan::net
