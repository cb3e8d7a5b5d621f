// Checks of option values whose messages name the option, the value and what is allowed.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace banyan::tools {

/// Whole numbers lo .. hi. For a list option it is applied to each element.
CLI::Validator whole_number(std::int64_t lo, std::int64_t hi);

/// Finite numbers lo .. hi.
CLI::Validator real_number(double lo, double hi);

/// One of the names.
CLI::Validator one_of(std::vector<std::string> names);

}  // namespace banyan::tools
