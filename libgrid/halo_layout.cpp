// The messages of a processor: which cells it sends and receives.
#include "banyan/grid/halo_layout.hpp"

#include <string>

#include "banyan/part/error.hpp"
#include "libgrid/halo_pieces.hpp"
#include "libgrid/region_algebra.hpp"

namespace banyan::grid {

namespace {

std::vector<region> regions_of(const part::partition& parts, int processor) {
    std::vector<region> owned;
    for (const part::block& b : parts.tiles(processor))
        owned.push_back(region_of(b));
    return owned;
}

void check_depth(int depth) {
    if (depth < 1 || depth > halo_layout::max_depth)
        throw part::error("halo depth: " + std::to_string(depth) + ", allowed: 1 to " +
                          std::to_string(halo_layout::max_depth));
}

void append(std::vector<halo_message>& messages, int peer, int direction, const region& part) {
    if (messages.empty() || messages.back().peer != peer || messages.back().direction != direction) {
        messages.push_back({peer, direction, {}, 0});
    }
    messages.back().regions.push_back(part);
    messages.back().items += part.cells();
}

}  // namespace

halo_layout::halo_layout(const part::partition& parts, int processor, const part::stencil& pattern, int depth)
    : parts_(parts), processor_(processor), pattern_(pattern), depth_(depth) {
    check_depth(depth);
    if (processor < 0 || processor >= parts.processors()) {
        throw part::error("halo layout: processor " + std::to_string(processor) + ", allowed: 0 .. " +
                          std::to_string(parts.processors() - 1));
    }
    owned_ = regions_of(parts, processor);
    place_storage(pattern);
    plan_messages(pattern);
    divide_cells(pattern);
}

void halo_layout::plan_messages(const part::stencil& pattern) {
    const auto all = [&] {
        if (depth_ > 1) return halo_pieces_of_depth(parts_, processor_, pattern, depth_);
        return parts_.kind() == part::layout::cells ? halo_pieces_of_cells(parts_, processor_, pattern)
                                                    : halo_pieces_of_blocks(parts_, pattern);
    };
    for (const halo_piece& part : all())
        add(part);
}

void halo_layout::add(const halo_piece& part) {
    if (part.from == part.to) {
        if (part.to == processor_) copies_.push_back({part.source, part.target});
    } else if (part.from == processor_) {
        append(sends_, part.to, part.direction, part.source);
    } else if (part.to == processor_) {
        append(receives_, part.from, part.direction, part.target);
    }
}

}  // namespace banyan::grid
