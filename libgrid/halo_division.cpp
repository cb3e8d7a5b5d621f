// Divides the own cells into those that need no value of another processor and the others.
#include <algorithm>

#include "banyan/grid/halo_layout.hpp"
#include "libgrid/cell_owners.hpp"
#include "libgrid/reach.hpp"
#include "libgrid/region_algebra.hpp"
#include "libpart/model/equal_rectangles.hpp"

namespace banyan::grid {
namespace {

// The first and last `depth` rows and columns of a region, or all of them if it has fewer.
struct sides {
    region north, south, west, east;
    sides(const region& r, const reach& depth) {
        const std::int64_t h = std::min(depth.rows, r.rows);
        const std::int64_t w = std::min(depth.cols, r.cols);
        north = {r.row, r.col, h, r.cols};
        south = {r.row + r.rows - h, r.col, h, r.cols};
        west = {r.row, r.col, r.rows, w};
        east = {r.row, r.col + r.cols - w, r.rows, w};
    }
};

bool any_meets(const std::vector<region>& regions, const region& r) {
    return std::ranges::any_of(regions, [&](const region& w) { return !intersection(w, r).empty(); });
}

// Cuts off the sides of `r` (as deep as the stencil reaches) that contain a waiting cell, and returns the rest. First
// come the sides with a waiting cell outside their corners, so that a corner is not cut off with the wrong side; then
// the sides in which a cell still waits.
region cut_waiting_sides(const region& r, const reach& depth, const std::vector<region>& waiting,
                         std::vector<region>& edge) {
    const sides side(r, depth);
    const region middle_cols{r.row, r.col + depth.cols, r.rows, r.cols - 2 * depth.cols};
    const region middle_rows{r.row + depth.rows, r.col, r.rows - 2 * depth.rows, r.cols};
    region rest = r;
    const auto cut = [&](const region& strip, const region& looked_at) {
        const region part = intersection(rest, strip);
        if (part.empty() || !any_meets(waiting, intersection(part, looked_at))) return;
        edge.push_back(part);
        const std::vector<region> left = difference(rest, part);
        rest = left.empty() ? region{} : left.front();
    };
    cut(side.north, middle_cols);
    cut(side.south, middle_cols);
    cut(side.west, middle_rows);
    cut(side.east, middle_rows);
    for (const region& strip : {side.north, side.south, side.west, side.east})
        cut(strip, strip);
    return rest;
}

}  // namespace

void halo_layout::divide_cells(const part::stencil& pattern) {
    if (parts_.kind() == part::layout::cells)
        divide_single_cells(pattern);
    else
        divide_blocks(pattern);
}

void halo_layout::divide_blocks(const part::stencil& pattern) {
    // Cells whose computation reads a value that another processor sends.
    std::vector<region> waiting;
    for (const halo_message& message : receives_) {
        for (const region& part : message.regions) {
            for (const part::direction& d : pattern.directions())
                waiting.push_back(shifted(part, d.rows, d.cols));
        }
    }
    const reach depth = reach_of(pattern);
    for (const region& r : owned_) {
        const region rest = cut_waiting_sides(r, depth, waiting, edge_);
        if (!rest.empty()) inner_.push_back(rest);
    }
}

// Cell by cell: a cell is an edge cell if it reads a cell of another processor.
void halo_layout::divide_single_cells(const part::stencil& pattern) {
    if (owned_.empty()) return;
    const cell_owners owners(parts_);
    const auto reads_elsewhere = [&](const cell_place& own) {
        return std::ranges::any_of(pattern.directions(), [&](const part::direction& d) {
            const auto read = owners.inside({own.row - d.rows, own.col - d.cols});
            return read && owners.at(*read) != processor_;
        });
    };
    for (const region& own : owned_) {
        const auto label = [&](std::int64_t row, std::int64_t col) {
            return reads_elsewhere({own.row + row, own.col + col}) ? 1 : 0;
        };
        for (const part::labelled_rectangle& r : part::equal_rectangles(own.rows, own.cols, label))
            (r.label == 1 ? edge_ : inner_).push_back({own.row + r.row, own.col + r.col, r.rows, r.cols});
    }
}

}  // namespace banyan::grid
