#include "advisor/scaling_survey.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "banyan/part/stencil.hpp"

namespace banyan::advisor {
namespace {

constexpr int most_measured = 4;

measured_host& host_named(std::vector<measured_host>& hosts, const std::string& name) {
    const auto known = std::ranges::find(hosts, name, &measured_host::name);
    if (known != hosts.end()) return *known;
    hosts.push_back({name, {}, 1, 0, 0, {}, 0});
    return hosts.back();
}

std::vector<measured_host> measured_hosts(const survey& all, const std::vector<daemon::host_info>& known) {
    std::vector<measured_host> hosts;
    const auto& report = all.reports.at(0);
    for (std::size_t rank = 0; rank < all.speeds.size(); ++rank) {
        auto& host = host_named(hosts, report.hosts.at(rank));
        const auto& facts = report.facts.at(rank);
        host.computer = facts.value("name", host.name);
        host.computer_cores = facts.value("cores", 0.0);
        host.host_cores = facts.value("available_cores", 0.0);
        host.ranks.push_back(rank);
        host.speed += (all.speeds[rank] - host.speed) / static_cast<double>(host.ranks.size());
    }
    for (auto& host : hosts) {
        const auto info = std::ranges::find(known, host.name, &daemon::host_info::name);
        if (info != known.end()) host.slots = info->slots;
    }
    return hosts;
}

prefix_survey measure_prefix(const survey_setup& of_all, const problem& task, const survey& all,
                             const scaling_point& point, double seconds) {
    prefix_survey one{of_all.where, task, {}, {}};
    one.where.tasks = point.tasks();
    one.where.hosts = point.processors.hosts;
    one.task.methods = point.methods;
    const auto label = fmt::format("{} of {} tasks, on {}: ", point.tasks(), of_all.where.tasks,
                                   fmt::join(point.processors.hosts, ", "));
    const survey_setup setup{of_all.virtual_machine, one.where,
                             [&](const std::string& text) { of_all.say(label + text); }};
    one.found = take_survey(setup, one.task, adaptive_effort(seconds), all.exchanges);
    one.ranked = rank_methods(one.found.candidates, one.found.exchanges);
    one.quality = judge_samples(one.found.candidates);
    return one;
}

}  // namespace

const prefix_survey* scaling_survey::advised() const {
    const auto tasks = curve.advised().tasks();
    const auto found = std::ranges::find_if(measured, [&](const auto& one) { return one.where.tasks == tasks; });
    return found == measured.end() ? nullptr : &*found;
}

scaling_curve predict_scaling(const problem& task, const survey& all, const ranking& ranked,
                              const std::vector<daemon::host_info>& hosts) {
    cost_model model{all.curves, ranked.network, part::stencil::named(task.stencil), task.item_bytes};
    model.work = task.work;
    scaling_curve curve(prefixes_by_speed(measured_hosts(all, hosts)), task.domain, task.methods, model);
    const auto& best = ranked.methods.front();
    curve.set_measured(curve.all().tasks(), best.method, best.predicted_s, best.interval_s);
    return curve;
}

scaling_survey take_scaling_survey(const survey_setup& setup, const problem& task, const survey& all,
                                   scaling_curve curve, double seconds) {
    scaling_survey result{std::move(curve), {}};
    const auto measure = [&](int tasks) {
        const auto& point = result.curve.points().at(static_cast<std::size_t>(tasks - 1));
        result.measured.push_back(measure_prefix(setup, task, all, point, seconds));
        const auto& best = result.measured.back().ranked.methods.front();
        result.curve.set_measured(tasks, best.method, best.predicted_s, best.interval_s);
    };
    if (result.curve.all().tasks() > 1) measure(1);  // every speed-up is a ratio to this time
    for (int i = 0; i < most_measured; ++i) {
        const int tasks = result.curve.worth_measuring();
        if (tasks == 0) break;
        measure(tasks);
    }
    return result;
}

}  // namespace banyan::advisor
