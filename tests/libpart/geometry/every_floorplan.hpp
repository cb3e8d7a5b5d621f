// Enumerates all dissections of small grids, and from them all mosaic floorplans, by another method than libpart.
//
// A dissection into p rooms in which no four rooms meet has p - 1 inner segments. If each segment is on its own line,
// the dissection is one of a grid of r x c cells with r + c = p + 1, and every line is used. So these dissections
// contain all floorplans, most of them several times. Two drawings show the same floorplan if every two rooms have the
// same relation: one is west or north of the other, across segments (Ackerman, Barequet & Pinter 2006).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <vector>

#include "banyan/part/partition.hpp"
#include "libpart/geometry/floorplan.hpp"

namespace banyan::testing {

using namespace part;

/// Every dissection of a small grid into at most `most` blocks. Each step puts every block that fits at the first free
/// cell.
class small_dissections {
  public:
    small_dissections(const grid& domain, std::size_t most)
        : domain_(domain), most_(most), taken_(static_cast<std::size_t>(domain.rows()), 0) {}

    template <class Visit>
    void each(const Visit& visit) {
        std::int64_t row = 0;
        while (row < domain_.rows() && taken_[static_cast<std::size_t>(row)] + 1 == 1u << domain_.cols())
            ++row;
        if (row == domain_.rows()) {
            visit(blocks_);
            return;
        }
        if (blocks_.size() == most_) return;
        const std::int64_t col = std::countr_one(taken_[static_cast<std::size_t>(row)]);
        for (std::int64_t cols = 1; col + cols <= domain_.cols(); ++cols) {
            const std::uint32_t span = ((1u << cols) - 1) << col;
            if ((taken_[static_cast<std::size_t>(row)] & span) != 0) return;
            for (std::int64_t rows = 1; row + rows <= domain_.rows(); ++rows)
                with({-1, row, col, rows, cols}, span, visit);
        }
    }

  private:
    template <class Visit>
    void with(const block& next, std::uint32_t span, const Visit& visit) {
        const std::vector<std::uint32_t> before = taken_;
        for (std::int64_t r = next.row; r < next.row + next.rows; ++r)
            taken_[static_cast<std::size_t>(r)] |= span;
        blocks_.push_back(next);
        each(visit);
        blocks_.pop_back();
        taken_ = before;
    }

    grid domain_;
    std::size_t most_;
    std::vector<std::uint32_t> taken_;  // occupied columns of each row, one bit each
    std::vector<block> blocks_;
};

/// Whether one block ends in the corner where another begins. Then four blocks meet.
inline bool four_meet(const std::vector<block>& blocks) {
    return std::ranges::any_of(blocks, [&](const block& a) {
        return std::ranges::any_of(blocks,
                                   [&](const block& b) { return a.row + a.rows == b.row && a.col + a.cols == b.col; });
    });
}

inline bool every_line_used(const std::vector<block>& blocks, const grid& g) {
    std::uint32_t rows = 0;
    std::uint32_t cols = 0;
    for (const block& b : blocks) {
        rows |= 1u << b.row;
        cols |= 1u << b.col;
    }
    return rows + 1 == 1u << g.rows() && cols + 1 == 1u << g.cols();
}

inline floorplan plan_of(const std::vector<block>& blocks, const grid& g) {
    const auto segment = [](std::int64_t line, std::int64_t last) {
        return line == 0 ? 0 : line == last ? 1 : static_cast<int>(line) + 1;
    };
    floorplan plan{{}, static_cast<int>(g.cols()) + 1, static_cast<int>(g.rows()) + 1};
    for (const block& b : blocks)
        plan.rooms.push_back({segment(b.col, g.cols()), segment(b.col + b.cols, g.cols()), segment(b.row, g.rows()),
                              segment(b.row + b.rows, g.rows())});
    return plan;
}

using permutation = std::vector<int>;

/// Identifies the floorplan independently of the numbers of its rooms and segments. One order of the rooms is by west
/// or north, the other one by west or south. The key gives the position in the second order by the position in the
/// first.
inline permutation key_of(const floorplan& plan) {
    const std::size_t n = plan.rooms.size();
    std::vector<std::vector<bool>> west(n, std::vector<bool>(n));
    std::vector<std::vector<bool>> north = west;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
            west[i][j] = plan.rooms[i].east == plan.rooms[j].west;
            north[i][j] = plan.rooms[i].south == plan.rooms[j].north;
        }
    for (std::size_t k = 0; k < n; ++k)
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) {
                west[i][j] = west[i][j] || (west[i][k] && west[k][j]);
                north[i][j] = north[i][j] || (north[i][k] && north[k][j]);
            }
    permutation key(n);
    for (std::size_t i = 0; i < n; ++i) {
        std::size_t first = 0;
        int second = 0;
        for (std::size_t j = 0; j < n; ++j) {
            first += west[j][i] || north[j][i];
            second += west[j][i] || north[i][j];
        }
        key[first] = second;
    }
    return key;
}

/// The smallest key of the mirror images. They have the same lengths.
inline permutation key_of_images(const permutation& key) {
    const auto n = static_cast<int>(key.size());
    permutation upside_down(key.size());
    permutation turned(key.size());
    permutation sideways(key.size());
    for (int i = 0; i < n; ++i) {
        const int j = key[static_cast<std::size_t>(i)];
        upside_down[static_cast<std::size_t>(j)] = i;
        turned[static_cast<std::size_t>(n - 1 - i)] = n - 1 - j;
        sideways[static_cast<std::size_t>(n - 1 - j)] = n - 1 - i;
    }
    return std::min({key, upside_down, turned, sideways});
}

/// All mosaic floorplans with this number of rooms, by their keys.
inline std::map<permutation, floorplan> every_floorplan(int rooms) {
    std::map<permutation, floorplan> found;
    for (std::int64_t rows = 1; rows <= rooms; ++rows) {
        const grid g(rows, rooms + 1 - rows);
        small_dissections(g, static_cast<std::size_t>(rooms)).each([&](const std::vector<block>& blocks) {
            if (static_cast<int>(blocks.size()) != rooms || !every_line_used(blocks, g) || four_meet(blocks)) return;
            floorplan plan = plan_of(blocks, g);
            found.emplace(key_of(plan), std::move(plan));
        });
    }
    return found;
}

}  // namespace banyan::testing
