// The option --halo-depth, and how its result is printed.
#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "examples/thermal/halo_depth_choice.hpp"

namespace thermal {

/// Adds --halo-depth K|auto; `depth` gets K, or 0 for auto.
void declare_halo_depth(CLI::App& app, int& depth);

/// One line about the depth; "" for depth 1 if it was asked for.
std::string text_of(const depth_choice& halo);

/// depth, source and predicted_s; latency_s, message_s, byte_s, cell_s and memory_s, null if the depth was not chosen;
/// predictions and exchanges, empty then.
nlohmann::ordered_json to_json(const depth_choice& halo);

}  // namespace thermal
