// The classes of pairs of tasks by the latency between them: on the same host, near, far.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "advisor/statistics.hpp"

namespace banyan::advisor {

/// One-way times of small messages between two ranks.
struct pair_latency {
    int a = 0;
    int b = 0;
    bool same_host = false;
    std::vector<double> seconds;
};

struct pair_class {
    std::string name;  ///< "same host", "near", "far"; "between hosts" if those between hosts are one class
    std::vector<pair_latency> pairs;
    double latency_s = 0;  ///< median of the medians of its pairs
    interval latency_ci95;
};

/// In each round every rank is in at most one pair; all rounds together have every pair of `ranks` ranks once: p - 1
/// rounds for an even number, p for an odd one.
std::vector<std::vector<std::pair<int, int>>> rounds_of_pairs(int ranks);

/// Pairs on the same host are a class. The others are one or two classes. They are divided at the gap that explains
/// most of the differences between the medians of the pairs. Two conditions must hold: this explains more than the
/// scatter of the samples does (BIC), and the class means differ by a quarter or more. Pairs without samples are left
/// out. The fastest class comes first.
std::vector<pair_class> classes_of(std::span<const pair_latency> pairs);

}  // namespace banyan::advisor
