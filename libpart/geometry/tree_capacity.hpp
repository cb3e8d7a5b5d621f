// How much area a cut tree can fill in a given time: F and G of rounding.hpp.
#pragma once

#include <cstdint>
#include <limits>

#include "banyan/part/grid.hpp"
#include "libpart/geometry/cut_tree.hpp"

namespace banyan::part {

/// Times that differ by at most this fraction count as equal. Also covers the rounding of t w.
constexpr double time_slack = 1e-12;
constexpr double any_number_of_leaves = std::numeric_limits<double>::infinity();

/// F and G (rounding.hpp) for one time. Gives up after `most_leaves` visits of leaves.
class tree_capacity {
  public:
    explicit tree_capacity(double time, double most_leaves = any_number_of_leaves)
        : time_(time * (1 + time_slack)), leaves_left_(most_leaves) {}

    /// F (along = vertical, `other` in rows) or G (along = horizontal, `other` in columns); -1 if a processor below
    /// gets no cell, or after giving up.
    [[nodiscard]] std::int64_t reach(const cut_tree& node, cut along, std::int64_t other);
    [[nodiscard]] bool holds(const cut_tree& tree, const grid& domain);
    [[nodiscard]] bool given_up() const { return leaves_left_ <= 0; }
    /// The length that the node would fill across `other` rows or columns if its cells could be divided, at most
    /// grid::max_side.
    [[nodiscard]] std::int64_t most_by_area(const cut_tree& node, std::int64_t other) const;

  private:
    [[nodiscard]] std::int64_t sum_of_parts(const cut_tree& node, std::int64_t other);
    [[nodiscard]] std::int64_t search(const cut_tree& node, cut along, std::int64_t other);

    double time_;
    double leaves_left_;
};

/// An estimate of the leaves that reach() visits for a tree along its own direction.
double visited_leaves(const cut_tree& tree);

}  // namespace banyan::part
