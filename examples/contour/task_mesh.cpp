#include "examples/contour/task_mesh.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace contour {

task_mesh::task_mesh(std::int64_t rows, std::int64_t cols, int tasks) : rows_(rows), cols_(cols) {
    double best = std::numeric_limits<double>::infinity();
    for (int down = 1; down <= tasks; ++down) {
        const int across = tasks / down;
        if (down * across != tasks || down > rows || across > cols) continue;
        const double height = static_cast<double>(rows) / down, width = static_cast<double>(cols) / across;
        const double stretch = std::abs(std::log(height / width));
        if (stretch >= best) continue;
        best = stretch;
        down_ = down;
        across_ = across;
    }
    if (std::isinf(best))
        throw std::invalid_argument("an image of " + std::to_string(rows) + " x " + std::to_string(cols) +
                                    " pixels cannot be divided among " + std::to_string(tasks) +
                                    " tasks: no mesh of them has a row and a column of pixels for each");
}

block task_mesh::of(int task) const {
    const auto begin = [](std::int64_t size, int part, int parts) { return size * part / parts; };
    const int i = task / across_, j = task % across_;
    block result;
    result.row = begin(rows_, i, down_);
    result.col = begin(cols_, j, across_);
    result.rows = begin(rows_, i + 1, down_) - result.row;
    result.cols = begin(cols_, j + 1, across_) - result.col;
    return result;
}

}  // namespace contour
