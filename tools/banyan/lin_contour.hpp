// The comparison of contour tracing in place (A) and after remapping (B), Lin 1995, section 5.3.4: what is published,
// and what the times of the program `contour` on the modelled computer say. Pure.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "banyan/part/papers/crandall_figures.hpp"

namespace banyan::tools {

inline constexpr std::array contour_sides{128, 256, 512, 1024};
inline constexpr std::array contour_iterations{0, 100, 200, 300};
inline constexpr int least_contour_tasks = 4;
inline constexpr int most_contour_tasks = 64;

/// One picture on one number of tasks.
struct contour_case {
    int side;
    int tasks;
    int iterations;
    double in_place_s;                                             ///< A, on the modelled computer
    double remap_s;                                                ///< B
    std::vector<std::uint64_t> in_place_elements, remap_elements;  ///< of each task

    [[nodiscard]] double ratio() const { return in_place_s / remap_s; }
};

/// The published numbers of contour elements on four tasks.
struct contour_load {
    int side;
    std::array<int, 4> in_place, remap;
};
inline constexpr std::array published_contour_loads{
    contour_load{512, {9288, 10245, 9002, 9929}, {9638, 9657, 9559, 9610}},
    contour_load{1024, {11277, 12441, 0, 0}, {6057, 5842, 5892, 5927}},
};

/// The published microseconds of an element: 14 + 0.104 i for i iterations.
double element_us(int iterations);
/// What the published numbers say about the cost of remapping 1024 x 1024 on four tasks: at the published cross-over of
/// 200 iterations it takes as long as the work that it takes from the busiest task. In milliseconds.
double implied_remapping_ms();

/// A published statement, and whether the cases agree with it.
struct contour_claim {
    std::string published;
    std::string found;
    bool agrees;
};

/// The statements about pictures that are among the cases.
std::vector<contour_claim> contour_claims(std::span<const contour_case> cases);

/// Figures 5.11 to 5.14, one for each side among the cases: milliseconds against iterations, for the least and the
/// largest number of tasks.
std::vector<part::figure> contour_figures(std::span<const contour_case> cases);

}  // namespace banyan::tools
