// Predicted and observed times of the methods of each setting, as tables for people and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "advisor/method_comparison.hpp"

namespace banyan::tools {

/// Tasks, operations per cell and trials of a setting, in words.
std::string title_text(const advisor::setting_comparison& setting);

/// The lines about the advice of a setting: what was advised and what was the fastest, ties, and errors.
std::string verdict_text(const advisor::setting_comparison& setting);

/// For each setting a table of its methods, the fastest prediction first, and lines about the advice.
std::string comparison_text(std::span<const advisor::setting_comparison> settings);

/// The fields of one element of `results` that `banyan validate --json` prints for any number of methods.
nlohmann::ordered_json comparison_json(const advisor::setting_comparison& setting);

/// The fields "mean" and "ci95".
nlohmann::ordered_json estimate_json(const advisor::mean_estimate& estimate);

}  // namespace banyan::tools
