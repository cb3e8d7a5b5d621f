#include "advisor/iteration_probe.hpp"

#include <algorithm>
#include <cmath>

#include "advisor/ring.hpp"
#include "advisor/seconds_since.hpp"
#include "banyan/net/collectives.hpp"

namespace banyan::advisor {
namespace {

constexpr double most_iterations = 10'000;
constexpr int iterations_of_estimate = 2;
constexpr int most_turns = 5;
// Ranks begin a turn at the same time, or one of them late. After so many iterations they are as far apart as in a long
// run.
constexpr int fewest_warm_up = 4;

class iterated_method {
  public:
    iterated_method(const net::group& world, const part::partition& parts, kernel& application,
                    const iteration_options& options)
        : world_(world), parts_(parts), application_(application), options_(options) {}

    void take_turn(std::vector<double>& samples) {
        application_.prepare_iterations(world_, parts_);
        if (per_window_ == 0) choose_lengths();
        net::barrier(world_);
        const auto start = clock::now();
        iterate(warm_up_);
        measure_windows(start, samples);
    }

  private:
    void iterate(int times) {
        for (int i = 0; i < times; ++i) {
            application_.iterate();
        }
    }

    // The first iterations open connections.
    void choose_lengths() {
        iterate(iterations_of_estimate);
        net::barrier(world_);
        const auto start = clock::now();
        iterate(iterations_of_estimate);
        const double once = std::max(longest_of(world_, seconds_since(start)) / iterations_of_estimate, 1e-8);
        const auto as_long_as = [&](double seconds) {
            return static_cast<int>(std::clamp(std::ceil(seconds / once), 1.0, most_iterations));
        };
        per_window_ = as_long_as(options_.window_s);
        warm_up_ = std::max(fewest_warm_up, as_long_as(options_.warm_up_s));
    }

    // No rank waits for all others between the windows. A window ends when the last rank has ended it, and the next one
    // begins then. `start` is the time of the barrier, at which the clocks of the ranks are compared: after the warm-up
    // the ranks are at different places, and their differences would count as time of the first window.
    void measure_windows(clock::time_point start, std::vector<double>& samples) {
        std::vector<double> ends(static_cast<std::size_t>(options_.windows) + 1);
        for (std::size_t window = 0; window < ends.size(); ++window) {
            if (window > 0) iterate(per_window_);
            ends[window] = seconds_since(start);
        }
        longest_of_each(world_, ends);
        for (std::size_t window = 1; window < ends.size(); ++window) {
            samples.push_back(std::max(ends[window] - ends[window - 1], 1e-9) / per_window_);
        }
    }

    const net::group& world_;
    const part::partition& parts_;
    kernel& application_;
    const iteration_options& options_;
    int per_window_ = 0;
    int warm_up_ = 0;
};

}  // namespace

iteration_options iterations_as_long_as(const calibration_options& calibration) {
    iteration_options options;
    options.turns = std::clamp(calibration.samples / options.windows, 1, most_turns);
    const int parts_of_turn = options.windows + 1;  // the warm-up takes as long as a window
    options.window_s =
        activities_of_calibration * calibration.samples * calibration.sample_s / (options.turns * parts_of_turn);
    options.warm_up_s = options.window_s;
    return options;
}

int least_iterations_of_turn() {
    return 2 * iterations_of_estimate + fewest_warm_up + iteration_options{}.windows;
}

std::optional<std::vector<overlap_calibration>> measure_iterations(const net::group& world,
                                                                   const std::vector<part::partition>& partitions,
                                                                   kernel& application,
                                                                   const iteration_options& options) {
    if (!partitions.empty() && !application.prepare_iterations(world, partitions.front())) return std::nullopt;
    std::vector<iterated_method> methods;
    methods.reserve(partitions.size());
    for (const auto& parts : partitions) {
        methods.emplace_back(world, parts, application, options);
    }
    std::vector<overlap_calibration> out(partitions.size());
    for (int turn = 0; turn < options.turns; ++turn) {
        for (std::size_t m = 0; m < methods.size(); ++m) {
            methods[m].take_turn(out[m].both_s);
        }
    }
    return out;
}

}  // namespace banyan::advisor
