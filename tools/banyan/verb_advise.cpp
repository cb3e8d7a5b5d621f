// banyan advise: which partitioning method will run this application fastest on this virtual machine.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <numeric>

#include "advisor/exchange_probe.hpp"
#include "advisor/published_table.hpp"
#include "advisor/survey.hpp"
#include "tools/banyan/checks.hpp"
#include "tools/banyan/problem_options.hpp"
#include "tools/banyan/progress.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

using json = nlohmann::ordered_json;

struct advise_options {
    grid_options grid;
    int tasks = 0;
    int flops = 10;
    std::string stencil = "5";
    std::int64_t item_bytes = 8;
    std::string application = "thermal";
    std::vector<std::string> methods{"all"};
    double probe_s = 0;
    bool as_json = false;
};

// The published lambda and tau, or the reason why these data do not give them.
struct published_network {
    std::optional<advisor::network_fit> fit;
    std::string why_not;
};

published_network fit_ring(const std::vector<advisor::exchange_samples>& exchanges) {
    try {
        if (exchanges.empty()) return {std::nullopt, "a single task sends no messages"};
        return {advisor::fit_network(advisor::published_ring(exchanges)), ""};
    } catch (const advisor::not_identifiable& error) {
        return {std::nullopt, error.what()};
    }
}

json to_json(const advisor::interval& i) {
    return {i.lo, i.hi};
}

json network_json(const published_network& ring, const advisor::ranking& ranked, int tasks) {
    json out{{"lambda_s", nullptr}, {"lambda_ci95", nullptr}, {"tau_s_per_byte", nullptr}, {"tau_ci95", nullptr}};
    if (ring.fit) {
        out["lambda_s"] = ring.fit->lambda_s;
        out["lambda_ci95"] = to_json(ring.fit->lambda_ci95);
        out["tau_s_per_byte"] = ring.fit->tau_s_per_byte;
        out["tau_ci95"] = to_json(ring.fit->tau_ci95);
        out["held_out_error"] = ring.fit->worst_held_out_error();
    } else {
        out["not_identifiable"] = ring.why_not;
    }
    const auto& net = ranked.network;
    out["model"] = {{"kind", net.kind(tasks)},    {"round_s", net.round_s},
                    {"message_s", net.message_s}, {"shared_message_s", net.shared_message_s},
                    {"byte_s", net.byte_s},       {"shared_byte_s", net.shared_byte_s}};
    return out;
}

std::vector<std::string> distinct_hosts(const advisor::survey& found) {
    std::vector<std::string> names;
    for (const auto& host : found.reports.at(0).hosts) {
        if (std::find(names.begin(), names.end(), host) == names.end()) names.push_back(host);
    }
    return names;
}

std::vector<std::size_t> fastest_first(const std::vector<double>& speeds) {
    std::vector<std::size_t> order(speeds.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return speeds[a] > speeds[b]; });
    return order;
}

json processors_json(const advisor::survey& found, int flops) {
    json out = json::array();
    for (const auto rank : fastest_first(found.speeds)) {
        out.push_back({{"rank", rank},
                       {"host", found.reports.at(0).hosts.at(rank)},
                       {"mflops", found.speeds[rank] * flops / 1e6}});
    }
    return out;
}

json ranking_json(const advisor::ranking& ranked) {
    json out = json::array();
    for (const auto& m : ranked.methods) {
        out.push_back({{"method", m.method},
                       {"relative", m.relative},
                       {"predicted_s", m.predicted_s},
                       {"interval_s", to_json(m.interval_s)},
                       {"p_best", m.p_best}});
    }
    return out;
}

void print_network(const published_network& ring, const advisor::ranking& ranked, int tasks) {
    if (!ring.fit) {
        std::cout << "Network: " << ring.why_not << "\n";
        return;
    }
    const auto& fit = *ring.fit;
    std::cout << fmt::format("Ring of {}: lambda {:.1f} us ({:.1f}..{:.1f}), tau {:.3f} ns/byte ({:.3f}..{:.3f}), {}\n",
                             tasks, fit.lambda_s * 1e6, fit.lambda_ci95.lo * 1e6, fit.lambda_ci95.hi * 1e6,
                             fit.tau_s_per_byte * 1e9, fit.tau_ci95.lo * 1e9, fit.tau_ci95.hi * 1e9,
                             ranked.network.kind(tasks) + " medium");
    std::cout << fmt::format("One size in five held out: predicted within {:.0f} %\n",
                             fit.worst_held_out_error() * 100);
}

void print_people(const advise_options& options, const advisor::problem& task, const advisor::survey& found,
                  const advisor::ranking& ranked) {
    std::cout << "Speeds (Mflop/s, all tasks at once):";
    for (const auto rank : fastest_first(found.speeds)) {
        std::cout << fmt::format("  {}@{} {:.0f}", rank, found.reports.at(0).hosts.at(rank),
                                 found.speeds[rank] * options.flops / 1e6);
    }
    std::cout << "\n";
    print_network(fit_ring(found.exchanges), ranked, options.tasks);
    advisor::published_table table{options.application, options.grid.rows, options.grid.cols, options.tasks, {}};
    for (const auto& method : task.methods) {
        table.columns.push_back({method, ranked.of(method).relative});
    }
    std::cout << "\n" << advisor::to_text(table) << "\n";
    std::cout << fmt::format("{:<18} {:>12} {:>23} {:>11} {:>8}\n", "method", "predicted ms", "95 % interval",
                             "of it sent", "p(best)");
    for (const auto& m : ranked.methods) {
        const double sent = std::min(1.0, m.communication_s / m.predicted_s);  // computing may hide a part of it
        std::cout << fmt::format("{:<18} {:>12.3f} {:>23} {:>10.0f}% {:>8.2f}\n", m.method, m.predicted_s * 1e3,
                                 fmt::format("{:.3f}..{:.3f}", m.interval_s.lo * 1e3, m.interval_s.hi * 1e3),
                                 100 * sent, m.p_best);
    }
    if (ranked.is_tie() && ranked.methods.size() > 1)
        std::cout << "A tie: these measurements single out no best method\n";
}

void run_advise(advise_options options) {
    check_grid_holds(options.grid, std::max(1, options.tasks));
    advisor::problem task{options.application, options.flops,      options.grid.domain(),
                          options.stencil,     options.item_bytes, checked_methods("--method", options.methods)};
    auto machine = daemon::virtual_machine::find_or_start_private();
    if (options.tasks == 0) {
        for (const auto& host : machine.hosts()) {
            options.tasks += host.slots;
        }
        check_grid_holds(options.grid, options.tasks);
    }
    advisor::placement where;
    where.tasks = options.tasks;
    const double fitting = 3 + 1.5 * static_cast<double>(task.methods.size());
    const auto limits = advisor::effort_for(options.probe_s > 0 ? options.probe_s : fitting, task.methods.size());
    progress line;
    const auto found =
        advisor::take_survey(machine, where, task, limits, [&](const std::string& text) { line.say(text); });
    const auto ranked = advisor::rank_methods(found.candidates, found.exchanges);
    line.clear();
    if (!options.as_json) return print_people(options, task, found, ranked);
    print_json("advise",
               {{"application", options.application},
                {"rows", options.grid.rows},
                {"cols", options.grid.cols},
                {"processes", options.tasks},
                {"hosts", distinct_hosts(found)},
                {"processors", processors_json(found, options.flops)},
                {"network", network_json(fit_ring(found.exchanges), ranked, options.tasks)},
                {"ranking", ranking_json(ranked)}},
               2);
}

}  // namespace

void add_advise_verb(CLI::App& app) {
    auto* verb =
        app.add_subcommand("advise", "Rank the partitioning methods for an application on this virtual machine");
    auto options = std::make_shared<advise_options>();
    add_grid_options(*verb, options->grid, true);
    verb->add_option("-n", options->tasks, "Tasks; default one for each slot of the virtual machine")
        ->type_name("N")
        ->check(whole_number(1, most_tasks));
    verb->add_option("--flops", options->flops, "Floating point operations per cell and iteration: 10 or 50")
        ->type_name("F")
        ->check(one_of({"10", "50"}))
        ->capture_default_str();
    verb->add_option("--stencil", options->stencil, "Communication pattern: 3, 5, 9, systolic or wavefront")
        ->type_name("NAME")
        ->check(one_of({"3", "5", "9", "systolic", "wavefront"}))
        ->capture_default_str();
    verb->add_option("--item-bytes", options->item_bytes, "Size of the item sent for a cell")
        ->type_name("D")
        ->check(whole_number(1, 1 << 20))
        ->capture_default_str();
    verb->add_option("--app", options->application, "Application whose kernel is measured: thermal")
        ->type_name("NAME")
        ->check(one_of({"thermal"}))
        ->capture_default_str();
    verb->add_option("--method", options->methods, "Methods to rank, or all")
        ->type_name("NAME,...")
        ->delimiter(',')
        ->default_str("all");
    verb->add_option("--probe-seconds", options->probe_s,
                     "Aimed length of the measurement; default 3, and 1.5 a method")
        ->type_name("S")
        ->check(real_number(0.1, 3600));
    add_json_option(*verb, options->as_json);
    verb->callback([options] { run_advise(*options); });
}

}  // namespace banyan::tools
