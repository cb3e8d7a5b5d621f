// The standard association of reductions, for operands that arrive in any order.
//
// It is the association of the Banyan exchange: the ranks are folded to a cube (folded_cube.hpp), the two ranks of a
// pair are combined first, and then the indices as a balanced binary tree: (0 1) (2 3) .. , then ((0 1) (2 3)) .. . The
// lower ranks are the left operand.
#pragma once

#include <optional>
#include <vector>

#include "libnet/schedules/folded_cube.hpp"
#include "libnet/schedules/schedule.hpp"

namespace banyan::net {

/// Writes the steps that combine one operand of each rank. Each combination is made as soon as both its operands are
/// there, so few operands are held: 2 log2 p at most if the operands come in the cyclic order of the ranks, beginning
/// with any rank.
class standard_combination {
  public:
    /// The last combination writes `result`, which may be the memory of an operand of the input.
    standard_combination(schedule_builder& out, int size, items_at result);

    /// Scratch memory for an operand, to be given to add().
    items_at memory();
    /// Reports that the operand of `rank` is in memory() or in the input. Call it once for each rank.
    void add(int rank, items_at operand);

  private:
    items_at combine(items_at left, items_at right, bool last);
    void release(const items_at& operand);

    schedule_builder& out_;
    folded_cube cube_;
    items_at result_;
    std::vector<std::optional<items_at>> held_;  // by the operand's node: the children of node n are 2n and 2n + 1
    std::vector<items_at> free_;
};

}  // namespace banyan::net
