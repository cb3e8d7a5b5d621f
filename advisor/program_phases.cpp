#include "advisor/program_phases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "advisor/halo_load.hpp"
#include "advisor/moving.hpp"
#include "libnet/base/number_text.hpp"

namespace banyan::advisor {
namespace {

constexpr std::int64_t most_iterations = 1'000'000'000'000;

std::int64_t parse_iterations(const std::string& text) {
    const auto value = net::number_between(text, std::int64_t{1}, most_iterations);
    if (!value)
        throw std::invalid_argument(
            fmt::format("'{}' is not allowed, use a whole number from 1 to {}", text, most_iterations));
    return *value;
}

}  // namespace

program_phase parse_phase(const std::string& text) {
    const auto equals = text.find('=');
    const auto at = text.rfind('@');
    if (equals == std::string::npos || equals == 0 || at == std::string::npos || at < equals)
        throw std::invalid_argument(
            fmt::format("'{}' is not allowed, use NAME=PATTERNS@ITERATIONS, for example flow=3:5,9@500", text));
    return {text.substr(0, equals), parse_iterations(text.substr(at + 1)),
            parse_iteration(text.substr(equals + 1, at - equals - 1))};
}

std::vector<pattern_rate> patterns_per_sweep(const std::vector<program_phase>& phases) {
    std::vector<pattern_rate> rates;
    double sweeps = 0;
    for (const auto& phase : phases) {
        for (const auto& use : phase.patterns) {
            const double times = static_cast<double>(phase.iterations) * use.times;
            if (has_sweep(use.pattern)) sweeps += times;
            const auto same = std::ranges::find(rates, use.pattern, &pattern_rate::pattern);
            if (same == rates.end())
                rates.push_back({times, use.pattern});
            else
                same->per_sweep += times;
        }
    }
    for (auto& rate : rates) {
        rate.per_sweep /= sweeps;
    }
    return rates;
}

std::vector<phase_times> rank_phases(pattern_rankings& patterns, const std::vector<program_phase>& phases) {
    std::vector<phase_times> ranked;
    for (const auto& phase : phases) {
        ranked.push_back({phase.name, phase.iterations, patterns.of_iteration(phase.patterns)});
    }
    return ranked;
}

ranking rank_cycle(const std::vector<phase_times>& phases) {
    std::vector<weighted_ranking> parts;
    for (const auto& phase : phases) {
        parts.push_back({static_cast<double>(phase.iterations), &phase.of_iteration});
    }
    return rank_sums(parts);
}

move_times predicted_moves(const problem& task, const survey& found, const ranking& sweep, std::int64_t cell_bytes) {
    return [&task, &found, &sweep, cell_bytes, networks = resampled_networks(found.exchanges)](const std::string& from,
                                                                                               const std::string& to) {
        const auto& parts = partition_of(task, found, from).parts;
        const auto load =
            load_of(moving_messages(parts, partition_of(task, found, to).parts, cell_bytes), parts.processors());
        move_time time{0, std::vector<double>(networks.size(), 0.0)};
        if (load.total_messages == 0) return time;
        const double copies = sweeps_of_copies * std::max(sweep.of(from).compute_s, sweep.of(to).compute_s);
        time.seconds = sweep.network.seconds(load) + copies;
        for (std::size_t draw = 0; draw < networks.size(); ++draw) {
            time.draws_s[draw] = networks[draw].seconds(load) + copies;
        }
        return time;
    };
}

}  // namespace banyan::advisor
