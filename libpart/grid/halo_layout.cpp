#include "banyan/part/halo_layout.hpp"

#include <algorithm>
#include <string>

#include "banyan/part/error.hpp"
#include "libpart/grid/cell_owners.hpp"
#include "libpart/grid/landing.hpp"
#include "libpart/grid/region_algebra.hpp"
#include "libpart/part/equal_rectangles.hpp"

namespace banyan::part {

namespace {

std::vector<region> regions_of(const partition& parts, int machine) {
    std::vector<region> owned;
    for (const block& b : parts.tiles(machine))
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

// The rows, or the columns, of a storage that lie as near to an own cell as the stencil reaches.
class needed_lines {
  public:
    needed_lines(std::int64_t first, std::int64_t count, std::int64_t depth)
        : first_(first), depth_(depth), changes_(static_cast<std::size_t>(count + 1)) {}

    void own(std::int64_t line, std::int64_t count) {
        ++changes_[static_cast<std::size_t>(line - depth_ - first_)];
        --changes_[static_cast<std::size_t>(line + count + depth_ - first_)];
    }
    // The place of each line among the needed ones; of others, that of the one before.
    [[nodiscard]] std::vector<std::int64_t> places() const {
        std::vector<std::int64_t> result;
        std::int64_t near = 0;
        std::int64_t place = -1;
        for (std::size_t i = 0; i + 1 < changes_.size(); ++i) {
            near += changes_[i];
            if (near > 0) ++place;
            result.push_back(place);
        }
        return result;
    }

  private:
    std::int64_t first_;
    std::int64_t depth_;
    std::vector<std::int64_t> changes_;  // own cells near this line, less those near the one before
};

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
    stride_ = storage_.cols;
    items_ = storage_.cells();
    if (parts_.kind() == layout::cells) keep_needed_lines(pattern);
}

void halo_layout::keep_needed_lines(const stencil& pattern) {
    const reach width = reach_of(pattern);
    needed_lines rows(storage_.row, storage_.rows, width.rows);
    needed_lines cols(storage_.col, storage_.cols, width.cols);
    for (const region& r : owned_) {
        rows.own(r.row, r.rows);
        cols.own(r.col, r.cols);
    }
    row_places_ = rows.places();
    col_places_ = cols.places();
    stride_ = col_places_.back() + 1;
    items_ = (row_places_.back() + 1) * stride_;
}

void halo_layout::plan_messages(const stencil& pattern) {
    const std::vector<landing> all = parts_.kind() == layout::cells ? landings_of_cells(parts_, machine_, pattern)
                                                                    : landings_of_blocks(parts_, pattern);
    for (const landing& part : all)
        add(part);
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
    if (parts_.kind() == layout::cells)
        divide_single_cells(pattern);
    else
        divide_blocks(pattern);
}

void halo_layout::divide_blocks(const stencil& pattern) {
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

// Cell by cell: those that read a cell of another machine wait, the others do not.
void halo_layout::divide_single_cells(const stencil& pattern) {
    if (owned_.empty()) return;
    const cell_owners owners(parts_);
    const auto reads_elsewhere = [&](const cell_place& own) {
        return std::ranges::any_of(pattern.directions(), [&](const direction& d) {
            const auto read = owners.inside({own.row - d.rows, own.col - d.cols});
            return read && owners.at(*read) != machine_;
        });
    };
    for (const region& own : owned_) {
        const auto label = [&](std::int64_t row, std::int64_t col) {
            return reads_elsewhere({own.row + row, own.col + col}) ? 1 : 0;
        };
        for (const labelled_rectangle& r : equal_rectangles(own.rows, own.cols, label))
            (r.label == 1 ? edge_ : inner_).push_back({own.row + r.row, own.col + r.col, r.rows, r.cols});
    }
}

}  // namespace banyan::part
