#include "advisor/survey.hpp"

#include <algorithm>

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

// For each method the index of the first one with the same partition. Equal partitions are measured once: a second
// measurement would differ by noise only.
std::vector<std::size_t> first_equals(const std::vector<balanced_partition>& partitions) {
    std::vector<std::size_t> first;
    for (const auto& one : partitions) {
        const auto equal = std::ranges::find_if(partitions, [&](const auto& p) { return p.parts == one.parts; });
        first.push_back(static_cast<std::size_t>(equal - partitions.begin()));
    }
    return first;
}

// Measures each processor's own shape for each method, on all processors at once.
void measure_candidates(daemon::virtual_machine& virtual_machine, const placement& where, const problem& task,
                        const effort& limits, survey& found) {
    std::vector<std::vector<shape>> shapes(static_cast<std::size_t>(where.tasks));
    const auto first = first_equals(found.partitions);
    std::vector<std::size_t> place(first.size());  // of each method's shape in the probe
    for (std::size_t m = 0; m < first.size(); ++m) {
        place[m] = first[m] == m ? shapes[0].size() : place[first[m]];
        if (first[m] != m) continue;
        const auto of_method = shapes_of(found.partitions[m].parts);
        for (std::size_t rank = 0; rank < shapes.size(); ++rank) {
            shapes[rank].push_back(of_method[rank]);
        }
    }
    found.reports.push_back(
        run_probe(virtual_machine, where, task.application + "-probe", speed_run(task, limits, shapes)));
    const auto& sweeps = found.reports.back().sweeps;
    const auto pattern = part::stencil::named(task.stencil);
    for (std::size_t m = 0; m < task.methods.size(); ++m) {
        candidate one{task.methods[m], {}, {}, {}};
        for (const auto& of_rank : sweeps) {
            one.compute_s.push_back(of_rank.at(place[m]));
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

void calibrate_candidates(daemon::virtual_machine& virtual_machine, const placement& where, const problem& task,
                          const effort& limits, survey& found) {
    probe_options options;
    options.what = probe_options::mode::overlap;
    options.flops = task.flops;
    options.rounds = limits.rounds;
    options.window_s = limits.window_s;
    options.shapes.resize(static_cast<std::size_t>(where.tasks));
    const auto stencil = part::stencil::named(task.stencil);
    const auto first = first_equals(found.partitions);
    std::vector<std::size_t> measured;  // methods
    for (std::size_t m = 0; m < found.candidates.size(); ++m) {
        if (found.candidates[m].halo.total_messages == 0 || first[m] != m) continue;
        measured.push_back(m);
        const auto shapes = shapes_of(found.partitions[m].parts);
        for (std::size_t rank = 0; rank < shapes.size(); ++rank) {
            options.shapes[rank].push_back(shapes[rank]);
        }
        options.patterns.push_back(
            pattern_of(part::exact_communication(found.partitions[m].parts, stencil), task.item_bytes));
    }
    if (measured.empty()) return;
    found.reports.push_back(run_probe(virtual_machine, where, task.application + "-probe", options));
    for (std::size_t i = 0; i < measured.size(); ++i) {
        found.candidates[measured[i]].calibration = found.reports.back().overlap_calibrations.at(i);
    }
    for (std::size_t m = 0; m < first.size(); ++m) {
        found.candidates[m].calibration = found.candidates[first[m]].calibration;
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
