// The page that `banyan validate --report` writes.
#pragma once

#include <string>

#include "advisor/experiment.hpp"
#include "tools/banyan/validation_report.hpp"

namespace banyan::tools {

/// One HTML document with the results of each setting, tables, charts, partitions and network of its first trial, and
/// the settings. `note` is the text of --note; `warnings` are lines for people.
std::string validate_page(const validation& found, const advisor::experiment_settings& experiment,
                          const advisor::experiment_record& record, const std::string& note,
                          const std::string& warnings);

}  // namespace banyan::tools
