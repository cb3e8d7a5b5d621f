#include "libpart/geometry/tree_capacity.hpp"

#include <algorithm>

#include "libpart/geometry/whole_part.hpp"

namespace banyan::part {

std::int64_t tree_capacity::reach(const cut_tree& node, cut along, std::int64_t other) {
    if (given_up()) return -1;
    if (node.direction == cut::none) {
        --leaves_left_;
        return most_by_area(node, other) < 1 ? -1 : most_by_area(node, other);
    }
    return node.direction == along ? sum_of_parts(node, other) : search(node, along, other);
}

bool tree_capacity::holds(const cut_tree& tree, const grid& domain) {
    const bool side_by_side = tree.direction == cut::vertical;
    const std::int64_t other = side_by_side ? domain.rows() : domain.cols();
    return reach(tree, tree.direction, other) >= (side_by_side ? domain.cols() : domain.rows());
}

std::int64_t tree_capacity::most_by_area(const cut_tree& node, std::int64_t other) const {
    return whole_part(time_ * node.weight / static_cast<double>(other), grid::max_side);
}

std::int64_t tree_capacity::sum_of_parts(const cut_tree& node, std::int64_t other) {
    std::int64_t sum = 0;
    for (const cut_tree& part : node.parts) {
        const std::int64_t add = reach(part, node.direction, other);
        if (add < 0) return -1;
        sum += add;
    }
    return sum;
}

// The largest length at which the parts together still reach `other`. Two kinds of upper bounds are close to it: the
// length that the area of the node allows, and for each part the length that its area allows if the part has its fewest
// lines. So the search starts at the least of these bounds, goes down in growing steps, and then bisects the last step.
std::int64_t tree_capacity::search(const cut_tree& node, cut along, std::int64_t other) {
    const std::int64_t least = along == cut::vertical ? node.min_cols : node.min_rows;
    if (other < (along == cut::vertical ? node.min_rows : node.min_cols)) return -1;
    const auto good = [&](std::int64_t length) { return sum_of_parts(node, length) >= other; };
    std::int64_t bad = most_by_area(node, other) + 1;
    for (const cut_tree& part : node.parts)
        bad = std::min(bad, most_by_area(part, along == cut::vertical ? part.min_rows : part.min_cols) + 1);
    std::int64_t length = bad - 1;
    for (std::int64_t step = 1;; step *= 2) {
        if (length < least) length = least;
        if (bad <= least) return -1;
        if (good(length)) break;
        bad = length;
        length -= step;
    }
    while (bad - length > 1) {
        const std::int64_t middle = length + (bad - length) / 2;
        (good(middle) ? length : bad) = middle;
    }
    return length;
}

namespace {

struct effort {
    double own = 1;     // along the node's own direction
    double turned = 1;  // across it
};

effort effort_of(const cut_tree& node) {
    constexpr double guesses = 4;  // lengths that search() tries
    if (node.direction == cut::none) return {};
    effort sum{0, 0};
    for (const cut_tree& part : node.parts) {
        const effort of_part = effort_of(part);
        sum.own += part.direction == node.direction ? of_part.own : of_part.turned;
    }
    sum.turned = guesses * sum.own;
    return sum;
}

}  // namespace

double visited_leaves(const cut_tree& tree) {
    return effort_of(tree).own;
}

}  // namespace banyan::part
