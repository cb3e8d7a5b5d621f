// Runs a program that prints one JSON object.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace banyan::tools {

/// What the program prints on standard output. Blocks until it has ended; it ends with this process. Throws net::error
/// (launch_failed) if it cannot be started, and verb_error (failed) with the first line of its standard error if its
/// exit status is not 0, or if it prints anything but JSON.
nlohmann::json answer_of_program(const std::vector<std::string>& command);

}  // namespace banyan::tools
