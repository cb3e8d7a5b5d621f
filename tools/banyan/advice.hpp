// The advice at the end of `banyan advise`: which method to use, and how to run it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "advisor/ranking.hpp"
#include "advisor/survey.hpp"

namespace banyan::tools {

/// The last lines that `banyan advise` prints: the method to use, those with the same partition or within noise, and
/// the command that runs it, with `--advice file` if there is a file, else with the speeds.
std::string advice_text(const advisor::problem& problem, const advisor::survey& found, const advisor::ranking& ranked,
                        const std::string& file);

/// method, predicted_s, same_partition, and within_noise: methods with other partitions that may be as fast.
nlohmann::ordered_json advice_json(const advisor::problem& problem, const advisor::survey& found,
                                   const advisor::ranking& ranked);

/// What `banyan advise --out` writes, without its schema: all that a program needs to use the partition.
nlohmann::ordered_json advice_file_json(const advisor::problem& problem, const advisor::survey& found,
                                        const advisor::ranking& ranked);

}  // namespace banyan::tools
