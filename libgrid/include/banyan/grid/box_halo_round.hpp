// The iterations between two exchanges of a deep halo in three dimensions: which cells each of them computes. Pure: no
// I/O.
#pragma once

#include <span>
#include <vector>

#include "banyan/grid/box_halo_layout.hpp"

namespace banyan::grid {

/// A round, as halo_round in two dimensions: one exchange of a halo of depth k, and up to k iterations that need no
/// other exchange. These are the steps of the round, from 1. Step j computes the own cells and those of the halo that
/// later steps still need; the last step computes the own cells only. Every cell gets the same bits as with a halo of
/// depth 1, if its computation depends only on the values that it reads.
///
///     box_halo_layout layout(parts, rank, pattern, 4);
///     box_halo_round round(layout, 4);
///     now.start_exchange();
///     for (int step = 1; step <= round.steps(); ++step)
///         for (const box_region& cells : round.inner(step)) ...
///     now.finish_exchange();
///     for (int step = 1; step <= round.steps(); ++step)
///         for (const box_region& cells : round.edge(step)) ...
///
/// Odd steps compute `next` from `now`, even steps `now` from `next`. So the program swaps the arrays after a round
/// with an odd number of steps.
///
/// inner(step) are computed cells whose new values do not depend on the values of other processors in this exchange,
/// neither directly nor through earlier steps; edge(step) are the other computed cells. Two arrays are enough: no step
/// of inner() overwrites a value that a step of edge() still reads. On an open axis, the cells beyond the edges belong
/// to the program, which sets those beside the edges in both arrays; they are not computed.
///
/// Immutable value.
class box_halo_round {
  public:
    /// Throws part::error unless `steps` is 1 to layout.depth(). A shorter round than the depth is useful at the end of
    /// a run.
    box_halo_round(const box_halo_layout& layout, int steps);

    [[nodiscard]] int steps() const { return static_cast<int>(computed_.size()); }
    /// The cells of step 1 .. steps(), in unwrapped coordinates. Not checked.
    [[nodiscard]] const box_region& computed(int step) const { return computed_[at(step)]; }
    /// Together computed(step), without overlap.
    [[nodiscard]] std::span<const box_region> inner(int step) const { return inner_[at(step)]; }
    [[nodiscard]] std::span<const box_region> edge(int step) const { return edge_[at(step)]; }

  private:
    static std::size_t at(int step) { return static_cast<std::size_t>(step - 1); }

    std::vector<box_region> computed_;
    std::vector<std::vector<box_region>> inner_;
    std::vector<std::vector<box_region>> edge_;
};

}  // namespace banyan::grid
