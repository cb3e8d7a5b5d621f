#include "advisor/survey.hpp"

#include <algorithm>
#include <chrono>

#include "advisor/candidate_messages.hpp"
#include "advisor/halo_load.hpp"
#include "advisor/iteration_patterns.hpp"
#include "advisor/method_calibration.hpp"
#include "advisor/shifted_candidates.hpp"
#include "banyan/part/patterns.hpp"

namespace banyan::advisor {
namespace {

probe_options speed_run(const problem& task, const effort& limits, std::vector<std::vector<shape>> shapes) {
    probe_options options;
    options.what = probe_options::mode::speed;
    options.flops = task.flops;
    options.shapes = std::move(shapes);
    options.rounds = limits.rounds;
    options.window_s = limits.window_s;
    return options;
}

void measure_curves(const survey_setup& setup, const problem& task, const effort& limits, survey& found) {
    const auto one = trial_shapes(task.domain, setup.where.tasks);
    const std::vector<std::vector<shape>> all(static_cast<std::size_t>(setup.where.tasks), one);
    effort quick = limits;
    quick.rounds = trial_rounds(limits);
    auto run = speed_run(task, quick, all);
    run.speed_budget_s = limits.speed_s;
    found.reports.push_back(run_probe(setup.virtual_machine, setup.where, task.application, run));
    const auto& sweeps = found.reports.back().sweeps;
    found.curves = speed_curves(all, sweeps);
    const double share = task.work.total(task.domain) / setup.where.tasks;
    found.speed_intervals = speed_intervals(all, sweeps, share);
    found.speed_quality = judge_speeds(sweeps);
    for (const auto& curve : found.curves) {
        found.speeds.push_back(curve.speed(share));
    }
}

// Measures each processor's own shape for each method, on all processors together. Equal partitions are measured once:
// a second measurement would differ by noise only.
void measure_candidates(const survey_setup& setup, const problem& task, const effort& limits, survey& found) {
    std::vector<std::vector<shape>> shapes(static_cast<std::size_t>(setup.where.tasks));
    std::vector<std::size_t> place(task.methods.size());  // of each method's shape in the probe
    for (std::size_t m = 0; m < task.methods.size(); ++m) {
        const auto& same_as = found.candidates[m].same_as;
        place[m] = same_as ? place[*same_as] : shapes[0].size();
        if (same_as) continue;
        const auto of_method = shapes_of(found.partitions[m].parts, task.work);
        for (std::size_t rank = 0; rank < shapes.size(); ++rank) {
            shapes[rank].push_back(of_method[rank]);
        }
    }
    auto run = speed_run(task, limits, std::move(shapes));
    // The calibration measures the computation again.
    if (limits.total_s > 0 && setup.where.tasks > 1) run.rounds = 2;
    found.reports.push_back(run_probe(setup.virtual_machine, setup.where, task.application, run));
    const auto& sweeps = found.reports.back().sweeps;
    for (std::size_t m = 0; m < task.methods.size(); ++m) {
        auto& one = found.candidates[m];
        for (const auto& of_rank : sweeps) {
            one.compute_s.push_back(of_rank.at(place[m]));
        }
        set_messages(one, part::communication_named(task.stencil, found.partitions[m].parts), task.item_bytes);
    }
}

void measure_network(const survey_setup& setup, const problem& task, const effort& limits, survey& found) {
    std::int64_t longest = 0;
    for (std::size_t m = 0; m < found.partitions.size(); ++m) {
        if (found.candidates[m].same_as) continue;
        const auto sent = part::communication_named(task.stencil, found.partitions[m].parts);
        longest = std::max(longest, longest_message_bytes(sent, task.item_bytes));
    }
    probe_options options;
    options.what = probe_options::mode::exchange;
    options.bytes = probe_sizes(longest);
    options.budget_s = limits.exchange_s;
    found.reports.push_back(run_probe(setup.virtual_machine, setup.where, "banyan-probe", options));
    found.exchanges = found.reports.back().exchanges;
}

survey survey_with(const survey_setup& setup, const problem& task, const effort& limits,
                   const std::vector<exchange_samples>* exchanges) {
    const auto began = std::chrono::steady_clock::now();
    survey found;
    setup.say("measuring the speed of " + std::to_string(setup.where.tasks) + " tasks");
    measure_curves(setup, task, limits, found);
    for (const auto& method : task.methods) {
        const auto given = task.given.find(method);
        found.partitions.push_back(given == task.given.end() ? balance(method, task.domain, found.curves, task.work)
                                                             : with_speeds(given->second, found.curves, task.work));
        found.candidates.push_back({method, {}, {}, {}});
    }
    mark_equal_partitions(found);
    setup.say("measuring the computation of each method");
    measure_candidates(setup, task, limits, found);
    if (setup.where.tasks == 1) return found;  // without messages
    if (exchanges == nullptr) {
        setup.say("measuring the network");
        measure_network(setup, task, limits, found);
    } else {
        found.exchanges = *exchanges;
    }
    problem measured = task;
    const auto added = limits.shift_shares ? add_shifted_candidates(task, found) : std::vector<std::size_t>{};
    for (const auto method : added) {
        measured.methods.push_back(task.methods[method]);
    }
    calibrate_methods(setup, measured, limits, began, found);
    keep_faster_candidates(task, added, found);
    return found;
}

}  // namespace

network_samples network_of(const survey& found) {
    network_samples samples;
    samples.exchanges = found.exchanges;
    for (const auto& report : found.reports) {
        if (report.exchanges.empty()) continue;
        samples.overheads = report.overheads;
        samples.contention = report.contention;
        for (const auto& pair : report.pairs) {
            const auto host = [&](int rank) { return report.hosts.at(static_cast<std::size_t>(rank)); };
            for (const auto& result : pair.results) {
                samples.pairs.push_back({pair.a, pair.b, host(pair.a) == host(pair.b), result.ping_pong_s});
            }
        }
    }
    return samples;
}

survey take_survey(const survey_setup& setup, const problem& task, const effort& limits) {
    return survey_with(setup, task, limits, nullptr);
}

survey take_survey(const survey_setup& setup, const problem& task, const effort& limits,
                   const std::vector<exchange_samples>& exchanges) {
    return survey_with(setup, task, limits, &exchanges);
}

std::vector<candidate> survey_pattern(const survey_setup& setup, const problem& task, const effort& limits,
                                      survey& found) {
    survey other;
    other.partitions = found.partitions;
    other.candidates = found.candidates;
    other.exchanges = found.exchanges;
    for (std::size_t m = 0; m < other.candidates.size(); ++m) {
        auto& one = other.candidates[m];
        set_messages(one, part::communication_named(task.stencil, found.partitions[m].parts), task.item_bytes);
        one.calibration = {};
        one.modelled_only = false;
        one.messages_only = !has_sweep(task.stencil);
        if (one.messages_only) one.compute_s.assign(one.compute_s.size(), {});
    }
    calibrate_methods(setup, task, limits, std::chrono::steady_clock::now(), other);
    found.reports.insert(found.reports.end(), other.reports.begin(), other.reports.end());
    return std::move(other.candidates);
}

}  // namespace banyan::advisor
