#include "libnet/schedules/tree_table.hpp"

#include <algorithm>

#include "libnet/schedules/chain_tree.hpp"
#include "libnet/schedules/hypercube_tree.hpp"
#include "libnet/schedules/mirrored_hypercube_tree.hpp"
#include "libnet/schedules/n_ary_tree.hpp"
#include "libnet/schedules/near_binary_tree.hpp"
#include "libnet/schedules/star_tree.hpp"
#include "libnet/schedules/two_binary_tree.hpp"

namespace banyan::net {
namespace {

const tree* const table[] = {
    &hypercube_tree,  &mirrored_hypercube_tree, &near_binary_tree, &binary_tree,
    &two_binary_tree, &four_ary_tree,           &chain_tree,       &star_tree,
};

}  // namespace

std::span<const tree* const> all_trees() {
    return table;
}

const tree* find_tree(std::string_view name) {
    const auto* const found = std::ranges::find(table, name, &tree::name);
    return found == std::end(table) ? nullptr : *found;
}

}  // namespace banyan::net
