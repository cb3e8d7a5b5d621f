// Down the hypercube tree, largest subtree first.
#include "banyan/net/collectives.hpp"
#include "libnet/collectives/collective_messages.hpp"
#include "libnet/collectives/hypercube_tree.hpp"

namespace banyan::net::detail {

void broadcast(const group& g, std::span<std::byte> items, rank root, deadline until) {
    collective_messages ch(g, collective_kind::broadcast, until);
    ch.check_root(root);
    const int p = ch.size();
    const tree_place place = hypercube_place(node_of_rank(ch.rank(), root.value, p), p);
    if (place.parent) ch.recv(rank_of_node(*place.parent, root.value, p), items);
    std::vector<request> sends;
    for (auto child = place.children.rbegin(); child != place.children.rend(); ++child) {
        sends.push_back(ch.async_send(rank_of_node(*child, root.value, p), items));
    }
    ch.wait_all(sends);
}

}  // namespace banyan::net::detail
