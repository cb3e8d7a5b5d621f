// A ranking of methods, as tables for people and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "advisor/network_fit.hpp"
#include "advisor/ranking.hpp"
#include "advisor/survey.hpp"

namespace banyan::tools {

/// The lines that `banyan advise` prints.
std::string ranking_text(const advisor::problem& problem, const advisor::survey& found, const advisor::ranking& ranked);

/// The fields that `banyan advise --json` prints.
nlohmann::ordered_json ranking_json(const advisor::problem& problem, const advisor::survey& found,
                                    const advisor::ranking& ranked);

/// The prediction of one trial, as samples.json of `banyan validate` has it.
nlohmann::ordered_json prediction_json(const advisor::ranking& ranked);

}  // namespace banyan::tools
