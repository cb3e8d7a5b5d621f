// The tables of bench/partition.
#pragma once

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <vector>

namespace banyan::bench {

/// Compares Banyan, METIS, Zoltan RCB and a squarified treemap on the same instances. For each partitioner and kind of
/// instance: the means of half-perimeters over their lower bound, messages, balance and milliseconds. Partitioners that
/// are not installed are listed as missing.
nlohmann::ordered_json comparison_table();

/// Targets of quality and speed. The columns are: what, target, measured, reached.
nlohmann::ordered_json target_table();

/// For every method, with 4096 x 4096 cells and 12 processors or the most that it takes: the seconds to compute the
/// owner of each cell, and the seconds of exact_communication() from that owner list.
nlohmann::ordered_json owner_table();

/// Repartitions after the speeds have changed: ours, methods that start again, and other projects, on the same
/// instances. For each: means and the largest value of the share of moved cells, the means of balance and length, and
/// milliseconds.
nlohmann::ordered_json repartition_table();

/// Seconds of one call: the median of `repeats` calls.
template <class Call>
double median_seconds(int repeats, const Call& call) {
    std::vector<double> seconds;
    for (int i = 0; i < repeats; ++i) {
        const auto start = std::chrono::steady_clock::now();
        call();
        seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::ranges::sort(seconds);
    return seconds[seconds.size() / 2];
}

}  // namespace banyan::bench
