// Prints the answers of `banyan partition`, as a table or as JSON.
#pragma once

#include <vector>

#include "tools/banyan/partition_answer.hpp"

namespace banyan::tools {

/// One object on standard output. Some fields are there only if their option was given (docs/command_line.md).
void print_partition_json(const partition_problem& problem, const std::vector<partition_answer>& answers);

/// A table in the order of the answers, notes about processors and methods that are left out, and a picture of the
/// first answer.
void print_partition_table(const partition_problem& problem, const std::vector<partition_answer>& answers);

}  // namespace banyan::tools
