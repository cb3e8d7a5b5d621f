// The advice at the end of `banyan advise`: which method to use, and how to run it.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "advisor/advice_check.hpp"
#include "advisor/ranking.hpp"
#include "advisor/survey.hpp"

namespace banyan::tools {

/// The hosts that an advice uses if it does not use all tasks.
struct advised_hosts {
    int all_tasks = 0;                   ///< of the measurement
    double all_s = 0;                    ///< one iteration with all of them
    std::vector<std::string> hosts{};    ///< to run on, in this order; empty: all tasks are advised
    std::vector<std::string> without{};  ///< the hosts that get no task
};

/// The last lines that `banyan advise` prints: the method to use, those with the same partition or within noise, and
/// the command that runs it, with `--advice file` if there is a file, else with the speeds, and the command that checks
/// the prediction.
std::string advice_text(const advisor::problem& problem, const advisor::survey& found, const advisor::ranking& ranked,
                        const std::string& file, const advised_hosts& where = {});

/// method, predicted_s, same_partition, within_noise: methods with other partitions that may be as fast; tasks, and
/// hosts: for `banyan run --hosts`, empty for all hosts in their order.
nlohmann::ordered_json advice_json(const advisor::problem& problem, const advisor::survey& found,
                                   const advisor::ranking& ranked, const advised_hosts& where = {});

/// The first methods of the ranking whose partitions differ, at most three: those whose prediction is worth a check.
std::vector<std::string> methods_to_check(const advisor::problem& problem, const advisor::survey& found,
                                          const advisor::ranking& ranked);

/// The lines of `banyan advise --check`: predicted and observed time of each method, and which one was the fastest.
/// Empty for no methods; each method has at least one run.
std::string checked_text(std::span<const advisor::checked_method> checked);

/// method, predicted_s, interval_s, observed_s of each checked method.
nlohmann::ordered_json checked_json(std::span<const advisor::checked_method> checked);

/// What `banyan advise --out` writes, without its schema: all that a program needs to use the partition.
nlohmann::ordered_json advice_file_json(const advisor::problem& problem, const advisor::survey& found,
                                        const advisor::ranking& ranked);

}  // namespace banyan::tools
