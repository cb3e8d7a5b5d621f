#include "examples/contour/block_tree.hpp"

#include <algorithm>

namespace contour {

int block_steps(const task_mesh& mesh) {
    int steps = 0;
    while ((1 << steps) < std::max(mesh.down(), mesh.across()))
        ++steps;
    return steps;
}

int block_leader(const task_mesh& mesh, int step, int task) {
    const int i = task / mesh.across(), j = task % mesh.across();
    return mesh.task_at(i >> step << step, j >> step << step);
}

std::vector<int> block_parts(const task_mesh& mesh, int step, int leader) {
    const int half = 1 << (step - 1);
    const int i = leader / mesh.across(), j = leader % mesh.across();
    std::vector<int> parts;
    for (const int down : {0, half})
        for (const int across : {0, half})
            if (i + down < mesh.down() && j + across < mesh.across())
                parts.push_back(mesh.task_at(i + down, j + across));
    return parts;
}

}  // namespace contour
