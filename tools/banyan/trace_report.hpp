// Computing, blocked, algorithmic and non-algorithmic blocking times of a traced run, by task and by level of the tree.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "tools/banyan/time_histogram.hpp"
#include "tools/banyan/trace_file.hpp"

namespace banyan::tools {

/// The four kinds of times, in the order of the papers.
inline constexpr std::array<const char*, 4> time_kinds{"computing", "blocked", "algorithmic", "non_algorithmic"};

/// A task, or all tasks of a level.
struct time_row {
    int number = 0;  ///< rank or level
    int tasks = 1;
    std::array<time_histogram, time_kinds.size()> times;
    /// The part of the time in which the tasks compute.
    [[nodiscard]] double utilization() const;
};

/// A tree in which each rank has a level.
struct level_tree {
    const char* name;
    const char* levels;  ///< which ranks are on a level
    int (*level_of)(int rank);
};
/// "hypercube", "two-binary".
std::span<const level_tree> level_trees();
/// The tree of this name, which must be one of level_trees().
const level_tree& level_tree_named(const std::string& name);

struct trace_report {
    const level_tree* tree = nullptr;  ///< whose levels these are
    std::vector<time_row> levels;
    std::vector<time_row> tasks;
    std::uint64_t messages = 0;
    std::uint64_t unpaired_sends = 0;
    std::uint64_t unpaired_receives = 0;
    std::uint64_t dropped = 0;
    std::vector<int> incomplete;
};

trace_report report_of(const trace_samples& samples, const level_tree& tree = level_trees().front());
/// `rank` >= 0: with the histogram of this task, which must exist, in place of those of the levels.
std::string report_text(const trace_report& report, int rank = -1);
/// The fields of the verb's JSON.
nlohmann::ordered_json report_json(const trace_report& report);

}  // namespace banyan::tools
