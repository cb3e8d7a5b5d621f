// The results of a validation, as tables for people and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "advisor/experiment.hpp"
#include "advisor/method_comparison.hpp"
#include "advisor/validation.hpp"

namespace banyan::tools {

/// All that is known of the trials of an experiment.
struct validation {
    std::string application;
    std::vector<std::string> methods;
    int trials = 0;  ///< of each setting
    std::vector<advisor::setting_comparison> settings;
    std::vector<advisor::validation_result> pairs;  ///< of each setting if there are two methods, otherwise empty
};

/// The validation of an experiment whose trials are given. Throws as advisor::compare_methods().
validation make_validation(const std::string& application, const std::vector<std::string>& methods, int trials,
                           std::span<const advisor::trial> results);

/// For two methods first a table of ratios: a head line and one line for each setting. Then comparison_text().
std::string validation_text(const validation& found);

/// The fields that `banyan validate --json` prints.
nlohmann::ordered_json validation_json(const validation& found);

/// All raw samples of the experiment, with the facts of the hosts.
nlohmann::ordered_json samples_json(const advisor::experiment_record& record);

}  // namespace banyan::tools
