#include "advisor/host_speeds.hpp"

#include <algorithm>
#include <stdexcept>

#include "advisor/speed_curve.hpp"

namespace banyan::advisor {
namespace {

constexpr shape measured_shape{512, 512};
constexpr int fewest_windows = 6;  // fewer have no 95 % interval of their median
constexpr double window_s = 0.1;
constexpr double longest_measurement_s = 1.5;

}  // namespace

probe_options host_speed_probe(int tasks) {
    probe_options options;
    options.what = probe_options::mode::speed;
    options.shapes.assign(static_cast<std::size_t>(tasks), {measured_shape});
    options.rounds = fewest_windows;
    options.window_s = window_s;
    options.speed_budget_s = longest_measurement_s;
    return options;
}

std::vector<host_speed> host_speeds_in(const probe_report& report) {
    if (report.sweeps.empty() || report.sweeps.size() != report.hosts.size())
        throw std::runtime_error("the report of the probe contains no speeds");
    const auto curves = speed_curves(report.shapes, report.sweeps);
    std::vector<host_speed> speeds;
    std::vector<int> tasks;
    for (std::size_t rank = 0; rank < curves.size(); ++rank) {
        const auto known = std::ranges::find(speeds, report.hosts[rank], &host_speed::host);
        const auto at = static_cast<std::size_t>(known - speeds.begin());
        if (known == speeds.end()) {
            speeds.push_back({report.hosts[rank], 0});
            tasks.push_back(0);
        }
        speeds[at].cells_per_s += curves[rank].speed(static_cast<double>(measured_shape.cells()));
        ++tasks[at];
    }
    for (std::size_t host = 0; host < speeds.size(); ++host)
        speeds[host].cells_per_s /= tasks[host];
    return speeds;
}

std::vector<host_speed> measure_host_speeds(daemon::virtual_machine& virtual_machine, const placement& where) {
    return host_speeds_in(run_probe(virtual_machine, where, "thermal", host_speed_probe(where.tasks)));
}

}  // namespace banyan::advisor
