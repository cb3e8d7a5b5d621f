// What `banyan advise` says about more than one pattern of messages: iterations with several patterns, programs with
// phases, and programs that are running already.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "advisor/remote.hpp"
#include "advisor/survey.hpp"
#include "tools/banyan/problem_options.hpp"
#include "tools/banyan/ranking_report.hpp"

namespace banyan::tools {

struct advise_program_options {
    std::string stencil = "5";        ///< patterns of an iteration, as advisor::parse_iteration() takes them
    std::vector<std::string> phases;  ///< as advisor::parse_phase() takes them; empty: the program has no phases
    std::int64_t cycles = 1;
    std::string current;  ///< file; empty: the program is not running yet
    std::int64_t steps_left = 0;
    std::int64_t cell_bytes = 0;  ///< 0: those of the messages

    /// True if the answer is that of advise_program().
    [[nodiscard]] bool is_asked() const;
};

/// --stencil, --phase, --cycles, --current, --steps-left, --cell-bytes.
void add_program_options(CLI::App& verb, advise_program_options& options);

/// Checks the options. Throws CLI::RequiredError for --rows or --cols that is missing without --current. With
/// --current, takes the grid and the number of tasks from the file where the options do not give them. Throws
/// verb_error (usage) if they differ, and for patterns and phases that are not understood.
void complete_problem(const CLI::App& verb, const advise_program_options& options, grid_options& grid, int& tasks);

/// A measurement that is about to begin.
struct advise_job {
    daemon::virtual_machine& virtual_machine;
    const advisor::placement& where;
    advisor::problem problem;  ///< its stencil is set from the options
    const computer_loads& loads;
    double probe_s = 6;     ///< longest time of the measurement of one pattern
    std::string out;        ///< file; empty: none
    std::string model;      ///< of --model
    std::string report;     ///< file; empty: none
    std::string samples{};  ///< file; empty: none
    bool as_json = false;
};

/// Measures and prints. Blocks; throws as advisor::take_survey().
void advise_program(const advise_job& job, const advise_program_options& options);

/// Writes the file of --samples. Throws verb_error (failed) if it cannot be written.
void write_samples_file(const std::string& file, nlohmann::ordered_json samples, const std::string& encryption);

/// The schema version of what `advise --json` prints.
inline constexpr int advise_version = 4;

}  // namespace banyan::tools
