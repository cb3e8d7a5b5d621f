// The JSON that verbs print with --json.
#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <string>

namespace banyan::tools {

void add_json_option(CLI::App& verb, bool& json);

/// Sets up a verb without options of its own. `run` gets whether --json is given.
void add_only_json_option(CLI::App& verb, void (*run)(bool json));

/// The text of `value`. Bytes of names and arguments that are not UTF-8 become U+FFFD. indent < 0: one line.
std::string text_of(const nlohmann::ordered_json& value, int indent);

/// `object` with "schema": "banyan.NAME.vVERSION" as its first field.
nlohmann::ordered_json with_schema(const std::string& name, int version, const nlohmann::ordered_json& object);

/// Prints `object` with its schema on standard output.
void print_json(const std::string& name, int version, const nlohmann::ordered_json& object);

}  // namespace banyan::tools
