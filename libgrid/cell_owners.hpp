// The owners of cells whose coordinates may be beyond the edges.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "banyan/part/partition.hpp"

namespace banyan::grid {

struct cell_place {
    std::int64_t row;
    std::int64_t col;
};

/// Borrows the owner list of a partition with part::layout::cells.
class cell_owners {
  public:
    explicit cell_owners(const part::partition& parts) : domain_(parts.domain()), owners_(parts.owner_list()) {}

    [[nodiscard]] const part::grid& domain() const { return domain_; }
    /// The owner of a cell of the grid; not checked.
    [[nodiscard]] int at(const cell_place& p) const { return at(p.row, p.col); }
    [[nodiscard]] int at(std::int64_t row, std::int64_t col) const {
        return owners_[static_cast<std::size_t>(row * domain_.cols() + col)];
    }
    /// Whether the place is inside the grid, without wrapping, and the processor owns it.
    [[nodiscard]] bool owns(int processor, const cell_place& p) const { return in_grid(p) && at(p) == processor; }
    /// The cell of the grid at a place: wrapped along periodic axes; nothing beyond an open edge.
    [[nodiscard]] std::optional<cell_place> inside(const cell_place& p) const {
        if (in_grid(p)) return p;
        const cell_place wrapped{domain_.periodic_rows() ? wrap(p.row, domain_.rows()) : p.row,
                                 domain_.periodic_cols() ? wrap(p.col, domain_.cols()) : p.col};
        if (!in_grid(wrapped)) return std::nullopt;
        return wrapped;
    }

  private:
    [[nodiscard]] bool in_grid(const cell_place& p) const {
        return p.row >= 0 && p.row < domain_.rows() && p.col >= 0 && p.col < domain_.cols();
    }
    static std::int64_t wrap(std::int64_t x, std::int64_t size) { return (x % size + size) % size; }

    part::grid domain_;
    std::span<const std::int32_t> owners_;
};

}  // namespace banyan::grid
