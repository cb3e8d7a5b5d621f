// The advice at the end of `banyan advise`: which method to use, and how to run it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

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

/// What `banyan advise --out` writes, without its schema: all that a program needs to use the partition.
nlohmann::ordered_json advice_file_json(const advisor::problem& problem, const advisor::survey& found,
                                        const advisor::ranking& ranked);

}  // namespace banyan::tools
