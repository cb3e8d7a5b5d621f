#include "banyan/grid/box_halo_layout.hpp"

#include <algorithm>
#include <string>

#include "banyan/part/error.hpp"

namespace banyan::grid {
namespace {

bool have_common_cell(const box_region& a, const box_region& b) {
    for (std::size_t i = 0; i < 3; ++i)
        if (a.first[i] >= b.first[i] + b.sides[i] || b.first[i] >= a.first[i] + a.sides[i]) return false;
    return true;
}

void append_to(std::vector<box_message>& messages, int peer, const box_region& cells) {
    if (messages.empty() || messages.back().peer != peer) messages.push_back({peer, {}, 0});
    messages.back().regions.push_back(cells);
    messages.back().items += cells.cells();
}

/// The layer of halo cells beside a face of a box, before (-1) or after (1) it along an axis.
box_region face_of(const box_region& own, std::size_t axis, int where) {
    box_region face = own;
    face.first[axis] = where < 0 ? own.first[axis] - 1 : own.first[axis] + own.sides[axis];
    face.sides[axis] = 1;
    return face;
}

}  // namespace

box_halo_layout::box_halo_layout(const part::box_partition& parts, int processor, part::box_stencil pattern, int depth)
    : parts_(parts), processor_(processor), pattern_(pattern), depth_(depth) {
    if (depth < 1 || depth > max_depth)
        throw part::error("halo depth: " + std::to_string(depth) + ", allowed: 1 to " + std::to_string(max_depth));
    const part::box& own = parts.of(processor);
    owned_ = {own.first, own.sides};
    storage_ = owned_;
    for (std::size_t i = 0; i < 3; ++i) {
        storage_.first[i] -= depth;
        storage_.sides[i] += 2 * std::int64_t{depth};
    }
    for (const part::box_piece& p : part::box_pieces(parts, processor, pattern, depth)) {
        const box_region source{p.source, p.sides}, target{p.target, p.sides};
        if (p.from == p.to)
            copies_.push_back({source, target});
        else if (p.from == processor)
            append_to(sends_, p.to, source);
        else
            append_to(receives_, p.from, target);
    }
    divide_cells();
}

void box_halo_layout::divide_cells() {
    const auto is_received = [&](const box_region& halo) {
        return std::ranges::any_of(receives_, [&](const box_message& m) {
            return std::ranges::any_of(m.regions, [&](const box_region& r) { return have_common_cell(r, halo); });
        });
    };
    // Layers beside received faces are cut off, one after the other. An edge or corner of the halo is received only if
    // a face beside it is: if this processor itself owns the cells beyond all these faces, it also owns those beyond
    // their edge or corner.
    box_region rest = owned_;
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (const int where : {-1, 1}) {
            if (rest.sides[axis] == 0 || !is_received(face_of(owned_, axis, where))) continue;
            box_region layer = rest;
            layer.sides[axis] = 1;
            if (where > 0) layer.first[axis] += rest.sides[axis] - 1;
            if (where < 0) ++rest.first[axis];
            --rest.sides[axis];
            if (layer.cells() > 0) edge_.push_back(layer);
        }
    if (rest.cells() > 0) inner_.push_back(rest);
}

}  // namespace banyan::grid
