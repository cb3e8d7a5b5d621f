#include "libnet/schedules/standard_combination.hpp"

namespace banyan::net {
namespace {

// The root is node 1, index i is node q + i, and a rank of a pair is a child of its index.
int node_of(const folded_cube& cube, int rank) {
    return cube.in_pair(rank) ? 2 * cube.indices() + rank : cube.indices() + cube.index_of(rank);
}

}  // namespace

standard_combination::standard_combination(schedule_builder& out, int size, items_at result)
    : out_(out), cube_(size), result_(result), held_(static_cast<std::size_t>(4 * cube_.indices())) {}

items_at standard_combination::memory() {
    if (free_.empty()) return out_.scratch(result_.count);
    const items_at operand = free_.back();
    free_.pop_back();
    return operand;
}

void standard_combination::add(int rank, items_at operand) {
    int node = node_of(cube_, rank);
    if (node == 1) return out_.copy(operand, result_);
    for (; node > 1; node /= 2) {
        const auto& sibling = held_[static_cast<std::size_t>(node ^ 1)];
        if (!sibling) {
            held_[static_cast<std::size_t>(node)] = operand;
            return;
        }
        const bool last = node <= 3;
        operand = node % 2 == 0 ? combine(operand, *sibling, last) : combine(*sibling, operand, last);
    }
}

items_at standard_combination::combine(items_at left, items_at right, bool last) {
    const items_at to = last ? result_ : left.where == area::scratch ? left : right;
    out_.combine(left, right, to);
    if (left != to) release(left);
    if (right != to) release(right);
    return to;
}

void standard_combination::release(const items_at& operand) {
    if (operand.where == area::scratch) free_.push_back(operand);
}

}  // namespace banyan::net
