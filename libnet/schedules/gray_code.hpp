// Gray codes: a mesh or torus of blocks on a hypercube, so that neighbours of the mesh are neighbours of the cube. Pure
// functions.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace banyan::net {

/// The reflected binary Gray code: the codes of i and i + 1 differ in one bit, and so do those of 0 and 2^k - 1.
constexpr unsigned gray_code(unsigned index) {
    return index ^ index >> 1;
}
constexpr unsigned gray_index(unsigned code) {
    unsigned index = 0;
    for (; code != 0; code >>= 1)
        index ^= code;
    return index;
}

/// A mesh of a x b x c x ... blocks on a hypercube. Each axis has ceil(log2 side) bits of the node number, the last
/// axis the lowest ones; the bits of an axis are the Gray code of the coordinate.
///
/// Neighbours of the mesh are neighbours of the cube, for any sides. The first and the last block of an axis are
/// neighbours of the cube if the side is a power of two: a torus whose sides are powers of two keeps all its
/// neighbours, and the blocks fill the cube. For other sides, nodes between the blocks hold no block: a 3 x 5 mesh uses
/// 15 of the 32 nodes of the 5-cube.
class gray_mesh {
  public:
    /// Blocks along each axis, 1 or more. dimension() must not exceed 30.
    explicit gray_mesh(std::vector<int> sides);

    /// The dimension of the cube: the sum of ceil(log2 side).
    [[nodiscard]] int dimension() const { return dimension_; }
    /// The node, in 0 .. 2^dimension - 1, of the block with these coordinates, one for each axis.
    [[nodiscard]] int node_of(std::span<const int> block) const;
    /// The coordinates of the block on a node of 0 .. 2^dimension - 1; none if it holds no block.
    [[nodiscard]] std::optional<std::vector<int>> block_of(int node) const;

  private:
    std::vector<int> sides_;
    int dimension_ = 0;
};

}  // namespace banyan::net
