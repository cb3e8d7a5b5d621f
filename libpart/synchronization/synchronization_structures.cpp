#include "banyan/part/papers/synchronization_structures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "banyan/part/error.hpp"
#include "libpart/synchronization/compute_time_checks.hpp"

namespace banyan::part {
namespace {

constexpr std::int64_t most_simulated = std::int64_t{1} << 20;  // processors
constexpr double most_drawn = 0x1p32;

/// a^K. Throws error.
std::int64_t first_processors(const synchronization_structure& shape) {
    if (shape.fan_in < 2) throw error(fmt::format("fan-in: {}, allowed: whole numbers from 2", shape.fan_in));
    if (shape.depth < 0) throw error(fmt::format("depth: {}, allowed: whole numbers from 0", shape.depth));
    constexpr std::int64_t most = std::int64_t{1} << 62;
    std::int64_t processors = 1;
    for (int i = 0; i < shape.depth; ++i) {
        if (processors > most / shape.fan_in)
            throw error(
                fmt::format("depth: {} with a fan-in of {}, allowed: at most 2^62 processors in the first epoch",
                            shape.depth, shape.fan_in));
        processors *= shape.fan_in;
    }
    return processors;
}

/// Compute times of mean 1. The numbers are the same with every standard library.
class time_source {
  public:
    time_source(const compute_times& times, std::uint64_t seed) : times_(times), bits_(seed) {}

    double draw() {
        switch (times_.distribution) {
            case time_distribution::exponential:
                return -std::log(uniform());
            case time_distribution::normal:
                return 1 + times_.cv * std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform());
            default:
                return 1 + times_.cv * std::numbers::sqrt3 * (2 * uniform() - 1);
        }
    }

  private:
    double uniform() { return (static_cast<double>(bits_() >> 11) + 0.5) * 0x1p-53; }  // neither 0 nor 1

    compute_times times_;
    std::mt19937_64 bits_;
};

/// The mean of numbers and its standard error.
class running_mean {
  public:
    void add(double x) {
        ++count_;
        const double change = x - mean_;
        mean_ += change / count_;
        squares_ += change * (x - mean_);
    }
    [[nodiscard]] double mean() const { return mean_; }
    [[nodiscard]] double standard_error() const { return std::sqrt(squares_ / (count_ - 1) / count_); }

  private:
    double count_ = 0;
    double mean_ = 0;
    double squares_ = 0;
};

struct total_times {
    double structure_1 = 0;
    double structure_2 = 0;
};

/// One trial: the time of the whole computation in both structures.
total_times run_once(const synchronization_structure& shape, std::int64_t processors, time_source& times) {
    const auto fan_in = static_cast<std::size_t>(shape.fan_in);
    std::vector<double> ends(static_cast<std::size_t>(processors), 0.0);  // structure 2: end of each task
    total_times total;
    while (true) {
        double slowest = times.draw();
        ends[0] += slowest;
        for (std::size_t i = 1; i < ends.size(); ++i) {
            const double time = times.draw();
            slowest = std::max(slowest, time);
            ends[i] += time;
        }
        total.structure_1 += slowest;
        if (ends.size() == 1) break;
        for (std::size_t i = 0; i < ends.size() / fan_in; ++i)
            ends[i] = *std::max_element(&ends[i * fan_in], &ends[i * fan_in] + fan_in);
        ends.resize(ends.size() / fan_in);
    }
    total.structure_2 = ends[0];
    return total;
}

}  // namespace

double structure_1_imbalance(const synchronization_structure& shape, const compute_times& times) {
    check_compute_times(times);
    double sum = 0;
    for (std::int64_t processors = first_processors(shape); processors > 1; processors /= shape.fan_in)
        sum += epoch_imbalance(times, processors);
    return sum / (shape.depth + 1);
}

simulated_imbalance simulate_structures(const synchronization_structure& shape, const compute_times& times, int trials,
                                        std::uint64_t seed) {
    check_compute_times(times);
    const std::int64_t processors = first_processors(shape);
    if (times.distribution == time_distribution::any)
        throw error("distribution: any cannot be simulated, allowed: uniform, exponential, normal");
    if (trials < 2) throw error(fmt::format("trials: {}, allowed: whole numbers from 2", trials));
    if (processors > most_simulated)
        throw error(fmt::format("processors: {} in the first epoch, allowed in a simulation: at most {}", processors,
                                most_simulated));
    if (2.0 * static_cast<double>(processors) * trials > most_drawn)
        throw error(fmt::format("trials: {} with {} processors, allowed: at most {:.0f}", trials, processors,
                                most_drawn / 2 / static_cast<double>(processors)));
    time_source source(times, seed);
    const double without_waiting = shape.depth + 1;
    running_mean first;
    running_mean second;
    for (int i = 0; i < trials; ++i) {
        const total_times total = run_once(shape, processors, source);
        first.add(total.structure_1 / without_waiting - 1);
        second.add(total.structure_2 / without_waiting - 1);
    }
    return {first.mean(), second.mean(), first.standard_error(), second.standard_error()};
}

}  // namespace banyan::part
