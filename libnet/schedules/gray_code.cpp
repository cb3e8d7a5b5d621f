#include "libnet/schedules/gray_code.hpp"

#include <utility>

#include "libnet/schedules/hypercube_tree.hpp"

namespace banyan::net {

gray_mesh::gray_mesh(std::vector<int> sides) : sides_(std::move(sides)) {
    for (const int side : sides_)
        dimension_ += cube_dimension(side);
}

int gray_mesh::node_of(std::span<const int> block) const {
    unsigned node = 0;
    for (std::size_t axis = 0; axis < sides_.size(); ++axis)
        node = node << cube_dimension(sides_[axis]) | gray_code(static_cast<unsigned>(block[axis]));
    return static_cast<int>(node);
}

std::optional<std::vector<int>> gray_mesh::block_of(int node) const {
    std::vector<int> block(sides_.size());
    auto rest = static_cast<unsigned>(node);
    for (std::size_t axis = sides_.size(); axis-- > 0;) {
        const int bits = cube_dimension(sides_[axis]);
        block[axis] = static_cast<int>(gray_index(rest & ((1u << bits) - 1)));
        if (block[axis] >= sides_[axis]) return std::nullopt;
        rest >>= bits;
    }
    return block;
}

}  // namespace banyan::net
