#include "banyan/part/halo_layout.hpp"

#include <algorithm>
#include <string>

#include "banyan/part/error.hpp"
#include "libpart/grid/region_algebra.hpp"

namespace banyan::part {

namespace {

region region_of(const block& b) {
    return {b.row, b.col, b.rows, b.cols};
}

std::vector<region> regions_of(const partition& parts, int machine) {
    std::vector<region> owned;
    for (const block& b : parts.blocks(machine))
        owned.push_back(region_of(b));
    return owned;
}

struct reach {
    std::int64_t rows = 0;
    std::int64_t cols = 0;
};

reach reach_of(const stencil& pattern) {
    reach most;
    for (const direction& d : pattern.directions()) {
        most.rows = std::max(most.rows, std::abs(d.rows));
        most.cols = std::max(most.cols, std::abs(d.cols));
    }
    return most;
}

void append(std::vector<halo_message>& messages, int peer, int direction, const region& part) {
    if (messages.empty() || messages.back().peer != peer || messages.back().direction != direction) {
        messages.push_back({peer, direction, {}, 0});
    }
    messages.back().regions.push_back(part);
    messages.back().items += part.cells();
}

// The first and last `depth` rows and columns of a region, in its own coordinates; no more than it has.
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

// Cuts from `r` the sides (as deep as the stencil reaches) that hold a waiting cell, and returns the rest. First those
// that wait apart from their corners, so that a corner is not cut off with the wrong side; then what still waits.
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

// Cells of `from` at `source` that `to` keeps at `target`, both unwrapped.
struct halo_layout::landing {
    int direction;
    int from;
    int to;
    region source;
    region target;
};

halo_layout::halo_layout(const partition& parts, int machine, const stencil& pattern)
    : parts_(parts), machine_(machine) {
    if (machine < 0 || machine >= parts.machines()) {
        throw error("machine " + std::to_string(machine) + " is not in a partition for " +
                    std::to_string(parts.machines()) + " machines");
    }
    owned_ = regions_of(parts, machine);
    place_storage(pattern);
    plan_messages(pattern);
    divide_cells(pattern);
}

void halo_layout::place_storage(const stencil& pattern) {
    if (owned_.empty()) return;
    const reach width = reach_of(pattern);
    std::int64_t top = owned_.front().row, left = owned_.front().col, bottom = top, right = left;
    for (const region& r : owned_) {
        top = std::min(top, r.row);
        left = std::min(left, r.col);
        bottom = std::max(bottom, r.row + r.rows);
        right = std::max(right, r.col + r.cols);
    }
    storage_ = {top - width.rows, left - width.cols, bottom - top + 2 * width.rows, right - left + 2 * width.cols};
}

void halo_layout::plan_messages(const stencil& pattern) {
    // What every machine already has: its own cells, then what lands, in the order of directions. All machines are
    // followed, since a sender must know what its receivers still lack.
    std::vector<std::vector<region>> present;
    for (int m = 0; m < parts_.machines(); ++m)
        present.push_back(regions_of(parts_, m));

    for (const piece& p : pieces(parts_, pattern, own_pieces::include)) {
        const direction& d = pattern[p.direction];
        const region target{p.to_row - d.rows, p.to_col - d.cols, p.rows, p.cols};
        std::vector<region>& have = present[static_cast<std::size_t>(p.to)];
        for (const region& part : difference(target, have)) {
            const region source = shifted(part, p.row - target.row, p.col - target.col);
            add({p.direction, p.from, p.to, source, part});
            have.push_back(part);
        }
    }
}

void halo_layout::add(const landing& part) {
    if (part.from == part.to) {
        if (part.to == machine_) copies_.push_back({part.source, part.target});
    } else if (part.from == machine_) {
        append(sends_, part.to, part.direction, part.source);
    } else if (part.to == machine_) {
        append(receives_, part.from, part.direction, part.target);
    }
}

void halo_layout::divide_cells(const stencil& pattern) {
    // Cells whose computation reads something that another machine sends.
    std::vector<region> waiting;
    for (const halo_message& message : receives_) {
        for (const region& part : message.regions) {
            for (const direction& d : pattern.directions())
                waiting.push_back(shifted(part, d.rows, d.cols));
        }
    }
    const reach depth = reach_of(pattern);
    for (const region& r : owned_) {
        const region rest = cut_waiting_sides(r, depth, waiting, edge_);
        if (!rest.empty()) inner_.push_back(rest);
    }
}

}  // namespace banyan::part
