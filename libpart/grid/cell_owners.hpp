// The owner of every cell in one table, asked by places that may lie beyond the edges.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "banyan/part/partition.hpp"

namespace banyan::part {

struct cell_place {
    std::int64_t row;
    std::int64_t col;
};

class cell_owners {
  public:
    explicit cell_owners(const partition& parts) : domain_(parts.domain()), owners_(parts.owners()) {}

    [[nodiscard]] const grid& domain() const { return domain_; }
    /// Owner of a cell of the grid.
    [[nodiscard]] int at(const cell_place& p) const { return at(p.row, p.col); }
    [[nodiscard]] int at(std::int64_t row, std::int64_t col) const {
        return owners_[static_cast<std::size_t>(row * domain_.cols() + col)];
    }
    /// Whether the place lies in the grid, unwrapped, and belongs to the machine.
    [[nodiscard]] bool owns(int machine, const cell_place& p) const {
        return p.row >= 0 && p.row < domain_.rows() && p.col >= 0 && p.col < domain_.cols() && at(p) == machine;
    }
    /// The cell that a place stands for: wrapped on a torus, nothing beyond an open edge.
    [[nodiscard]] std::optional<cell_place> inside(const cell_place& p) const {
        const cell_place wrapped{wrap(p.row, domain_.rows()), wrap(p.col, domain_.cols())};
        if (!domain_.torus() && (wrapped.row != p.row || wrapped.col != p.col)) return std::nullopt;
        return wrapped;
    }

  private:
    static std::int64_t wrap(std::int64_t x, std::int64_t size) { return (x % size + size) % size; }

    grid domain_;
    std::vector<std::int32_t> owners_;
};

}  // namespace banyan::part
