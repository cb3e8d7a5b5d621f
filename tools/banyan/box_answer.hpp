// What one method for boxes gives for a problem: the numbers that are shown.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "banyan/part/box_partition.hpp"
#include "tools/banyan/box_problem.hpp"
#include "tools/banyan/partition_answer.hpp"

namespace banyan::tools {

struct box_answer {
    std::string_view method;
    double seconds;  ///< of the method itself
    part::box_partition parts;
    double max_time_ratio;
    std::int64_t cut_area;
    std::int64_t half_surface;        ///< sum of those of all boxes
    double lower_bound_half_surface;  ///< of half_surface
    traffic sent;                     ///< of an exchange
};

struct box_answers {
    std::vector<box_answer> answers;         ///< sorted by cost
    std::vector<std::string_view> left_out;  ///< methods of `all` for which the grid is too small
};

/// Runs every method of the problem, and writes the files of --out. Throws verb_error.
box_answers box_answers_to(const box_problem& problem);

}  // namespace banyan::tools
