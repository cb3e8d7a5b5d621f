#include "tools/banyan/scaling_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace banyan::tools {
namespace {

using json = nlohmann::ordered_json;
using advisor::scaling_point;

constexpr std::size_t most_named = 4;

// All hosts, or the first ones and how many there are.
std::string listed(const std::vector<std::string>& hosts) {
    if (hosts.size() <= most_named) return fmt::format("{}", fmt::join(hosts, ", "));
    return fmt::format("{}, ... ({} hosts)", fmt::join(hosts.begin(), hosts.begin() + most_named, ", "), hosts.size());
}

std::string line_of(const scaling_point& point, double one_task_s) {
    const auto& range = point.interval_s;
    const auto interval =
        point.measured ? fmt::format("{:.3f}..{:.3f}", range.lo * 1e3, range.hi * 1e3) : std::string("not measured");
    return fmt::format("{:>5}  {:<18} {:>12.3f} {:>23} {:>8.2f}  {}\n", point.tasks(), point.methods.front(),
                       point.predicted_s * 1e3, interval, one_task_s / point.predicted_s,
                       listed(point.processors.hosts));
}

}  // namespace

std::vector<std::string> slowing_hosts(const advisor::scaling_curve& curve) {
    return curve.advised().processors.left_out;
}

advised_hosts hosts_of_advice(const advisor::scaling_curve& curve) {
    const auto& advised = curve.advised();
    if (&advised == &curve.all()) return {};
    return {curve.all().tasks(), curve.all().predicted_s, advised.processors.hosts, advised.processors.left_out};
}

std::string scaling_text(const advisor::scaling_curve& curve) {
    std::string text = "Scaling: the fastest processors first\n";
    text += fmt::format("{:>5}  {:<18} {:>12} {:>23} {:>8}  {}\n", "tasks", "fastest method", "predicted ms",
                        "95 % interval", "speed-up", "hosts");
    const double one_task_s = curve.points().front().predicted_s;
    for (const auto& point : curve.points()) {
        text += line_of(point, one_task_s);
    }
    const int knee = curve.knee(), all = curve.all().tasks();
    if (all == 1) return text + "Knee: none, because there is a single task\n";
    text += knee == all
                ? fmt::format("Knee: none; fewer than {} tasks are slower by more than 5 %\n", all)
                : fmt::format("Knee: {} {}; more tasks gain less than 5 %\n", knee, knee == 1 ? "task" : "tasks");
    const double factor = curve.all().predicted_s / curve.advised().predicted_s;
    const auto slowing = slowing_hosts(curve);
    if (slowing.empty()) return text;
    if (factor > 1.02)
        return text + fmt::format("Slower with {}: all {} tasks take {:.2f} times as long as {}\n", listed(slowing),
                                  all, factor, curve.advised().tasks());
    return text +
           fmt::format("No gain from {}: {} of {} tasks are as fast\n", listed(slowing), curve.advised().tasks(), all);
}

std::string fewer_tasks_text(const advisor::scaling_curve& curve) {
    const auto& fastest = curve.clearly_fastest();
    if (&fastest == &curve.all()) return "";
    const auto& left_out = fastest.processors.left_out;
    return fmt::format(
        "Fewer tasks may be faster: a run with {} of {} tasks{} is predicted to be {:.2f} times as fast; measure with "
        "--scaling\n",
        fastest.tasks(), curve.all().tasks(), left_out.empty() ? "" : ", without " + listed(left_out) + ",",
        curve.all().predicted_s / fastest.predicted_s);
}

json scaling_json(const advisor::scaling_curve& curve) {
    json points = json::array();
    for (const auto& point : curve.points()) {
        points.push_back({{"tasks", point.tasks()},
                          {"hosts", point.processors.hosts},
                          {"method", point.methods.front()},
                          {"predicted_s", point.predicted_s},
                          {"interval_s", nullptr},
                          {"measured", point.measured}});
        if (point.measured) points.back()["interval_s"] = {point.interval_s.lo, point.interval_s.hi};
    }
    return {{"knee", curve.knee()},
            {"advised", curve.advised().tasks()},
            {"slowing", slowing_hosts(curve)},
            {"points", points}};
}

}  // namespace banyan::tools
