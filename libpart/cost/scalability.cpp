#include "banyan/part/papers/scalability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "banyan/part/error.hpp"

namespace banyan::part {
namespace {

constexpr double largest_log2 = 512;  // of p in the search, so that n^3 stays finite

/// Time of all messages of one module, for p > 1.
double messages_time(shortest_paths program, double p, double n, const module_costs& costs) {
    const double side = std::sqrt(p);
    switch (program) {
        case shortest_paths::dijkstra_source_parallel:  // n times: find the nearest vertex of all modules
            return n * (costs.message + costs.item) * std::log2(p);
        case shortest_paths::floyd_stripe:
            return n * (costs.message + n * costs.item) * std::log2(p);
        case shortest_paths::floyd_checkerboard:  // along the row and along the column: 2 log2 sqrt p steps
            return n * (costs.message + n / side * costs.item) * std::log2(p);
        case shortest_paths::floyd_pipelined:
            return 2 * n * (costs.message + n / side * costs.item);
        default:
            return 0;
    }
}

void check_efficiency(double wanted) {
    if (!(wanted > 0 && wanted < 1))
        throw error(fmt::format("scalability: efficiency {}, allowed: numbers between 0 and 1", wanted));
}

double memory_of_module(shortest_paths program, double p, double n) {
    return memory_overhead_factor(program, p, n) * n * (n / p);
}

/// The argument in low .. high up to which a condition holds, to the last bits. It holds at low.
template <class Condition>
double last_that(double low, double high, Condition holds) {
    for (int step = 0; step < 200; ++step) {
        const double middle = low + (high - low) / 2;
        (holds(middle) ? low : high) = middle;
    }
    return low;
}

}  // namespace

double parallel_time(shortest_paths program, double p, double n, const module_costs& costs) {
    const double all = n * n * n * costs.update;
    if (p <= 1) return all;
    const double busy = program == shortest_paths::dijkstra_source_partition ? std::min(p, n) : p;
    return all / busy + messages_time(program, p, n, costs);
}

double efficiency(shortest_paths program, double p, double n, const module_costs& costs) {
    return parallel_time(program, 1, n, costs) / (p * parallel_time(program, p, n, costs));
}

double isoefficient_side(shortest_paths program, double p, double wanted, const module_costs& costs) {
    check_efficiency(wanted);
    if (!(p >= 1)) throw error(fmt::format("scalability: {} modules, allowed: numbers from 1", p));
    const auto too_small = [&](double log_n) { return efficiency(program, p, std::exp2(log_n), costs) < wanted; };
    return std::exp2(too_small(0) ? last_that(0, 2 * std::log2(p) + 64, too_small) : 0);
}

double isoefficiency_order(shortest_paths program, double p) {
    const double log_p = std::log2(p);
    switch (program) {
        case shortest_paths::dijkstra_source_partition:
            return std::pow(p, 3);
        case shortest_paths::dijkstra_source_parallel:
            return std::pow(p * log_p, 1.5);
        case shortest_paths::floyd_stripe:
            return std::pow(p * log_p, 3);
        case shortest_paths::floyd_checkerboard:
            return std::pow(p, 1.5) * std::pow(log_p, 3);
        case shortest_paths::floyd_pipelined:
            break;
    }
    return std::pow(p, 1.5);
}

double memory_overhead_factor(shortest_paths program, double p, double n) {
    if (program == shortest_paths::dijkstra_source_partition) return p;
    return program == shortest_paths::dijkstra_source_parallel ? n : 1;
}

double expansion_limit(shortest_paths program, double memory, double wanted, const module_costs& costs) {
    check_efficiency(wanted);
    if (!(memory >= 1)) throw error(fmt::format("scalability: memory of {} elements, allowed: numbers from 1", memory));
    const auto fits = [&](double log_p) {
        const double p = std::exp2(log_p);
        return memory_of_module(program, p, isoefficient_side(program, p, wanted, costs)) <= memory;
    };
    if (fits(largest_log2)) return std::numeric_limits<double>::infinity();
    return std::exp2(last_that(0, largest_log2, fits));
}

double expansion_order(shortest_paths program, double memory) {
    const double log_memory = std::log2(memory);
    switch (program) {
        case shortest_paths::dijkstra_source_partition:
            return std::sqrt(memory);
        case shortest_paths::dijkstra_source_parallel:
            return memory * memory / std::pow(log_memory, 3);
        case shortest_paths::floyd_stripe:
            return memory / (log_memory * log_memory);
        case shortest_paths::floyd_checkerboard:
            return std::exp2(std::sqrt(memory));
        case shortest_paths::floyd_pipelined:
            break;
    }
    return std::numeric_limits<double>::infinity();
}

}  // namespace banyan::part
