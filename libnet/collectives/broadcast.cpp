// Sends the root's items down the hypercube tree, to the largest subtree first.
#include "banyan/net/collectives.hpp"
#include "libnet/collectives/collective_messages.hpp"
#include "libnet/collectives/tree_operations.hpp"
#include "libnet/schedules/hypercube_tree.hpp"

namespace banyan::net {

void broadcast_down(collective_messages& ch, std::span<std::byte> items, rank root) {
    const int p = ch.size();
    const tree_place place = hypercube_place(node_of_rank(ch.rank(), root.value, p), p);
    if (place.parent) ch.recv(rank_of_node(*place.parent, root.value, p), items);
    std::vector<request> sends;
    for (auto child = place.children.rbegin(); child != place.children.rend(); ++child) {
        sends.push_back(ch.async_send(rank_of_node(*child, root.value, p), items));
    }
    ch.wait_all(sends);
}

void detail::broadcast(const group& g, std::span<std::byte> items, const char* item_type, rank root, deadline until) {
    check_root(g, root);
    const collective_call call{collective_kind::broadcast, root.value, items.size(), item_type};
    run_collective(g, call, until, [&](collective_messages& ch) { broadcast_down(ch, items, root); });
}

}  // namespace banyan::net
