// Up the hypercube tree: every node collects the blocks of its subtree, in node order, and sends them on in one
// message.
#include <algorithm>

#include "banyan/net/collectives.hpp"
#include "libnet/collectives/scratch.hpp"
#include "libnet/collectives/subtree_blocks.hpp"
#include "libnet/collectives/tree_member.hpp"

namespace banyan::net::detail {

namespace {

// One gather over the tree with its root on `root`.
struct gathering : tree_member {
    using tree_member::tree_member;

    void collect(const subtree_blocks& blocks, std::span<const std::byte> mine, std::span<std::byte> subtree) {
        std::ranges::copy(mine, blocks.part(subtree, place.node, 1).begin());
        for (const int child : place.children) {
            const int extent = hypercube_place(child, ch.size()).extent;
            ch.recv(rank_of(child), blocks.part(subtree, child, extent));
        }
    }

    // `all` is written on the root only, in rank order.
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

void check_total(const collective_messages& ch, rank root, std::size_t have, std::size_t need) {
    if (ch.rank() != root.value || have == need) return;
    throw error(errc::invalid_argument,
                "gather: the root has room for " + std::to_string(have) + " bytes, needs " + std::to_string(need));
}

}  // namespace

void gather(const group& g, std::span<const std::byte> mine, std::span<std::byte> all, rank root, deadline until) {
    collective_messages ch(g, collective_kind::gather, until);
    ch.check_root(root);
    check_total(ch, root, all.size(), mine.size() * static_cast<std::size_t>(ch.size()));
    gathering work(ch, root);
    work.run(std::vector(static_cast<std::size_t>(work.place.extent), mine.size()), mine, all);
}

varying_sizes gather_sizes(const group& g, std::size_t mine_bytes, rank root, deadline until) {
    collective_messages ch(g, collective_kind::gather, until);
    ch.check_root(root);
    gathering work(ch, root);
    varying_sizes sizes;
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

void gather_varying(const group& g, std::span<const std::byte> mine, const varying_sizes& sizes,
                    std::span<std::byte> all, rank root, deadline until) {
    collective_messages ch(g, collective_kind::gather, until);
    gathering(ch, root).run(sizes.subtree, mine, all);
}

}  // namespace banyan::net::detail
