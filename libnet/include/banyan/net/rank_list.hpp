// Ordered lists of distinct ranks, their union, intersection and difference: for groups made from lists.
#pragma once

#include <initializer_list>
#include <optional>
#include <vector>

#include "banyan/net/ids.hpp"

namespace banyan::net {

/// A value type: an ordered list of distinct ranks >= 0. The order matters: it is the order of the ranks of a new group
/// (group::subgroup).
class rank_list {
  public:
    rank_list() = default;
    /// Throws errc::invalid_argument, naming the rank, for a negative rank or one that is in the list twice.
    rank_list(std::initializer_list<rank> ranks) : rank_list(std::vector(ranks)) {}
    explicit rank_list(std::vector<rank> ranks);
    /// The ranks first, first + step, first + 2 step, ... that are less than `end`. Throws errc::invalid_argument for
    /// first < 0 or step < 1.
    static rank_list range(int first, int end, int step = 1);

    [[nodiscard]] int size() const { return static_cast<int>(ranks_.size()); }
    [[nodiscard]] bool empty() const { return ranks_.empty(); }
    /// The rank at this place, 0 .. size - 1, which is not checked.
    [[nodiscard]] rank operator[](int place) const { return ranks_[static_cast<std::size_t>(place)]; }
    [[nodiscard]] auto begin() const { return ranks_.begin(); }
    [[nodiscard]] auto end() const { return ranks_.end(); }
    [[nodiscard]] bool contains(rank r) const { return place_of(r).has_value(); }
    /// The place of the rank in the list; nothing if it is not in it. Takes time proportional to the size.
    [[nodiscard]] std::optional<int> place_of(rank r) const;

    friend bool operator==(const rank_list&, const rank_list&) = default;

  private:
    std::vector<rank> ranks_;
};

/// The ranks of `a`, then those of `b` that are not in `a`, each in the order of its list.
[[nodiscard]] rank_list union_of(const rank_list& a, const rank_list& b);
/// The ranks of `a` that are in `b`, in the order of `a`.
[[nodiscard]] rank_list intersection_of(const rank_list& a, const rank_list& b);
/// The ranks of `a` that are not in `b`, in the order of `a`.
[[nodiscard]] rank_list difference_of(const rank_list& a, const rank_list& b);

}  // namespace banyan::net
