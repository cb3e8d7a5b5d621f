#include "banyan/net/cartesian_shape.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <limits>

#include "banyan/net/error.hpp"

namespace banyan::net {

cartesian_shape::cartesian_shape(std::vector<cartesian_axis> axes) : axes_(std::move(axes)) {
    if (axes_.empty()) throw error(errc::invalid_argument, "a Cartesian shape without an axis; give at least one");
    std::int64_t size = 1;
    for (const cartesian_axis& a : axes_) {
        if (a.extent < 1)
            throw error(errc::invalid_argument,
                        fmt::format("an axis of a Cartesian shape has extent {}; at least 1 is needed", a.extent));
        size *= a.extent;
        if (size > std::numeric_limits<int>::max())
            throw error(errc::invalid_argument, "a Cartesian shape of more than 2147483647 ranks");
    }
    size_ = static_cast<int>(size);
}

void cartesian_shape::expect_axis(int axis) const {
    if (axis >= 0 && axis < dimensions()) return;
    throw error(errc::invalid_argument,
                fmt::format("axis {} of a Cartesian shape of {} axes (0 to {})", axis, dimensions(), dimensions() - 1));
}

std::vector<int> cartesian_shape::coordinates(rank r) const {
    if (r.value < 0 || r.value >= size_)
        throw error(errc::invalid_argument,
                    fmt::format("rank {} is not in a Cartesian shape of {} (0 to {})", r.value, size_, size_ - 1));
    std::vector<int> found(axes_.size());
    int rest = r.value;
    for (std::size_t i = axes_.size(); i-- > 0; rest /= axes_[i].extent)
        found[i] = rest % axes_[i].extent;
    return found;
}

std::optional<rank> cartesian_shape::rank_of(std::span<const int> coordinates) const {
    if (coordinates.size() != axes_.size())
        throw error(errc::invalid_argument,
                    fmt::format("{} coordinates for a Cartesian shape of {} axes", coordinates.size(), axes_.size()));
    int found = 0;
    for (std::size_t i = 0; i < axes_.size(); ++i) {
        const auto& [extent, periodic] = axes_[i];
        int at = coordinates[i];
        if (periodic) at = (at % extent + extent) % extent;
        if (at < 0 || at >= extent) return std::nullopt;
        found = found * extent + at;
    }
    return rank{found};
}

std::optional<rank> cartesian_shape::shifted(rank r, int axis, int distance) const {
    expect_axis(axis);
    std::vector<int> at = coordinates(r);
    const std::size_t i = static_cast<std::size_t>(axis);
    const int extent = axes_[i].extent;
    if (axes_[i].periodic) {
        at[i] += distance % extent;
        return rank_of(at);
    }
    const std::int64_t moved = std::int64_t{at[i]} + distance;
    if (moved < 0 || moved >= extent) return std::nullopt;
    at[i] = static_cast<int>(moved);
    return rank_of(at);
}

std::vector<std::optional<rank>> cartesian_shape::neighbours(rank r) const {
    std::vector<std::optional<rank>> found;
    for (int axis = 0; axis < dimensions(); ++axis)
        for (const int distance : {-1, 1})
            found.push_back(shifted(r, axis, distance));
    return found;
}

namespace {

// Appends extents of at most `largest` with the product `size`; false if there are none. The first divisor that works
// is the least one.
bool append_extents(std::vector<int>& extents, int size, int dimensions, int largest) {
    if (dimensions == 0) return size == 1;
    for (int extent = 1; extent <= size && extent <= largest; ++extent) {
        if (size % extent != 0) continue;
        std::int64_t reach = 1;  // the greatest product with no extent above this one
        for (int i = 0; i < dimensions && reach < size; ++i)
            reach *= extent;
        if (reach < size) continue;
        extents.push_back(extent);
        if (append_extents(extents, size / extent, dimensions - 1, extent)) return true;
        extents.pop_back();
    }
    return false;
}

}  // namespace

std::vector<int> balanced_extents(int size, int dimensions) {
    if (size < 1 || dimensions < 1)
        throw error(
            errc::invalid_argument,
            fmt::format("balanced_extents of {} ranks in {} dimensions; both are at least 1", size, dimensions));
    std::vector<int> extents;
    append_extents(extents, size, dimensions, size);
    return extents;
}

}  // namespace banyan::net
