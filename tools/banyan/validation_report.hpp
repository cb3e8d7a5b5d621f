// The results of a validation, as a table for people and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "advisor/experiment.hpp"
#include "advisor/validation.hpp"

namespace banyan::tools {

/// A head line and one line for each result.
std::string validation_text(const std::vector<std::string>& methods,
                            std::span<const advisor::validation_result> results);

/// The fields that `banyan validate --json` prints.
nlohmann::ordered_json validation_json(const std::string& application, const std::vector<std::string>& methods,
                                       int trials, std::span<const advisor::validation_result> results);

/// All raw samples of the experiment, with the facts of the hosts.
nlohmann::ordered_json samples_json(const advisor::experiment_record& record);

}  // namespace banyan::tools
