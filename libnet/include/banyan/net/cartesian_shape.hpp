// Ranks as points of a Cartesian grid of any dimension: pure functions, without messages.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "banyan/net/ids.hpp"

namespace banyan::net {

/// One axis of a Cartesian grid of ranks.
struct cartesian_axis {
    int extent = 1;         ///< number of ranks along it, at least 1
    bool periodic = false;  ///< the last rank has the first one as its neighbour
    friend bool operator==(const cartesian_axis&, const cartesian_axis&) = default;
};

/// The axes of a Cartesian grid of ranks. A value type. Ranks are in row-major order: the coordinate of the last axis
/// varies fastest.
class cartesian_shape {
  public:
    /// Throws errc::invalid_argument without an axis, for an extent below 1, or for 2^31 ranks or more.
    explicit cartesian_shape(std::vector<cartesian_axis> axes);

    [[nodiscard]] const std::vector<cartesian_axis>& axes() const { return axes_; }
    [[nodiscard]] int dimensions() const { return static_cast<int>(axes_.size()); }
    /// The number of ranks: the product of the extents.
    [[nodiscard]] int size() const { return size_; }

    /// One coordinate for each axis, 0 .. extent - 1. Throws errc::invalid_argument for a rank outside.
    [[nodiscard]] std::vector<int> coordinates(rank r) const;
    /// The rank at these coordinates. Coordinates of periodic axes may be any numbers and are wrapped. Returns nothing
    /// if a coordinate of another axis is outside its extent. Throws errc::invalid_argument unless there is one
    /// coordinate for each axis.
    [[nodiscard]] std::optional<rank> rank_of(std::span<const int> coordinates) const;
    /// The rank at `distance` along an axis. The distance may be negative. Returns nothing beyond the end of an axis
    /// that is not periodic. Throws errc::invalid_argument for an unknown axis or rank.
    [[nodiscard]] std::optional<rank> shifted(rank r, int axis, int distance) const;
    /// The neighbours at distance -1 and +1 along axis 0, then along axis 1, and so on: 2 entries for each axis. A rank
    /// may occur twice, or be its own neighbour, along a periodic axis of extent 2 or 1.
    [[nodiscard]] std::vector<std::optional<rank>> neighbours(rank r) const;

    friend bool operator==(const cartesian_shape&, const cartesian_shape&) = default;

  private:
    void expect_axis(int axis) const;

    std::vector<cartesian_axis> axes_;
    int size_ = 1;
};

/// The extents of `dimensions` axes with the product `size`, as equal as possible, the largest first. Of all choices,
/// the one whose largest extent is smallest is taken, then the one whose second extent is smallest, and so on. Throws
/// errc::invalid_argument for size < 1 or dimensions < 1.
[[nodiscard]] std::vector<int> balanced_extents(int size, int dimensions);

}  // namespace banyan::net
