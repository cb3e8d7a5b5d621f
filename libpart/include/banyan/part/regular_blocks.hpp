// Equal blocks of an array of any number of dimensions, on the nodes of a hypercube (nCUBE 2 Programmer's Guide,
// "Regular Partitions").
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace banyan::part {

/// The i-th number of the reflected Gray code: it differs from that of i + 1 in one bit, and so do the first and the
/// last of the 2^k numbers below 2^k. i >= 0.
std::uint64_t gray_code(std::int64_t i);
/// The i with gray_code(i) == code.
std::int64_t gray_place(std::uint64_t code);

/// The number of the block at `place` in a lattice of `blocks` per dimension: the Gray codes of its coordinates, one
/// after the other, as many bits each as the dimension needs. Neighbours' numbers differ in one bit, across the wrapped
/// edges too in dimensions whose number of blocks is a power of two. As many places as dimensions, 0 <= place < blocks.
std::uint64_t block_code(std::span<const std::int64_t> place, std::span<const std::int64_t> blocks);

/// A part of an array: in each dimension the first index and how many.
struct array_block {
    std::vector<std::int64_t> first;
    std::vector<std::int64_t> extent;
    friend bool operator==(const array_block&, const array_block&) = default;
};

/// An array divided into 2^k blocks, one per node of a hypercube of k dimensions; blocks that touch lie on nodes whose
/// numbers differ in one bit, the array's edges open or wrapped. Extents along a dimension differ by at most one, the
/// longer ones first. In two dimensions these are the blocks of the method `regular` for equal processors.
class regular_blocks {
  public:
    /// shape: elements per dimension, at least 1 each, one dimension at least. Divides by powers of two so that the
    /// surface between blocks is the least, then nearest to equal numbers, then more along later dimensions.
    /// O(k x dimensions). Throws error when `nodes` is no power of two from 1 to 2^30 or the shape has no room for
    /// them.
    regular_blocks(std::vector<std::int64_t> shape, std::int64_t nodes);
    /// The same with the number of blocks per dimension given: powers of two, each at most the extent.
    regular_blocks(std::vector<std::int64_t> shape, std::vector<std::int64_t> blocks);

    [[nodiscard]] const std::vector<std::int64_t>& shape() const { return shape_; }
    [[nodiscard]] const std::vector<std::int64_t>& blocks() const { return blocks_; }
    [[nodiscard]] std::int64_t nodes() const;

    /// The place of the node's block in the lattice of blocks. 0 <= node < nodes().
    [[nodiscard]] std::vector<std::int64_t> place(std::int64_t node) const;
    /// What the node owns: never empty.
    [[nodiscard]] array_block block(std::int64_t node) const;
    /// The node that owns an element, by arithmetic. index: one per dimension, within the shape.
    [[nodiscard]] std::int64_t owner(std::span<const std::int64_t> index) const;
    /// The node whose block lies `step` (1 or -1) further along a dimension, round the array at its end: the node
    /// itself where the dimension has one block.
    [[nodiscard]] std::int64_t neighbour(std::int64_t node, std::size_t dimension, int step) const;

  private:
    void check() const;

    std::vector<std::int64_t> shape_;
    std::vector<std::int64_t> blocks_;
};

}  // namespace banyan::part
