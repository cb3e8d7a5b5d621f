// Contours and their results in the memory of one process, without any code of the parallel program but the
// computation at an element.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <random>
#include <vector>

#include "examples/contour/trace_step.hpp"
#include "examples/images/image.hpp"

namespace banyan::testing {

/// An image as a test sees it: 1 for marked pixels.
struct marked_image {
    std::int64_t rows = 0, cols = 0;
    std::vector<char> marks;
    [[nodiscard]] bool at(std::int64_t r, std::int64_t c) const {
        return r >= 0 && c >= 0 && r < rows && c < cols && marks[static_cast<std::size_t>(r * cols + c)] != 0;
    }
};

inline marked_image random_marks(std::mt19937& random, std::int64_t rows, std::int64_t cols, double density) {
    marked_image made{rows, cols, {}};
    std::bernoulli_distribution mark(density);
    for (std::int64_t i = 0; i < rows * cols; ++i)
        made.marks.push_back(mark(random) ? 1 : 0);
    return made;
}

/// Sobel's gradient, written as two sums over the window.
inline marked_image sobel_marks(const images::image& of, int threshold) {
    marked_image made{of.rows, of.cols, {}};
    const auto grey = [&of](std::int64_t r, std::int64_t c) {
        r = r < 0 ? 0 : r >= of.rows ? of.rows - 1 : r;
        c = c < 0 ? 0 : c >= of.cols ? of.cols - 1 : c;
        return static_cast<int>(of.at(r, c));
    };
    for (std::int64_t r = 0; r < of.rows; ++r) {
        for (std::int64_t c = 0; c < of.cols; ++c) {
            int across = 0, down = 0;
            for (int k = -1; k <= 1; ++k) {
                const int weight = k == 0 ? 2 : 1;
                across += weight * (grey(r + k, c + 1) - grey(r + k, c - 1));
                down += weight * (grey(r + 1, c + k) - grey(r - 1, c + k));
            }
            made.marks.push_back(std::abs(across) + std::abs(down) >= threshold ? 1 : 0);
        }
    }
    return made;
}

/// The contours of the marked pixels, each from its smallest element on. An element is 4 times the number of its pixel
/// plus its side. They are found by walking along the corners of pixels with the marked ones on the right, turning left
/// where possible.
inline std::vector<std::vector<std::uint64_t>> serial_contours(const marked_image& of) {
    constexpr std::int64_t down[4] = {-1, 0, 1, 0}, across[4] = {0, 1, 0, -1};
    std::vector<char> done(static_cast<std::size_t>(of.rows * of.cols * 4));
    std::vector<std::vector<std::uint64_t>> found;
    const auto is_side = [&of, &down, &across](std::int64_t r, std::int64_t c, int side) {
        return of.at(r, c) && !of.at(r + down[side], c + across[side]);
    };
    for (std::size_t start = 0; start < done.size(); ++start) {
        std::int64_t r = static_cast<std::int64_t>(start / 4) / of.cols,
                     c = static_cast<std::int64_t>(start / 4) % of.cols;
        int side = static_cast<int>(start % 4);
        if (done[start] != 0 || !is_side(r, c, side)) continue;
        auto& contour = found.emplace_back();
        for (std::size_t at = start; done[at] == 0;) {
            done[at] = 1;
            contour.push_back(at);
            const int heading = (side + 1) % 4;
            const std::int64_t candidates[3][3] = {
                {r + down[heading] + down[side], c + across[heading] + across[side], (side + 3) % 4},
                {r + down[heading], c + across[heading], side},
                {r, c, heading}};
            for (const auto& next : candidates) {
                if (!is_side(next[0], next[1], static_cast<int>(next[2]))) continue;
                r = next[0];
                c = next[1];
                side = static_cast<int>(next[2]);
                break;
            }
            at = static_cast<std::size_t>((r * of.cols + c) * 4 + side);
        }
    }
    return found;
}

}  // namespace banyan::testing
