// What one method gives for a problem: the numbers that are shown.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "banyan/part/partition.hpp"
#include "tools/banyan/partition_problem.hpp"

namespace banyan::tools {

/// What one pattern sends when it occurs once.
struct traffic {
    std::int64_t messages;
    std::int64_t max_messages;
    std::int64_t items;
    double cost_s;
};

/// Stores the rectangles, but no owner per cell: the owners of many methods together could fill the memory.
struct partition_answer {
    const part::method_info* method;
    double seconds;  ///< of the method itself
    std::vector<part::block> blocks;
    std::vector<std::int64_t> cells;
    std::vector<int> dropped;
    double max_time_ratio;  ///< balance of the cells
    std::int64_t cut_length;
    std::int64_t wrapped_cut_length;
    std::int64_t internal_edges;
    std::int64_t half_perimeter;
    double lower_bound_half_perimeter;
    traffic stencil;
    std::vector<traffic> phases;  ///< in the order of the problem
    double cost_s;                ///< of an iteration: the stencil once, each phase as often as it occurs
    std::vector<double> work;     ///< of each processor; empty if there is no density
    double max_work_ratio;        ///< balance of the work; of the cells if there is no density
    std::string picture;          ///< made of letters; empty with --json
};

/// Runs every method of the problem, writes the files of --svg and --out, and sorts by cost. Throws verb_error.
std::vector<partition_answer> answers_to(const partition_problem& problem);

}  // namespace banyan::tools
