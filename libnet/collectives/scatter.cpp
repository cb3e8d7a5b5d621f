// Scatters down the hypercube tree: every node receives the blocks of its subtree in one message and sends each child
// its part.
#include <algorithm>
#include <numeric>

#include "banyan/net/collectives.hpp"
#include "libnet/collectives/scratch.hpp"
#include "libnet/collectives/subtree_blocks.hpp"
#include "libnet/collectives/tree_operations.hpp"

namespace banyan::net {

namespace {

// One scatter over the tree, with rank `root` at its root.
struct scatter_tree : tree_member {
    using tree_member::tree_member;

    void pass_on(const subtree_blocks& blocks, std::span<const std::byte> subtree) {
        std::vector<request> sends;
        for (auto child = place.children.rbegin(); child != place.children.rend(); ++child) {
            const int extent = hypercube_place(*child, ch.size()).extent;
            sends.push_back(ch.async_send(rank_of(*child), blocks.part(subtree, *child, extent)));
        }
        ch.wait_all(sends);
    }

    void run(std::span<const std::size_t> sizes, std::span<const std::byte> all, std::span<std::byte> mine) {
        if (place.parent && place.children.empty()) return ch.recv(rank_of(*place.parent), mine);
        const subtree_blocks blocks(place, sizes);
        const bool in_order = !place.parent && root == 0;
        const scratch space(in_order ? 0 : blocks.total_bytes());
        std::span<const std::byte> subtree = in_order ? all : space.bytes();
        if (place.parent) {
            ch.recv(rank_of(*place.parent), space.bytes());
        } else if (!in_order) {
            const auto own = all.end() - static_cast<std::ptrdiff_t>(blocks.part(subtree, 0, ch.size() - root).size());
            std::ranges::rotate_copy(all, own, space.bytes().begin());
        }
        std::ranges::copy(blocks.part(subtree, place.node, 1), mine.begin());
        pass_on(blocks, subtree);
    }
};

void check(const group& g, rank root, bool right, const char* text) {
    if (g.rank() == root && !right) throw error(errc::invalid_argument, text);
}

detail::varying_sizes distribute_sizes(collective_messages& ch, std::span<const std::size_t> of_ranks, rank root) {
    scatter_tree work(ch, root);
    detail::varying_sizes sizes;
    if (work.place.parent) {
        sizes.subtree.resize(static_cast<std::size_t>(work.place.extent));
        ch.recv(work.rank_of(*work.place.parent), std::as_writable_bytes(std::span(sizes.subtree)));
    } else {
        sizes.of_ranks.assign(of_ranks.begin(), of_ranks.end());
        sizes.subtree = sizes.of_ranks;
        std::ranges::rotate(sizes.subtree, sizes.subtree.begin() + root.value);
    }
    const std::vector each(sizes.subtree.size(), sizeof(std::size_t));
    work.pass_on(subtree_blocks(work.place, each), std::as_bytes(std::span(sizes.subtree)));
    return sizes;
}

}  // namespace

void detail::scatter(const group& g, std::span<const std::byte> all, std::span<std::byte> mine, const char* item_type,
                     rank root, deadline until) {
    check_root(g, root);
    check(g, root, all.size() == mine.size() * static_cast<std::size_t>(g.size()),
          "scatter: the root must have one part for each rank, all of the same length");
    const collective_call call{collective_kind::scatter, root.value, mine.size(), item_type};
    run_collective(g, call, until, [&](collective_messages& ch) {
        scatter_tree work(ch, root);
        work.run(std::vector(static_cast<std::size_t>(work.place.extent), mine.size()), all, mine);
    });
}

detail::varying_sizes detail::scatter_sizes(const group& g, std::span<const std::size_t> of_ranks,
                                            std::size_t total_bytes, const char* item_type, rank root, deadline until) {
    check_root(g, root);
    check(g, root, of_ranks.size() == static_cast<std::size_t>(g.size()),
          "scatter_varying: the root must give one count for each rank");
    check(g, root, total_bytes == std::accumulate(of_ranks.begin(), of_ranks.end(), std::size_t{0}),
          "scatter_varying: the counts must add up to the number of items");
    const collective_call call{collective_kind::scatter_varying, root.value, collective_call::any_length, item_type};
    return run_collective(g, call, until,
                          [&](collective_messages& ch) { return distribute_sizes(ch, of_ranks, root); });
}

void detail::scatter_varying(const group& g, std::span<const std::byte> all, const varying_sizes& sizes,
                             std::span<std::byte> mine, rank root, deadline until) {
    run_collective(g, collective_messages::continued{}, until,
                   [&](collective_messages& ch) { scatter_tree(ch, root).run(sizes.subtree, all, mine); });
}

}  // namespace banyan::net
