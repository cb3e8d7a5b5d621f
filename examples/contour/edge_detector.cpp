#include "examples/contour/edge_detector.hpp"

#include <algorithm>
#include <cstdlib>

namespace contour {

bool is_edge(std::int64_t row, std::int64_t col, std::int64_t rows, std::int64_t cols, int threshold,
             const brightness& at) {
    int window[3][3];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            window[i][j] = at(std::clamp<std::int64_t>(row + i - 1, 0, rows - 1),
                              std::clamp<std::int64_t>(col + j - 1, 0, cols - 1));
    const auto line = [](int a, int b, int c) { return a + 2 * b + c; };
    const int horizontal =
        line(window[0][2], window[1][2], window[2][2]) - line(window[0][0], window[1][0], window[2][0]);
    const int vertical =
        line(window[2][0], window[2][1], window[2][2]) - line(window[0][0], window[0][1], window[0][2]);
    return std::abs(horizontal) + std::abs(vertical) >= threshold;
}

}  // namespace contour
