// The iterations between two exchanges of a deep halo: which cells each of them computes. Pure: no I/O.
#pragma once

#include <span>
#include <vector>

#include "banyan/grid/halo_layout.hpp"

namespace banyan::grid {

/// A round: one exchange of a halo of depth k, and up to k iterations that need no other exchange. Each of these is a
/// step of the round, from 1. Step j computes the own cells and those of the halo that the later steps still need. So
/// the computed part of the halo shrinks by the reach of the stencil in each step. The last step computes the own cells
/// only. So processors also compute some cells of their neighbours. Every cell gets the same bits as with a halo
/// of depth 1, if its computation depends only on the values that it reads.
///
///     halo_layout layout(parts, rank, pattern, 4);
///     halo_round round(layout, pattern, 4);
///     now.exchange();
///     for (int step = 1; step <= round.steps(); ++step) {
///         for (const region& cells : round.computed(step)) compute(now, next, cells);
///         std::swap(now, next);
///     }
///
/// On an open grid, the cells beyond the edges belong to the program, which sets them in both arrays. They are not
/// computed and lie at most one reach of the stencil beyond the edge.
///
/// Overlap with the exchange: inner(step) are computed cells whose new values do not depend on the values of other
/// processors in this exchange, neither directly nor through earlier steps; edge(step) are the other computed cells.
/// After start_exchange() a program may compute inner(1), inner(2), ... of all steps, call finish_exchange(), and then
/// compute edge(1), edge(2), ... Two arrays that are read and written in turn are enough for that: no step of inner()
/// overwrites a value that a step of edge() still reads, and an exchange of a deep halo sends from a copy. For an owner
/// list (part::layout::cells), inner() is empty in a round of two or more steps.
///
/// Immutable value.
class halo_round {
  public:
    /// For the cells of `layout`, made with the same stencil. `steps` is 1 to layout.depth(). Throws part::error for
    /// other steps, and for a stencil that reaches further than that of the layout. A round with fewer steps than the
    /// depth is useful at the end of a run and before a convergence test.
    halo_round(const halo_layout& layout, const part::stencil& pattern, int steps);

    [[nodiscard]] int steps() const { return static_cast<int>(computed_.size()); }
    /// The cells of step 1 .. steps(), in unwrapped coordinates; regions without overlap. Not checked.
    [[nodiscard]] std::span<const region> computed(int step) const { return computed_[at(step)]; }
    /// Together computed(step), without overlap.
    [[nodiscard]] std::span<const region> inner(int step) const { return inner_[at(step)]; }
    [[nodiscard]] std::span<const region> edge(int step) const { return edge_[at(step)]; }

    /// The regions of all steps, for compute_in_blocks(): element i is step i + 1.
    [[nodiscard]] std::span<const std::vector<region>> all_computed() const { return computed_; }
    [[nodiscard]] std::span<const std::vector<region>> all_inner() const { return inner_; }
    [[nodiscard]] std::span<const std::vector<region>> all_edge() const { return edge_; }

  private:
    static std::size_t at(int step) { return static_cast<std::size_t>(step - 1); }

    std::vector<std::vector<region>> computed_;
    std::vector<std::vector<region>> inner_;
    std::vector<std::vector<region>> edge_;
};

}  // namespace banyan::grid
