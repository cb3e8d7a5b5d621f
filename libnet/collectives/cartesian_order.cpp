#include "banyan/net/cartesian_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

#include "banyan/net/error.hpp"

namespace banyan::net {
namespace {

void expect_one_for_each(const cartesian_shape& shape, std::span<const int> hosts) {
    if (hosts.size() == static_cast<std::size_t>(shape.size())) return;
    throw error(
        errc::invalid_argument,
        fmt::format("{} hosts for a Cartesian shape of {} ranks; one for each is needed", hosts.size(), shape.size()));
}

// A part of the grid: for each axis the first coordinate and the extent.
struct box {
    std::vector<int> first, extent;

    [[nodiscard]] int points() const { return std::accumulate(extent.begin(), extent.end(), 1, std::multiplies<>()); }
};

struct cut {
    std::size_t axis = 0;
    int extent = 0;  // of the first part
};

// Gives the points of boxes to ranks that are sorted by host.
class division {
  public:
    division(const cartesian_shape& shape, std::span<const int> host_of, std::span<const rank> sorted)
        : shape_(shape), host_of_(host_of), sorted_(sorted), order_(sorted.begin(), sorted.end()) {}

    // The ranks from `begin` on take the points of `part`.
    void assign(const box& part, std::size_t begin) {
        const std::size_t count = static_cast<std::size_t>(part.points());
        if (count == 1) return set(part.first, sorted_[begin]);
        const cut where = best_cut(part, begin, count);
        box low = part, high = part;
        low.extent[where.axis] = where.extent;
        high.first[where.axis] += where.extent;
        high.extent[where.axis] -= where.extent;
        assign(low, begin);
        assign(high, begin + static_cast<std::size_t>(low.points()));
    }
    [[nodiscard]] std::vector<rank> take() { return std::move(order_); }

  private:
    void set(const std::vector<int>& coordinates, rank r) {
        order_[static_cast<std::size_t>(shape_.rank_of(coordinates)->value)] = r;
    }
    [[nodiscard]] int host(std::size_t index) const { return host_of_[static_cast<std::size_t>(sorted_[index].value)]; }

    // The fewest edges first, then the most equal parts. A cut that divides a host comes after all others.
    [[nodiscard]] cut best_cut(const box& part, std::size_t begin, std::size_t count) const {
        cut best;
        std::array<int, 3> least{};
        for (std::size_t axis = 0; axis < part.extent.size(); ++axis) {
            const int extent = part.extent[axis], edges = static_cast<int>(count) / extent;
            for (int low = 1; low < extent; ++low) {
                const std::size_t at = begin + static_cast<std::size_t>(low * edges);
                const std::array now{host(at - 1) == host(at) ? 1 : 0, edges, std::abs(extent - 2 * low)};
                if (best.extent != 0 && now >= least) continue;
                best = {axis, low};
                least = now;
            }
        }
        return best;
    }

    const cartesian_shape& shape_;
    std::span<const int> host_of_;
    std::span<const rank> sorted_;
    std::vector<rank> order_;
};

std::vector<rank> divided_order(const cartesian_shape& shape, std::span<const int> host_of,
                                std::span<const rank> sorted) {
    box whole;
    for (const cartesian_axis& axis : shape.axes()) {
        whole.first.push_back(0);
        whole.extent.push_back(axis.extent);
    }
    division made(shape, host_of, sorted);
    made.assign(whole, 0);
    return made.take();
}

// The number of ranks on each host if it is the same on all; otherwise nothing.
std::optional<int> ranks_on_each(std::span<const int> host_of, std::span<const rank> sorted) {
    std::vector<int> counts{0};
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const auto host = [&](std::size_t k) { return host_of[static_cast<std::size_t>(sorted[k].value)]; };
        if (i > 0 && host(i) != host(i - 1)) counts.push_back(0);
        ++counts.back();
    }
    if (std::ranges::count(counts, counts.front()) != static_cast<std::ptrdiff_t>(counts.size())) return std::nullopt;
    return counts.front();
}

// All extents of blocks of `points` points that divide the grid. `made`: the extents of the first axes.
void add_blocks(const cartesian_shape& shape, int points, std::vector<int> made, std::vector<std::vector<int>>& all) {
    if (made.size() == shape.axes().size()) {
        if (points == 1) all.push_back(made);
        return;
    }
    const int extent = shape.axes()[made.size()].extent;
    made.push_back(1);
    for (int& own = made.back(); own <= std::min(extent, points); ++own)
        if (extent % own == 0 && points % own == 0) add_blocks(shape, points / own, made, all);
}

// The points block by block, for ranks that are sorted by host.
std::vector<rank> block_order(const cartesian_shape& shape, const std::vector<int>& block,
                              std::span<const rank> sorted) {
    std::vector<std::pair<int, int>> places;  // block and point
    for (int point = 0; point < shape.size(); ++point) {
        const std::vector<int> at = shape.coordinates(rank{point});
        int number = 0;
        for (std::size_t axis = 0; axis < at.size(); ++axis)
            number = number * (shape.axes()[axis].extent / block[axis]) + at[axis] / block[axis];
        places.emplace_back(number, point);
    }
    std::ranges::sort(places);
    std::vector<rank> order(sorted.begin(), sorted.end());
    for (std::size_t i = 0; i < places.size(); ++i)
        order[static_cast<std::size_t>(places[i].second)] = sorted[i];
    return order;
}

int edges_of(const cartesian_shape& shape, std::span<const int> host_of, std::span<const rank> order) {
    std::vector<int> host_at;
    for (const rank r : order)
        host_at.push_back(host_of[static_cast<std::size_t>(r.value)]);
    return edges_between_hosts(shape, host_at);
}

}  // namespace

int edges_between_hosts(const cartesian_shape& shape, std::span<const int> host_at) {
    expect_one_for_each(shape, host_at);
    int edges = 0;
    for (int point = 0; point < shape.size(); ++point)
        for (int axis = 0; axis < shape.dimensions(); ++axis) {
            const auto next = shape.shifted(rank{point}, axis, 1);
            if (next && host_at[static_cast<std::size_t>(next->value)] != host_at[static_cast<std::size_t>(point)])
                ++edges;
        }
    return edges;
}

std::vector<rank> compact_order(const cartesian_shape& shape, std::span<const int> host_of) {
    expect_one_for_each(shape, host_of);
    std::vector<rank> best;
    for (int r = 0; r < shape.size(); ++r)
        best.emplace_back(r);
    std::vector<rank> sorted = best;
    std::ranges::stable_sort(sorted, {}, [&](rank r) { return host_of[static_cast<std::size_t>(r.value)]; });
    int least = edges_of(shape, host_of, best);
    const auto offer = [&](std::vector<rank> order) {
        const int edges = edges_of(shape, host_of, order);
        if (edges < least) best = std::move(order);
        least = std::min(least, edges);
    };
    std::vector<std::vector<int>> blocks;
    if (const auto points = ranks_on_each(host_of, sorted)) add_blocks(shape, *points, {}, blocks);
    for (const std::vector<int>& block : blocks)
        offer(block_order(shape, block, sorted));
    offer(sorted);
    offer(divided_order(shape, host_of, sorted));
    return best;
}

}  // namespace banyan::net
