// A simulated run of a program whose ranks change their speeds, with and without repartitions.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "banyan/grid/repartition_policy.hpp"
#include "banyan/part/communication.hpp"
#include "banyan/part/cost.hpp"

namespace banyan::testing {

/// Seconds that a rank needs for a cell in an iteration, without noise.
using cell_time = std::function<double(int rank, std::int64_t iteration)>;

struct simulated_program {
    part::partition start;
    std::int64_t iterations;
    cell_time cell_s;
    double noise = 0;        ///< each time is multiplied by a factor uniform in 1 - noise .. 1 + noise
    double spikes = 0;       ///< probability that a rank's iteration takes five times as long
    double move_factor = 1;  ///< moves take this many times the time of the model
    std::uint64_t seed = 1;
    /// The time of a cell grows with the cells of a rank: in proportion to (its part of the grid x ranks)^this.
    double size_exponent = 0;
};

struct simulated_result {
    double seconds = 0;
    int repartitions = 0;
    std::int64_t moved_cells = 0;
    part::partition last;
};

inline double noise_factor(std::mt19937_64& random, const simulated_program& program) {
    const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1.0p-53; };
    const double factor = 1 - program.noise + 2 * program.noise * uniform();
    return uniform() < program.spikes ? 5 * factor : factor;
}

/// Seconds of the halo exchange in each iteration.
inline double exchange_seconds(const part::partition& parts, const banyan::grid::moving_cost& cost) {
    return part::communication_cost_s(part::exact_communication(parts, cost.pattern), cost.net, cost.item_bytes);
}

/// An iteration takes as long as its slowest rank computes, plus the halo exchange. The noise does not depend on the
/// repartitions.
inline simulated_result run_simulated(const simulated_program& program,
                                      const banyan::grid::repartition_settings& settings,
                                      const banyan::grid::moving_cost& cost, bool repartitions) {
    banyan::grid::repartition_policy policy(program.start, settings, cost);
    std::mt19937_64 random(program.seed);
    simulated_result result{.last = program.start};
    const std::int64_t every =
        settings.every > 0 ? settings.every : std::max<std::int64_t>(1, program.iterations / 100);
    std::vector<std::vector<double>> times(static_cast<std::size_t>(program.start.processors()));
    double exchange_s = exchange_seconds(program.start, cost);
    for (std::int64_t i = 0; i < program.iterations; ++i) {
        double slowest = 0;
        for (int rank = 0; rank < program.start.processors(); ++rank) {
            const auto cells = static_cast<double>(result.last.cells(rank));
            const double of_mean =
                cells * program.start.processors() / static_cast<double>(program.start.domain().cells());
            const double seconds = cells * program.cell_s(rank, i) * std::pow(of_mean, program.size_exponent) *
                                   noise_factor(random, program);
            times[static_cast<std::size_t>(rank)].push_back(seconds);
            slowest = std::max(slowest, seconds);
        }
        result.seconds += slowest + exchange_s;
        if (!repartitions || (i + 1) % every != 0) continue;
        std::vector<double> observed;
        for (std::vector<double>& of_rank : times) {
            observed.push_back(banyan::grid::trimmed_mean(of_rank));
            of_rank.clear();
        }
        if (const auto choice = policy.observe(observed, program.iterations - i - 1)) {
            const banyan::grid::repartition_policy unmeasured(result.last, settings, cost);
            const double move_s = unmeasured.expected_move_s(choice->parts) * program.move_factor;
            result.seconds += move_s;
            policy.moved(move_s);
            ++result.repartitions;
            result.moved_cells += choice->moved_cells;
            result.last = choice->parts;
            exchange_s = exchange_seconds(result.last, cost);
        }
    }
    return result;
}

/// The seconds of a run that is perfectly balanced in every iteration and moves for nothing: no program that knows the
/// loads is faster.
inline double ideal_seconds(const simulated_program& program, const banyan::grid::moving_cost& cost) {
    std::mt19937_64 random(program.seed);
    const auto cells = static_cast<double>(program.start.domain().cells());
    double seconds = exchange_seconds(program.start, cost) * static_cast<double>(program.iterations);
    for (std::int64_t i = 0; i < program.iterations; ++i) {
        double speed = 0, slowest = 0;
        for (int rank = 0; rank < program.start.processors(); ++rank) {
            speed += 1 / program.cell_s(rank, i);
            slowest = std::max(slowest, noise_factor(random, program));
        }
        seconds += cells / speed * slowest;
    }
    return seconds;
}

}  // namespace banyan::testing
