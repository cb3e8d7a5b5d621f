// Prints the answers of `banyan partition`, as a table or as JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/banyan/partition_answer.hpp"

namespace banyan::tools {

/// What a network costs, in the line above a table: item bytes, lambda, tau and the kind of the network.
std::string costs_text(const part::network& net, std::int64_t item_bytes);
/// kind, lambda_s and tau_s_per_byte.
nlohmann::ordered_json costs_json(const part::network& net);
/// A ratio of times with four decimals, or in the form 1.00e+03 if it is large.
std::string balance_text(double ratio);

/// One object on standard output. Some fields are there only if their option was given (docs/command_line.md).
void print_partition_json(const partition_problem& problem, const std::vector<partition_answer>& answers);

/// A table in the order of the answers, notes about processors and methods that are left out, and a picture of the
/// first answer.
void print_partition_table(const partition_problem& problem, const std::vector<partition_answer>& answers);

}  // namespace banyan::tools
