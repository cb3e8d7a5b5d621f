#include "banyan/part/papers/epoch_utilization.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "banyan/part/error.hpp"
#include "libpart/synchronization/compute_time_checks.hpp"

namespace banyan::part {
namespace {

void check_duration(const char* name, double value) {
    if (!(value >= 0) || !std::isfinite(value))
        throw error(fmt::format("{}: {}, allowed: finite numbers from 0", name, value));
}

void check_levels(int levels) {
    if (levels < 1 || levels > 62) throw error(fmt::format("levels: {}, allowed: whole numbers from 1 to 62", levels));
}

void check_epoch(const epoch_times& t) {
    if (!(t.compute > 0)) throw error(fmt::format("compute time: {}, allowed: numbers above 0", t.compute));
    check_duration("time of a level", t.level);
    check_duration("time of the boundary exchange", t.boundaries);
    check_levels(t.levels);
}

void check_level(int levels, int level) {
    check_levels(levels);
    if (level < 0 || level > levels)
        throw error(fmt::format("level: {}, allowed: whole numbers from 0 to {}", level, levels));
}

double tree_time(const epoch_times& t) {
    return t.levels * t.level;
}

/// compute / (compute + lost), also for an infinite compute time.
double computing_share(double compute, double lost) {
    return std::isinf(compute) ? 1 : compute / (compute + lost);
}

void check_distance(int distance) {
    if (distance < 0) throw error(fmt::format("distance: {}, allowed: whole numbers from 0", distance));
}

}  // namespace

double boundary_exchange(int neighbours, double neighbour_time, double distance_factor) {
    if (neighbours < 0) throw error(fmt::format("neighbours: {}, allowed: whole numbers from 0", neighbours));
    check_duration("time of a neighbour", neighbour_time);
    if (!(distance_factor >= 1) || !std::isfinite(distance_factor))
        throw error(fmt::format("distance factor: {}, allowed: finite numbers from 1", distance_factor));
    return neighbours * neighbour_time * distance_factor;
}

double compute_to_communication(const epoch_times& t) {
    check_epoch(t);
    const double lost = tree_time(t) + t.boundaries;
    return lost == 0 ? std::numeric_limits<double>::infinity() : t.compute / lost;
}

double barrier_utilization(const epoch_times& t) {
    check_epoch(t);
    return computing_share(t.compute, tree_time(t) + t.boundaries);
}

double level_processors(int levels, int level) {
    check_level(levels, level);
    double count = 1;
    for (int i = 1; i <= level; ++i)
        count = count * (levels - level + i) / i;  // whole in every step
    return count;
}

double weighted_load(const epoch_times& t, int level) {
    check_epoch(t);
    check_level(t.levels, level);
    return t.compute + (t.levels - level) * t.level;
}

double weighted_utilization(const epoch_times& t) {
    check_epoch(t);
    const double mean_load = t.compute + tree_time(t) / 2;  // the mean level of a processor is L / 2
    return computing_share(mean_load, tree_time(t) / 2 + t.boundaries);
}

std::optional<double> weighted_utilization_of_same_work(const epoch_times& t) {
    check_epoch(t);
    if (t.compute < tree_time(t) / 2) return std::nullopt;
    return computing_share(t.compute, tree_time(t) / 2 + t.boundaries);
}

double self_synchronized_utilization(const epoch_times& t, const self_synchronization& s) {
    check_epoch(t);
    if (!(s.every >= 1)) throw error(fmt::format("every: {}, allowed: numbers from 1", s.every));
    check_duration("bound on the imbalance", s.bound);
    if (std::isinf(t.compute)) return 1 / (1 + s.bound);
    return t.compute / (tree_time(t) / s.every + t.compute * (1 + s.bound) + t.boundaries);
}

double speed_up(double utilization, std::int64_t processors) {
    check_processors(processors);
    return utilization * static_cast<double>(processors);
}

double ncube1_latency_us(int distance) {
    check_distance(distance);
    return 261 + 193.0 * distance;
}

double ncube2_latency_us(int distance) {
    check_distance(distance);
    return 140 + 1.0 * distance;
}

}  // namespace banyan::part
