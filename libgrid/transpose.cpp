#include "banyan/grid/transpose.hpp"

namespace banyan::grid {
namespace {

part::grid turned_grid(const part::grid& of) {
    using part::periodic;
    const periodic axes = of.axes() == periodic::rows      ? periodic::columns
                          : of.axes() == periodic::columns ? periodic::rows
                                                           : of.axes();
    return {of.cols(), of.rows(), axes};
}

}  // namespace

part::partition transposed(const part::partition& parts) {
    const part::grid turned = turned_grid(parts.domain());
    if (parts.is_rectangular()) {
        std::vector<part::block> blocks;
        for (const part::block& b : parts.blocks())
            blocks.push_back({b.processor, b.col, b.row, b.cols, b.rows});
        return part::partition::from_rectangles(turned, parts.processors(), std::move(blocks));
    }
    const std::vector<std::int32_t> owners = parts.owners();
    std::vector<std::int32_t> result(owners.size());
    const auto rows = static_cast<std::size_t>(turned.rows());
    const auto cols = static_cast<std::size_t>(turned.cols());
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < cols; ++c)
            result[r * cols + c] = owners[c * rows + r];
    return part::partition::from_owners(turned, parts.processors(), std::move(result));
}

namespace detail {

std::shared_ptr<const halo_layout> layout_without_exchange(const part::partition& parts, int processor) {
    return std::make_shared<const halo_layout>(parts, processor, part::stencil::named("systolic"));
}

}  // namespace detail
}  // namespace banyan::grid
