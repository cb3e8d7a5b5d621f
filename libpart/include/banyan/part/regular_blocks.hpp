// Equal blocks of an array of any number of dimensions, placed on the nodes of a hypercube (nCUBE 2 Programmer's Guide,
// "Regular Partitions").
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace banyan::part {

/// The i-th number of the reflected Gray code, i >= 0. It differs in one bit from the (i + 1)-th. So do the first and
/// the last of the first 2^k numbers.
std::uint64_t gray_code(std::int64_t i);
/// The i with gray_code(i) == code.
std::int64_t gray_place(std::uint64_t code);

/// The number of the block at the coordinates `place` in a lattice of blocks[d] blocks in dimension d: the Gray codes
/// of the coordinates one after the other, each with as many bits as its dimension needs. The numbers of neighbours
/// differ in one bit, also across the periodic edges if the number of blocks in that dimension is a power of two.
/// `place` and `blocks` have the same length, and 0 <= place[d] < blocks[d].
std::uint64_t block_code(std::span<const std::int64_t> place, std::span<const std::int64_t> blocks);
/// The coordinates of the block with this number; nothing if no block has it. That happens only if the number of blocks
/// in a dimension is not a power of two, or if `code` has more bits than the numbers of all blocks.
std::optional<std::vector<std::int64_t>> block_place(std::uint64_t code, std::span<const std::int64_t> blocks);

/// A part of an array: the first index and the number of elements in each dimension.
struct array_block {
    std::vector<std::int64_t> first;
    std::vector<std::int64_t> extent;
    friend bool operator==(const array_block&, const array_block&) = default;
};

/// An array divided into 2^k blocks, one per node of a hypercube of k dimensions. Neighbouring blocks, also across
/// periodic edges, lie on nodes whose numbers differ in one bit. The extents of the blocks along a dimension differ by
/// at most one; the longer blocks come first. In two dimensions these are the blocks that the method `regular` makes
/// for equal processors.
class regular_blocks {
  public:
    /// shape: elements per dimension, at least one dimension of at least 1 element. Chooses the powers of two with the
    /// least surface between blocks; on ties the most equal numbers of blocks, then more blocks along later dimensions.
    /// O(k x dimensions). Throws error unless `nodes` is a power of two in 1 .. 2^30 and the array is large enough for
    /// one block per node.
    regular_blocks(std::vector<std::int64_t> shape, std::int64_t nodes);
    /// The same for a given number of blocks per dimension: powers of two, each at most the extent. Throws error
    /// otherwise.
    regular_blocks(std::vector<std::int64_t> shape, std::vector<std::int64_t> blocks);

    [[nodiscard]] const std::vector<std::int64_t>& shape() const { return shape_; }
    [[nodiscard]] const std::vector<std::int64_t>& blocks() const { return blocks_; }
    [[nodiscard]] std::int64_t nodes() const;

    /// The coordinates of the node's block in the lattice of blocks. 0 <= node < nodes().
    [[nodiscard]] std::vector<std::int64_t> place(std::int64_t node) const;
    /// The elements that the node owns, at least one.
    [[nodiscard]] array_block block(std::int64_t node) const;
    /// The node that owns an element, found by arithmetic. index: one per dimension, inside the shape.
    [[nodiscard]] std::int64_t owner(std::span<const std::int64_t> index) const;
    /// The node whose block is the next one (step = 1) or the previous one (step = -1) along a dimension, across the
    /// periodic edge. It is the node itself if the dimension has one block.
    [[nodiscard]] std::int64_t neighbour(std::int64_t node, std::size_t dimension, int step) const;

  private:
    void check() const;

    std::vector<std::int64_t> shape_;
    std::vector<std::int64_t> blocks_;
};

}  // namespace banyan::part
