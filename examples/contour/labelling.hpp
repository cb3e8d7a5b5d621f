// To which tasks contours go: the decentralized labelling with almost even load (Lin 1995, section 5.3.3). Pure.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace contour {

/// The target task of each contour whose tail is on task number `task`. sums[t]: the elements of all contours whose
/// tails are on task t. weights[i]: the elements of contour i of `task`; result[i] is its target. All contours together
/// form one sequence: first those whose tails are on task 0, in the order of this task, then those of task 1, and so
/// on. The elements of the sequence are divided into as many equal groups as there are tasks, and a contour goes to the
/// task whose group has its middle element. Then a task gets at most 2 S / p of the S elements, or exactly one contour
/// (docs/applications.md).
std::vector<int> label_targets(std::span<const std::uint64_t> sums, int task, std::span<const std::uint64_t> weights);

}  // namespace contour
