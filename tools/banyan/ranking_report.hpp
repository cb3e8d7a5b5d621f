// A ranking of methods, as tables for people and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "advisor/computer_load.hpp"
#include "advisor/ranking.hpp"
#include "advisor/survey.hpp"

namespace banyan::tools {

using computer_loads = std::vector<advisor::computer_load>;

/// One line if the ranking is a tie, otherwise none.
std::string tie_text(const advisor::ranking& ranked);

/// The lines that `banyan advise` prints. `loads` are those before the measurement.
std::string ranking_text(const advisor::problem& problem, const advisor::survey& found, const advisor::ranking& ranked,
                         const computer_loads& loads);

/// The fields that `banyan advise --json` prints.
nlohmann::ordered_json ranking_json(const advisor::problem& problem, const advisor::survey& found,
                                    const advisor::ranking& ranked, const computer_loads& loads);

/// The prediction of one trial, as samples.json of `banyan validate` has it.
nlohmann::ordered_json prediction_json(const advisor::ranking& ranked);

}  // namespace banyan::tools
