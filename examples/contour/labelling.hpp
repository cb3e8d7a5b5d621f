// To which tasks contours go: the decentralized labelling with almost even load (Lin 1995, section 5.3.3). Pure.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace contour {

/// All contours stand in one row: those whose tails are on task 0 first, each task's in its order. The elements of the
/// row are divided into as many equal groups as there are tasks, and a contour goes to the task whose group has its
/// middle element. Then a task gets at most 2 S / p of the S elements, or exactly one contour (docs/applications.md).
/// Of `sums`, the elements of the contours with tails on each task, this task has number `task`; `weights` are the
/// elements of its contours. The result has the target of each.
std::vector<int> label_targets(std::span<const std::uint64_t> sums, int task, std::span<const std::uint64_t> weights);

}  // namespace contour
