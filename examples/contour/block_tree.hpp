// Blocks of tasks for divide and conquer: in step j a block has 2^j x 2^j tasks of the mesh, fewer at its edges. Pure.
#pragma once

#include <vector>

#include "examples/contour/task_mesh.hpp"

namespace contour {

/// The number of steps until one block has all tasks.
int block_steps(const task_mesh& mesh);

/// The first task of the block of `task` in this step, which collects what the block knows; step 0: the task itself.
int block_leader(const task_mesh& mesh, int step, int task);

/// The leaders of the step before within the block that `leader` leads, itself first: 1 to 4.
std::vector<int> block_parts(const task_mesh& mesh, int step, int leader);

}  // namespace contour
