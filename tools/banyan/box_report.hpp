// Prints the answers of `banyan partition --planes`, as a table or as JSON.
#pragma once

#include "tools/banyan/box_answer.hpp"

namespace banyan::tools {

/// One object on standard output, with the schema banyan.partition.boxes.v1.
void print_box_json(const box_problem& problem, const box_answers& found);

/// A table in the order of the answers, and a note about methods that are left out.
void print_box_table(const box_problem& problem, const box_answers& found);

}  // namespace banyan::tools
