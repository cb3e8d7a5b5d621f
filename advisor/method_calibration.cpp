#include "advisor/method_calibration.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "advisor/halo_load.hpp"
#include "advisor/iteration_probe.hpp"
#include "advisor/measurement_plan.hpp"
#include "advisor/seconds_since.hpp"
#include "banyan/part/patterns.hpp"

namespace banyan::advisor {
namespace {

using indices = std::vector<std::size_t>;

constexpr int first_samples = 3;
constexpr int fewest_further_samples = 2;  // of samples_for()
constexpr double shortest_look_s = 0.2;    // less is spent on the start of the programs
// A measurement is begun if its shortest form takes no more than the time that is left, or this part of the whole time.
constexpr double longest_overrun = 1.0 / 3;

// The least number of iterations in `samples` samples of one method, at most one turn: whole iterations; or sweeps,
// messages and both, each twice before the samples.
double least_iterations(int samples) {
    return std::max(2 * (2 + samples), least_iterations_of_turn());
}

void append(std::vector<double>& samples, const std::vector<double>& more) {
    samples.insert(samples.end(), more.begin(), more.end());
}

double seconds_until(clock::time_point end) {
    return std::chrono::duration<double>(end - clock::now()).count();
}

class calibration {
  public:
    calibration(const survey_setup& setup, const problem& task, const effort& limits, survey& found)
        : setup_(setup), task_(task), limits_(limits), found_(found) {}

    void measure_all() {
        setup_.say("measuring computation and messages together");
        measure(with_messages(), limits_.rounds, limits_.window_s);
    }

    void measure_until_decided(clock::time_point end) {
        const auto all = with_messages();
        const auto looked_at = first_looks(modelled(all), available_s(end));
        setup_.say(fmt::format("measuring computation and messages of {} of {} partitions, {}", looked_at.size(),
                               all.size(), left_text(end)));
        measure(looked_at, first_samples, limits_.window_s / 2);
        mark_modelled(all, looked_at);
        for (;;) {
            const auto next = plan_measurement(found_.candidates, rank_methods(found_.candidates, found_.exchanges));
            const double left_s = seconds_until(end);
            if (next.result != decision::undecided || left_s < shortest_look_s) return;
            if (shortest_s(next.contenders) > available_s(end)) return;
            setup_.say(fmt::format("measuring {} of {} partitions further ({}), {}", next.contenders.size(), all.size(),
                                   names(next.contenders), left_text(end)));
            measure(next.contenders, samples_for(left_s, round_s(next.contenders)), limits_.window_s);
        }
    }

  private:
    [[nodiscard]] indices with_messages() const {
        indices chosen;
        for (std::size_t m = 0; m < found_.candidates.size(); ++m) {
            const auto& one = found_.candidates[m];
            if (one.halo.total_messages > 0 && !one.same_as) chosen.push_back(m);
        }
        return chosen;
    }

    [[nodiscard]] double available_s(clock::time_point end) const {
        return std::max(seconds_until(end), limits_.total_s * longest_overrun);
    }

    // The least that further samples of the chosen methods take.
    [[nodiscard]] double shortest_s(const indices& chosen) const {
        double sum = 0;
        for (const auto m : chosen) {
            const auto& both_s = found_.candidates[m].calibration.both_s;
            if (!both_s.empty()) sum += least_iterations(fewest_further_samples) * median(both_s);
        }
        return sum;
    }

    // Whether this is the partition of a running program, with which all others are compared.
    [[nodiscard]] bool is_given(std::size_t m) const {
        return std::ranges::any_of(found_.candidates, [&](const auto& one) {
            return task_.given.contains(one.method) && (&one == &found_.candidates[m] || one.same_as == m);
        });
    }

    // By the models, before anything is measured. A partition that is given comes first.
    [[nodiscard]] std::vector<modelled_look> modelled(const indices& chosen) const {
        const auto ranked = rank_methods(found_.candidates, found_.exchanges, {0});
        const double windows_s = activities_of_calibration * first_samples * limits_.window_s / 2;
        std::vector<modelled_look> looks;
        for (const auto m : chosen) {
            const double seconds = ranked.of(found_.candidates[m].method).predicted_s;
            const double look_s = std::max(windows_s, least_iterations(first_samples) * seconds);
            looks.push_back({m, is_given(m) ? 0 : seconds, look_s});
        }
        return looks;
    }

    void mark_modelled(const indices& all, const indices& looked_at) {
        for (const auto m : all) {
            found_.candidates[m].modelled_only = std::ranges::count(looked_at, m) == 0;
        }
        for (auto& one : found_.candidates) {
            if (one.same_as) one.modelled_only = found_.candidates[*one.same_as].modelled_only;
        }
    }

    static std::string left_text(clock::time_point end) {
        return fmt::format("at most {:.0f} s left", std::max(1.0, seconds_until(end)));
    }

    [[nodiscard]] std::string names(const indices& chosen) const {
        constexpr std::size_t most_named = 3;
        std::vector<std::string> list;
        for (const auto m : chosen) {
            list.push_back(list.size() == most_named ? "..." : found_.candidates[m].method);
            if (list.size() > most_named) break;
        }
        return fmt::format("{}", fmt::join(list, ", "));
    }

    // Seconds of one sample of each of the chosen methods.
    [[nodiscard]] double round_s(const indices& chosen) const {
        double sum = 0;
        for (const auto m : chosen) {
            const auto& samples = found_.candidates[m].calibration;
            if (samples.is_of_iterations()) {
                sum += activities_of_calibration * std::max(limits_.window_s, median(samples.both_s));
                continue;
            }
            for (const auto* of_activity : {&samples.sweep_s, &samples.exchange_s, &samples.both_s}) {
                if (!of_activity->empty()) sum += std::max(limits_.window_s, median(*of_activity));
            }
        }
        return std::max(sum, limits_.window_s);
    }

    void measure(const indices& chosen, int samples, double sample_s) {
        if (chosen.empty()) return;
        probe_options options;
        options.what = probe_options::mode::overlap;
        options.flops = task_.flops;
        options.rounds = samples;
        options.window_s = sample_s;
        options.shapes.resize(static_cast<std::size_t>(setup_.where.tasks));
        for (const auto m : chosen) {
            const auto& parts = found_.partitions[m].parts;
            const auto shapes = shapes_of(parts, task_.work);
            for (std::size_t rank = 0; rank < shapes.size(); ++rank) {
                options.shapes[rank].push_back(found_.candidates[m].messages_only ? shape{} : shapes[rank]);
            }
            options.patterns.push_back(pattern_of(part::communication_named(task_.stencil, parts), task_.item_bytes));
            if (task_.measures_iterations()) options.partitions.push_back(parts);
        }
        keep(chosen, calibrations_of(options));
    }

    // With many tasks, the messages of all methods are too long for the arguments of one probe.
    std::vector<overlap_calibration> calibrations_of(const probe_options& options) {
        std::vector<overlap_calibration> measured;
        for (const auto& some : divided_overlap(options)) {
            found_.reports.push_back(run_probe(setup_.virtual_machine, setup_.where, task_.application, some));
            const auto& more = found_.reports.back().overlap_calibrations;
            measured.insert(measured.end(), more.begin(), more.end());
        }
        return measured;
    }

    // Candidates with the same partition have the same samples.
    void keep(const indices& chosen, const std::vector<overlap_calibration>& measured) {
        for (std::size_t i = 0; i < chosen.size(); ++i) {
            auto& kept = found_.candidates[chosen[i]].calibration;
            append(kept.sweep_s, measured.at(i).sweep_s);
            append(kept.exchange_s, measured.at(i).exchange_s);
            append(kept.both_s, measured.at(i).both_s);
        }
        for (auto& one : found_.candidates) {
            if (one.same_as) one.calibration = found_.candidates[*one.same_as].calibration;
        }
    }

    const survey_setup& setup_;
    const problem& task_;
    const effort& limits_;
    survey& found_;
};

}  // namespace

void calibrate_methods(const survey_setup& setup, const problem& task, const effort& limits, clock::time_point began,
                       survey& found) {
    calibration run(setup, task, limits, found);
    if (limits.total_s > 0)
        run.measure_until_decided(
            began + std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(limits.total_s)));
    else
        run.measure_all();
}

}  // namespace banyan::advisor
