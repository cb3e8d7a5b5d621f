#include "advisor/survey.hpp"

#include <algorithm>

#include "advisor/halo_load.hpp"
#include "advisor/probe_plan.hpp"
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

std::vector<speed_curve> measure_curves(daemon::virtual_machine& machine, const placement& where, const problem& task,
                                        const effort& limits, survey& found) {
    const auto one = trial_shapes(task.domain, where.tasks);
    const std::vector<std::vector<shape>> all(static_cast<std::size_t>(where.tasks), one);
    effort quick = limits;
    quick.rounds = std::max(3, limits.rounds / 2);
    found.reports.push_back(run_probe(machine, where, task.application + "-probe", speed_run(task, quick, all)));
    auto curves = speed_curves(all, found.reports.back().sweeps);
    const double share = static_cast<double>(task.domain.cells()) / where.tasks;
    for (const auto& curve : curves) {
        found.speeds.push_back(curve.speed(share));
    }
    return curves;
}

// Every machine's own shape under every method, all machines at once.
void measure_candidates(daemon::virtual_machine& machine, const placement& where, const problem& task,
                        const effort& limits, survey& found) {
    std::vector<std::vector<shape>> shapes(static_cast<std::size_t>(where.tasks));
    for (const auto& partition : found.partitions) {
        const auto of_method = shapes_of(partition.parts);
        for (std::size_t rank = 0; rank < shapes.size(); ++rank) {
            shapes[rank].push_back(of_method[rank]);
        }
    }
    found.reports.push_back(run_probe(machine, where, task.application + "-probe", speed_run(task, limits, shapes)));
    const auto& sweeps = found.reports.back().sweeps;
    const auto pattern = part::stencil::named(task.stencil);
    for (std::size_t m = 0; m < task.methods.size(); ++m) {
        candidate one{task.methods[m], {}, {}};
        for (const auto& of_rank : sweeps) {
            one.compute_s.push_back(of_rank.at(m));
        }
        one.halo = halo_load(part::exact_communication(found.partitions[m].parts, pattern), task.item_bytes);
        found.candidates.push_back(std::move(one));
    }
}

void measure_network(daemon::virtual_machine& machine, const placement& where, const problem& task,
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
    found.reports.push_back(run_probe(machine, where, "banyan-probe", options));
    found.exchanges = found.reports.back().exchanges;
}

// The methods with the fewest and with the most messages.
std::vector<std::size_t> extreme_candidates(const std::vector<candidate>& candidates) {
    const auto fewer = [](const candidate& a, const candidate& b) {
        return a.halo.busiest_messages < b.halo.busiest_messages;
    };
    const auto [least, most] = std::minmax_element(candidates.begin(), candidates.end(), fewer);
    const auto first = static_cast<std::size_t>(least - candidates.begin());
    const auto last = static_cast<std::size_t>(most - candidates.begin());
    return first == last ? std::vector{first} : std::vector{first, last};
}

// A ring with as many messages of the same mean size stands for the halo exchange of a method.
void measure_overlaps(daemon::virtual_machine& machine, const placement& where, const problem& task,
                      const effort& limits, survey& found) {
    probe_options options;
    options.what = probe_options::mode::overlap;
    options.flops = task.flops;
    options.rounds = limits.rounds;
    options.window_s = limits.window_s / 2;
    options.shapes.resize(static_cast<std::size_t>(where.tasks));
    options.bytes.clear();
    options.messages.clear();
    for (const auto m : extreme_candidates(found.candidates)) {
        const auto& halo = found.candidates[m].halo;
        if (halo.total_messages == 0) continue;
        const auto shapes = shapes_of(found.partitions[m].parts);
        for (std::size_t rank = 0; rank < shapes.size(); ++rank) {
            options.shapes[rank].push_back(shapes[rank]);
        }
        options.bytes.push_back(static_cast<std::size_t>(halo.total_bytes / halo.total_messages));
        options.messages.push_back(static_cast<int>(halo.busiest_messages));
    }
    if (options.messages.empty()) return;
    found.reports.push_back(run_probe(machine, where, task.application + "-probe", options));
    found.overlaps = found.reports.back().overlaps;
}

}  // namespace

survey take_survey(daemon::virtual_machine& machine, const placement& where, const problem& task, const effort& limits,
                   const progress_text& say) {
    survey found;
    say("measuring the speed of " + std::to_string(where.tasks) + " tasks");
    const auto curves = measure_curves(machine, where, task, limits, found);
    for (const auto& method : task.methods) {
        found.partitions.push_back(balance(method, task.domain, curves));
    }
    say("measuring the computation of each method");
    measure_candidates(machine, where, task, limits, found);
    if (where.tasks > 1) {
        say("measuring the network");
        measure_network(machine, where, task, limits, found);
        say("measuring computation and messages together");
        measure_overlaps(machine, where, task, limits, found);
    }
    return found;
}

}  // namespace banyan::advisor
