// What `banyan model synchronization` prints. No I/O.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "banyan/part/papers/epoch_imbalance.hpp"

namespace banyan::tools {

inline constexpr std::array all_distributions{part::time_distribution::uniform, part::time_distribution::exponential,
                                              part::time_distribution::normal, part::time_distribution::any};

/// The parameters of the models; all times in one unit.
struct synchronization_request {
    part::time_distribution distribution = part::time_distribution::uniform;
    std::optional<double> cv{};  ///< default: 0.1; of an exponential distribution 1
    std::int64_t processors = 1024;
    double compute = 1;
    double level_time = 1;
    std::optional<int> levels{};  ///< default: the smallest L with 2^L >= processors, at least 1
    int neighbours = 4;
    std::optional<double> neighbour_time{};  ///< default: level_time
    double distance_factor = 2;
    std::vector<std::int64_t> every{1, 4, 10, 25};
    std::optional<double> bound{};  ///< default: the imbalance of the distribution
    std::optional<int> depth{};     ///< simulates the synchronization structures
    int fan_in = 2;
    int trials = 1000;
    std::int64_t seed = 1;
};

/// A result as text for people and as fields of the JSON object.
struct reported {
    std::string text;
    nlohmann::ordered_json fields;
};

/// Throws part::error for parameters that the models do not allow.
reported report_synchronization(const synchronization_request& request);

/// The 100 entries of Table 2, published and computed.
reported report_published_table();

}  // namespace banyan::tools
