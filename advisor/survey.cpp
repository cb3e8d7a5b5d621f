#include "advisor/survey.hpp"

#include <algorithm>
#include <cmath>

#include "advisor/halo_load.hpp"
#include "banyan/part/stencil.hpp"

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

std::vector<speed_curve> measure_curves(daemon::virtual_machine& virtual_machine, const placement& where,
                                        const problem& task, const effort& limits, survey& found) {
    const auto one = trial_shapes(task.domain, where.tasks);
    const std::vector<std::vector<shape>> all(static_cast<std::size_t>(where.tasks), one);
    effort quick = limits;
    quick.rounds = trial_rounds(limits);
    found.reports.push_back(
        run_probe(virtual_machine, where, task.application + "-probe", speed_run(task, quick, all)));
    auto curves = speed_curves(all, found.reports.back().sweeps);
    const double share = static_cast<double>(task.domain.cells()) / where.tasks;
    for (const auto& curve : curves) {
        found.speeds.push_back(curve.speed(share));
    }
    return curves;
}

// Measures each processor's own shape for each method, on all processors at once.
void measure_candidates(daemon::virtual_machine& virtual_machine, const placement& where, const problem& task,
                        const effort& limits, survey& found) {
    std::vector<std::vector<shape>> shapes(static_cast<std::size_t>(where.tasks));
    for (const auto& partition : found.partitions) {
        const auto of_method = shapes_of(partition.parts);
        for (std::size_t rank = 0; rank < shapes.size(); ++rank) {
            shapes[rank].push_back(of_method[rank]);
        }
    }
    found.reports.push_back(
        run_probe(virtual_machine, where, task.application + "-probe", speed_run(task, limits, shapes)));
    const auto& sweeps = found.reports.back().sweeps;
    const auto pattern = part::stencil::named(task.stencil);
    for (std::size_t m = 0; m < task.methods.size(); ++m) {
        candidate one{task.methods[m], {}, {}, {}, {}};
        for (const auto& of_rank : sweeps) {
            one.compute_s.push_back(of_rank.at(m));
        }
        one.halo = halo_load(part::exact_communication(found.partitions[m].parts, pattern), task.item_bytes);
        found.candidates.push_back(std::move(one));
    }
}

void measure_network(daemon::virtual_machine& virtual_machine, const placement& where, const problem& task,
                     const effort& limits, survey& found) {
    const auto pattern = part::stencil::named(task.stencil);
    std::int64_t longest = 0;
    for (const auto& partition : found.partitions) {
        const auto sent = part::exact_communication(partition.parts, pattern);
        longest = std::max(longest, longest_message_bytes(sent, task.item_bytes));
    }
    probe_options options;
    options.what = probe_options::mode::exchange;
    options.bytes = probe_sizes(longest);
    options.budget_s = limits.exchange_s;
    found.reports.push_back(run_probe(virtual_machine, where, "banyan-probe", options));
    found.exchanges = found.reports.back().exchanges;
}

// In the calibration, a ring with as many messages and bytes in total replaces the halo exchange of each method.
void calibrate_candidates(daemon::virtual_machine& virtual_machine, const placement& where, const problem& task,
                          const effort& limits, survey& found) {
    probe_options options;
    options.what = probe_options::mode::overlap;
    options.flops = task.flops;
    options.rounds = limits.rounds;
    options.window_s = limits.window_s;
    options.shapes.resize(static_cast<std::size_t>(where.tasks));
    options.bytes.clear();
    options.messages.clear();
    std::vector<candidate*> exchanging;
    for (std::size_t m = 0; m < found.candidates.size(); ++m) {
        const auto& halo = found.candidates[m].halo;
        if (halo.total_messages == 0) continue;
        exchanging.push_back(&found.candidates[m]);
        const auto shapes = shapes_of(found.partitions[m].parts);
        for (std::size_t rank = 0; rank < shapes.size(); ++rank) {
            options.shapes[rank].push_back(shapes[rank]);
        }
        const double each = std::max(1.0, std::round(halo.total_messages / where.tasks));
        const double of_all = each * where.tasks;
        const double bytes = std::floor(halo.total_bytes / of_all);
        exchanging.back()->ring = {each, of_all, each * bytes, of_all * bytes};
        options.bytes.push_back(static_cast<std::size_t>(bytes));
        options.messages.push_back(static_cast<int>(each));
    }
    if (exchanging.empty()) return;
    found.reports.push_back(run_probe(virtual_machine, where, task.application + "-probe", options));
    for (std::size_t i = 0; i < exchanging.size(); ++i) {
        exchanging[i]->calibration = found.reports.back().overlap_calibrations.at(i);
    }
}

}  // namespace

survey take_survey(daemon::virtual_machine& virtual_machine, const placement& where, const problem& task,
                   const effort& limits, const progress_text& say) {
    survey found;
    say("measuring the speed of " + std::to_string(where.tasks) + " tasks");
    const auto curves = measure_curves(virtual_machine, where, task, limits, found);
    for (const auto& method : task.methods) {
        found.partitions.push_back(balance(method, task.domain, curves));
    }
    say("measuring the computation of each method");
    measure_candidates(virtual_machine, where, task, limits, found);
    if (where.tasks > 1) {
        say("measuring the network");
        measure_network(virtual_machine, where, task, limits, found);
        say("measuring computation and messages together");
        calibrate_candidates(virtual_machine, where, task, limits, found);
    }
    return found;
}

}  // namespace banyan::advisor
