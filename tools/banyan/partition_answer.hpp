// What one method makes of a task, in the numbers that are shown.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "banyan/part/partition.hpp"
#include "tools/banyan/partition_task.hpp"

namespace banyan::tools {

/// What one pattern sends in one go.
struct traffic {
    std::int64_t messages;
    std::int64_t max_messages;
    std::int64_t items;
    double cost_s;
};

/// Holds the rectangles, but no owner per cell: those of many methods together could fill the memory.
struct partition_answer {
    const part::method_info* method;
    double seconds;  ///< that the method took
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
    std::vector<traffic> phases;  ///< in the order of the task
    double cost_s;                ///< of an iteration: the stencil once, each phase as often as it comes
    std::vector<double> work;     ///< of each processor; empty unless there is a density
    double max_work_ratio;        ///< balance of the work; without a density, of the cells
    std::string picture;          ///< of letters; empty when the answer goes to a program
};

/// Runs every method of the task, draws the pictures that are asked for, and sorts by cost. Throws verb_error.
std::vector<partition_answer> answers_to(const partition_task& task);

}  // namespace banyan::tools
