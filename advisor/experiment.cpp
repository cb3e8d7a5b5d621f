#include "advisor/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "advisor/host_facts.hpp"

namespace banyan::advisor {
namespace {

// A run warms up for this part of its length: it opens its connections, and processors whose time is limited by a quota
// use up what is left of a period.
constexpr double warm_up_part = 0.2;
// It warms up for at least so many iterations. On a slow network, TCP sends parts of the first messages of a connection
// twice, until it knows how long its packets wait in queues: tail loss probes (RFC 8985, section 7). An iteration of
// six was 8 % too long there.
constexpr std::int64_t fewest_warm_up = 8;

class experiment {
  public:
    experiment(daemon::virtual_machine& virtual_machine, const experiment_settings& settings, const progress_text& say)
        : virtual_machine_(virtual_machine), settings_(settings), say_(say) {}

    experiment_record run() {
        const auto runs = settings_.tasks.size() * settings_.flops.size();
        for (int number = 0; number < settings_.trials; ++number) {
            std::size_t setting = 0;
            for (const int flops : settings_.flops) {
                for (const int tasks : settings_.tasks) {
                    label_ = fmt::format("trial {} of {}, setting {} of {} ({} tasks, {} operations): ", number + 1,
                                         settings_.trials, ++setting, runs, tasks, flops);
                    run_trial(number, tasks, flops);
                }
            }
        }
        return {encryption_between_tasks(virtual_machine_), std::move(trials_)};
    }

  private:
    void run_trial(int number, int tasks, int flops) {
        placement where;
        where.tasks = tasks;
        where.transport = settings_.transport;
        problem task = settings_.task;
        task.flops = flops;
        trial_record one{utc_now(), task.methods, {}, {}, {}, {}, {tasks, flops, {}, {}}};
        one.result.observed_s.resize(task.methods.size());
        const survey_setup setup{virtual_machine_, where, [&](const std::string& text) { say_(label_ + text); }};
        one.found = take_survey(setup, task, settings_.limits);
        one.predicted = rank_methods(one.found.candidates, one.found.exchanges, {200, 1, settings_.model});
        for (const auto& method : task.methods) {
            const auto& predicted = one.predicted.of(method);
            one.result.predicted_s.push_back(predicted.predicted_s);
            one.result.interval_s.push_back(predicted.interval_s);
            one.result.p_best.push_back(predicted.p_best);
            one.result.classic_s.push_back(predicted.classic_s);
        }
        one.quality = judge_samples(one.found.candidates);
        one.result.doubts = one.quality.reasons;
        run_partitions(one, number, where, task);
        trials_.push_back(std::move(one));
    }

    void run_partitions(trial_record& one, int number, const placement& where, const problem& task) {
        auto& partitions = one.result.partitions;
        std::vector<std::size_t> different;
        for (std::size_t m = 0; m < task.methods.size(); ++m) {
            partitions.push_back(one.found.first_with_partition_of(m));
            if (partitions.back() == m) different.push_back(m);
        }
        one.order = run_order(different, number);
        for (const auto method : one.order) {
            observe(one.result, where, task, one.found, method);
        }
        for (std::size_t m = 0; m < partitions.size(); ++m) {
            one.result.observed_s[m] = one.result.observed_s[partitions[m]];
        }
    }

    void observe(trial& one, const placement& where, const problem& task, const survey& found, std::size_t m) {
        say_(label_ + "running " + task.methods[m]);
        const auto run = compared_run(task, found, m, one.predicted_s[m], settings_.run_s);
        one.observed_s[m].push_back(run_thermal(virtual_machine_, where, run));
    }

    daemon::virtual_machine& virtual_machine_;
    const experiment_settings& settings_;
    const progress_text& say_;
    std::string label_;
    std::vector<trial_record> trials_;
};

}  // namespace

std::string encryption_between_tasks(daemon::virtual_machine& virtual_machine) {
    const auto list = virtual_machine.list_hosts();
    return list.hosts.size() > 1 && !list.plain_data ? "TLS 1.3" : "none";
}

std::vector<trial> experiment_record::results() const {
    std::vector<trial> list;
    for (const auto& one : trials) {
        list.push_back(one.result);
    }
    return list;
}

std::vector<std::size_t> run_order(std::span<const std::size_t> methods, int number) {
    std::vector<std::size_t> order(methods.begin(), methods.end());
    if (number % 2 != 0) std::ranges::reverse(order);
    order.insert(order.end(), methods.begin(), methods.end());
    if (number % 2 == 0) std::reverse(order.begin() + static_cast<std::ptrdiff_t>(methods.size()), order.end());
    return order;
}

thermal_run compared_run(const problem& task, const survey& found, std::size_t m, double predicted_s, double run_s) {
    thermal_run run;
    run.domain = task.domain;
    run.method = task.methods.at(m);
    run.speeds = found.partitions.at(m).speeds;
    run.iterations = iterations_for(run_s, predicted_s);
    run.warm_up = std::max(fewest_warm_up, iterations_for(warm_up_part * run_s, predicted_s));
    run.flops = task.flops;
    return run;
}

std::int64_t iterations_for(double run_s, double iteration_s) {
    return std::clamp<std::int64_t>(std::llround(run_s / std::max(iteration_s, 1e-9)), 3, 100'000);
}

experiment_record run_experiment(daemon::virtual_machine& virtual_machine, const experiment_settings& settings,
                                 const progress_text& say) {
    return experiment(virtual_machine, settings, say).run();
}

}  // namespace banyan::advisor
