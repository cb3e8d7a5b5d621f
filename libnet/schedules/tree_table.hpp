// The trees by name.
#pragma once

#include <span>
#include <string_view>

#include "libnet/schedules/tree.hpp"

namespace banyan::net {

std::span<const tree* const> all_trees();
/// The tree of this name; nullptr if there is none.
const tree* find_tree(std::string_view name);

}  // namespace banyan::net
