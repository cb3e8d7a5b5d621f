// The cuts that divide a grid into given rectangles.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "banyan/part/partition.hpp"
#include "banyan/part/speeds.hpp"
#include "libpart/geometry/cut_tree.hpp"

namespace banyan::part {

/// A cut tree and the rectangle that each of its nodes covers. Nodes are numbered from the root on, each before its
/// parts and the parts in their order.
struct recovered_cuts {
    cut_tree tree;
    std::vector<block> areas;
};

/// The straight cuts of a rectangular partition, with the speeds as weights of the leaves. A node has all cuts in its
/// direction that go through its rectangle. If cuts of both directions go through, it has those of the direction with
/// more cuts, of the vertical ones on ties. Nothing if some part has no cut that goes through, as in a pinwheel.
/// O(p log p x levels).
std::optional<recovered_cuts> recover_cuts(const partition& parts, const speeds& now);

}  // namespace banyan::part
