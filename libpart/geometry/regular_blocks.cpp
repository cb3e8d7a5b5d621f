#include "banyan/part/regular_blocks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <utility>

#include "banyan/part/error.hpp"

namespace banyan::part {
namespace {

using indices = std::vector<std::int64_t>;

bool is_power_of_two(std::int64_t value) {
    return value > 0 && std::has_single_bit(static_cast<std::uint64_t>(value));
}

int bits_for(std::int64_t blocks) {
    return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(blocks - 1)));
}

/// Doubles the number of blocks in one dimension after the other, each time in the one that adds the least surface. A
/// later doubling along the same dimension always adds more than an earlier one, so no other choice has less surface.
indices least_surface(const indices& shape, std::int64_t nodes) {
    indices blocks(shape.size(), 1);
    const auto worse = [&](std::size_t a, std::size_t b) {  // doubling adds blocks / extent times a constant
        const double surface_a = static_cast<double>(blocks[a]) * static_cast<double>(shape[b]);
        const double surface_b = static_cast<double>(blocks[b]) * static_cast<double>(shape[a]);
        return std::pair(surface_a, blocks[a]) > std::pair(surface_b, blocks[b]);
    };
    for (std::int64_t left = nodes; left > 1; left /= 2) {
        std::size_t best = shape.size();
        for (std::size_t d = shape.size(); d-- > 0;)
            if (2 * blocks[d] <= shape[d] && (best == shape.size() || worse(best, d))) best = d;
        if (best == shape.size())
            throw error(fmt::format("nodes: {}, an array of {} is too small for one block per node", nodes,
                                    fmt::join(shape, " x ")));
        blocks[best] *= 2;
    }
    return blocks;
}

indices chosen_blocks(const indices& shape, std::int64_t nodes) {
    if (!is_power_of_two(nodes) || nodes > std::int64_t{1} << 30)
        throw error(fmt::format("nodes: {}, allowed: powers of two from 1 to 2^30", nodes));
    return least_surface(shape, nodes);
}

/// The first element of block `place`, if `extent` elements are divided into `blocks` blocks. The first blocks are
/// longer by one element.
std::int64_t beginning(std::int64_t extent, std::int64_t blocks, std::int64_t place) {
    return place * (extent / blocks) + std::min(place, extent % blocks);
}

std::int64_t place_of(std::int64_t extent, std::int64_t blocks, std::int64_t index) {
    const std::int64_t length = extent / blocks;
    const std::int64_t longer = extent % blocks;
    const std::int64_t in_longer = longer * (length + 1);
    return index < in_longer ? index / (length + 1) : longer + (index - in_longer) / length;
}

}  // namespace

std::uint64_t gray_code(std::int64_t i) {
    const auto number = static_cast<std::uint64_t>(i);
    return number ^ (number >> 1U);
}

std::int64_t gray_place(std::uint64_t code) {
    std::uint64_t number = 0;
    for (; code != 0; code >>= 1U)
        number ^= code;
    return static_cast<std::int64_t>(number);
}

std::uint64_t block_code(std::span<const std::int64_t> place, std::span<const std::int64_t> blocks) {
    std::uint64_t code = 0;
    for (std::size_t d = 0; d < place.size(); ++d)
        code = code << bits_for(blocks[d]) | gray_code(place[d]);
    return code;
}

std::optional<indices> block_place(std::uint64_t code, std::span<const std::int64_t> blocks) {
    indices place(blocks.size());
    for (std::size_t d = blocks.size(); d-- > 0;) {
        const int bits = bits_for(blocks[d]);
        place[d] = gray_place(code & ((std::uint64_t{1} << bits) - 1));
        if (place[d] >= blocks[d]) return std::nullopt;
        code >>= bits;
    }
    if (code != 0) return std::nullopt;
    return place;
}

regular_blocks::regular_blocks(indices shape, std::int64_t nodes)
    : shape_(std::move(shape)), blocks_(shape_.size(), 1) {
    check();
    blocks_ = chosen_blocks(shape_, nodes);
}

regular_blocks::regular_blocks(indices shape, indices blocks) : shape_(std::move(shape)), blocks_(std::move(blocks)) {
    check();
}

void regular_blocks::check() const {
    if (shape_.empty() || std::ranges::any_of(shape_, [](std::int64_t extent) { return extent < 1; }))
        throw error(fmt::format("shape: [{}], allowed: at least one dimension, each of at least 1 element",
                                fmt::join(shape_, ", ")));
    bool fit = blocks_.size() == shape_.size();
    for (std::size_t d = 0; fit && d < shape_.size(); ++d)
        fit = is_power_of_two(blocks_[d]) && blocks_[d] <= shape_[d];
    int bits = 0;
    for (std::int64_t blocks : blocks_)
        bits += fit ? bits_for(blocks) : 0;
    if (!fit || bits > 30)
        throw error(
            fmt::format("blocks: [{}] of an array of {}, allowed: powers of two, one per dimension, none above "
                        "its extent, their product at most 2^30",
                        fmt::join(blocks_, ", "), fmt::join(shape_, " x ")));
}

std::int64_t regular_blocks::nodes() const {
    return std::accumulate(blocks_.begin(), blocks_.end(), std::int64_t{1}, std::multiplies<>());
}

indices regular_blocks::place(std::int64_t node) const {
    return *block_place(static_cast<std::uint64_t>(node), blocks_);
}

array_block regular_blocks::block(std::int64_t node) const {
    array_block result;
    const indices at = place(node);
    for (std::size_t d = 0; d < shape_.size(); ++d) {
        result.first.push_back(beginning(shape_[d], blocks_[d], at[d]));
        result.extent.push_back(beginning(shape_[d], blocks_[d], at[d] + 1) - result.first.back());
    }
    return result;
}

std::int64_t regular_blocks::owner(std::span<const std::int64_t> index) const {
    indices at;
    for (std::size_t d = 0; d < shape_.size(); ++d)
        at.push_back(place_of(shape_[d], blocks_[d], index[d]));
    return static_cast<std::int64_t>(block_code(at, blocks_));
}

std::int64_t regular_blocks::neighbour(std::int64_t node, std::size_t dimension, int step) const {
    indices at = place(node);
    at[dimension] = (at[dimension] + step + blocks_[dimension]) % blocks_[dimension];
    return static_cast<std::int64_t>(block_code(at, blocks_));
}

}  // namespace banyan::part
