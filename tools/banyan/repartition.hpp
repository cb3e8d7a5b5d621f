// `banyan advise --current`: whether a running program should change to another partition.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "advisor/pattern_rankings.hpp"
#include "advisor/repartition.hpp"
#include "advisor/survey.hpp"

namespace banyan::tools {

/// The name of the present partition in lists of methods.
inline constexpr const char* current_name = "current";

/// The partition in a file that `banyan advise --out` or part::to_json() has written. Throws verb_error that names the
/// option, the file and what is wrong.
part::partition read_current(const std::string& option, const std::string& file);

struct repartition_question {
    advisor::iteration_patterns iteration;
    std::int64_t steps_left = 0;
    std::int64_t cell_bytes = 8;  ///< that move with a cell
    double probe_s = 6;           ///< length of the measurement of one pattern by a confirmation
};

struct repartition_answer {
    std::int64_t steps_left = 0;
    std::string method;  ///< the fastest other partition; empty if none is faster
    std::int64_t moving_cells = 0;
    std::int64_t cells = 0;
    std::vector<advisor::repartition_measurement> measured;  ///< the proposal, then its confirmations
    advisor::repartition_decision decision = advisor::repartition_decision::keep;
    advisor::predictability quality{};  ///< of the samples of the confirmations
};

/// Answers from a survey in which the methods and current_name were measured, and measures the moving of the cells and,
/// if needed, the confirmations. `rankings` are those of the survey. Blocks; throws as advisor::take_survey().
repartition_answer answer_repartition(daemon::virtual_machine& virtual_machine, const advisor::placement& where,
                                      const advisor::problem& problem, const repartition_question& question,
                                      advisor::survey& found, advisor::pattern_rankings& rankings,
                                      const advisor::progress_text& say);

/// A row for each measurement, for tables: its name, ms of an iteration with the current and with the proposed
/// partition, ms saved per iteration, ms of moving, s saved in all.
std::vector<std::array<std::string, 6>> measurement_cells(const repartition_answer& answer);

/// One line that says what to do, and why.
std::string repartition_advice_text(const repartition_answer& answer);

/// One line that says how many cells a change of the partition moves; empty if no other partition is faster.
std::string moving_text(const repartition_answer& answer);

/// moving_text() and the table of measurements; empty if no other partition is faster.
std::string moving_table_text(const repartition_answer& answer);

/// The field repartition of the JSON.
nlohmann::ordered_json repartition_json(const repartition_answer& answer);

}  // namespace banyan::tools
