// Tables 2 to 7 computed again.
#include <fmt/format.h>

#include <cmath>
#include <random>

#include "banyan/part/error.hpp"
#include "banyan/part/papers/published.hpp"
#include "libpart/geometry/exact_geometry.hpp"
#include "libpart/geometry/processor_list.hpp"
#include "libpart/methods/strip_search.hpp"

namespace banyan::part {
namespace {

constexpr double paper_instances = 20;

cut_tree layout_of(std::string_view method, const grid& domain, processor_list processors, double latency) {
    if (method == "tile") return cheapest_tiles(domain, processors, latency);
    if (method == "xy2") return cheapest_strips(domain, processors, ways::both, latency);
    if (method == "rb1") return rb1(domain, processors);
    if (method == "rb2") return rb2(domain, processors);
    if (method == "rb3") return rb3(domain, processors);
    if (method == "xy") return xy(domain, processors);
    if (method == "columns") return columns(domain, processors);
    throw error(fmt::format("method: '{}', allowed: rb1, rb2, rb3, xy, xy2, tile, columns", method));
}

/// A new seed for each instance of a cell (splitmix64).
std::uint64_t next_seed(std::uint64_t& state) {
    state += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state;
    z = (z ^ (z >> 30u)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27u)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31u);
}

double mean(const std::vector<double>& values) {
    double sum = 0;
    for (double value : values)
        sum += value;
    return sum / static_cast<double>(values.size());
}

/// The standard error of 1 - mean(b) / mean(a), from the residuals of b.
double error_of_ratio(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.size() < 2) return 0;
    const double ratio = mean(b) / mean(a);
    const auto n = static_cast<double>(a.size());
    double squares = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        squares += (b[i] - ratio * a[i]) * (b[i] - ratio * a[i]);
    return std::sqrt(squares / (n - 1) / n) / mean(a);
}

int sign(double value) {
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

}  // namespace

double layout_cost(std::string_view method, const grid& domain, const speeds& processors, double latency) {
    if (!std::isfinite(latency) || latency < 0)
        throw error(fmt::format("latency: {}, allowed: finite numbers of 0 and above", latency));
    const cut_tree tree = layout_of(method, domain, sorted_processors(processors), latency);
    if (latency == 0) return exact_cut_length(unrounded<double>(tree, domain), domain);
    const exact_measures m = measures_of(tree, domain);
    return m.cut_length + latency * static_cast<double>(m.internal_edges);
}

speeds uniform_speeds(int processors, double ratio, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<double> values;
    for (int i = 0; i < processors; ++i)
        values.push_back(1 + (ratio - 1) * static_cast<double>(random() >> 11u) * 0x1.0p-53);
    return speeds(std::move(values));
}

regenerated regenerate(const kaddoura_cell& cell, std::uint64_t seed, int instances) {
    if (instances < 1) throw error(fmt::format("instances: {}, allowed: at least 1", instances));
    std::vector<double> reference;
    std::vector<double> costs;
    for (int i = 0; i < instances; ++i) {
        const speeds processors = uniform_speeds(cell.processors, cell.ratio, next_seed(seed));
        reference.push_back(layout_cost("rb2", cell.domain, processors, cell.latency));
        costs.push_back(layout_cost(cell.method, cell.domain, processors, cell.latency));
    }
    return {100 * (1 - mean(costs) / mean(reference)), 100 * error_of_ratio(reference, costs)};
}

agreement compare(std::span<const kaddoura_cell> cells, std::span<const regenerated> ours, int instances) {
    agreement result;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const double difference = ours[i].improvement - cells[i].published;
        const double noise = 2 * ours[i].standard_error * std::sqrt(1 + instances / paper_instances);
        result.mean_difference += difference;
        result.mean_absolute_difference += std::abs(difference);
        for (int points = 1; points <= 3; ++points)
            result.within[points - 1] += std::abs(difference) <= points;
        result.within_noise += std::abs(difference) <= 1 + noise;
        const int product = sign(std::round(ours[i].improvement)) * sign(cells[i].published);
        result.same_sign += sign(std::round(ours[i].improvement)) == sign(cells[i].published);
        result.opposite_sign += product < 0;
    }
    result.cells = static_cast<int>(cells.size());
    if (result.cells > 0) {
        result.mean_difference /= result.cells;
        result.mean_absolute_difference /= result.cells;
    }
    return result;
}

}  // namespace banyan::part
