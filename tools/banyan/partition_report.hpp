// The answers of `banyan partition` for people and for programs.
#pragma once

#include <vector>

#include "tools/banyan/partition_answer.hpp"

namespace banyan::tools {

/// One object on standard output; fields beyond the contract's only for options that were given.
void print_partition_json(const partition_task& task, const std::vector<partition_answer>& answers);

/// A table in the order of the answers, what was dropped or left out, and a picture of the first.
void print_partition_table(const partition_task& task, const std::vector<partition_answer>& answers);

}  // namespace banyan::tools
