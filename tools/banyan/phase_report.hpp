// The phases of a program in the output of `banyan advise`: the best partition of each, and whether to change between
// them.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "advisor/program_phases.hpp"
#include "tools/banyan/text_table.hpp"

namespace banyan::tools {

/// What is known about a program with phases.
struct phased_program {
    std::vector<advisor::program_phase> phases;
    std::vector<advisor::phase_times> times;  ///< of each phase
    std::int64_t cycles = 1;
    advisor::phase_plan plan;

    /// The methods to use: one for each phase, all equal if changes do not pay.
    [[nodiscard]] std::vector<std::string> advised() const;
};

/// A row for each phase, for tables: its name, patterns, iterations, best method, ms of an iteration, their interval,
/// and the probability that the method is the best.
std::vector<table_row> phase_cells(const phased_program& program);

/// Lines that say which partition to use in which phase, and why.
std::string phase_plan_text(const phased_program& program);

/// The table of the phases: phase_cells().
std::string phase_table_text(const phased_program& program);

/// The fields cycles, phases and plan.
nlohmann::ordered_json phases_json(const phased_program& program);

/// The field phases of the file that --out writes: for each phase its name, method and partition.
nlohmann::ordered_json phases_file_json(const phased_program& program, const advisor::problem& problem,
                                        const advisor::survey& found);

}  // namespace banyan::tools
