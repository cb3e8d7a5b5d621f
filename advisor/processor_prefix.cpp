#include "advisor/processor_prefix.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include "daemon/coordinator/placement.hpp"

namespace banyan::advisor {
namespace {

double known_or_unlimited(double cores) {
    return cores > 0 ? cores : std::numeric_limits<double>::infinity();
}

// The part of a core that each task of a host gets if hosts[i] has tasks[i] tasks.
std::vector<double> cores_per_task(const std::vector<measured_host>& hosts, const std::vector<int>& tasks) {
    const auto wanted = [&](std::size_t i) {
        return std::min<double>(tasks[i], known_or_unlimited(hosts[i].host_cores));
    };
    std::vector<double> parts(hosts.size(), 1);
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        double of_computer = 0;
        for (std::size_t j = 0; j < hosts.size(); ++j) {
            if (hosts[j].computer == hosts[i].computer) of_computer += wanted(j);
        }
        const double share = std::min(1.0, known_or_unlimited(hosts[i].computer_cores) / of_computer);
        if (tasks[i] > 0) parts[i] = wanted(i) / tasks[i] * share;
    }
    return parts;
}

processor_prefix prefix(const std::vector<measured_host>& hosts, const std::vector<double>& measured_parts, int tasks) {
    std::vector<int> slots, counts(hosts.size());
    for (const auto& host : hosts) {
        slots.push_back(host.slots);
    }
    const auto places = daemon::place(tasks, 0, slots);
    for (const int place : places) {
        ++counts[static_cast<std::size_t>(place)];
    }
    const auto parts = cores_per_task(hosts, counts);
    processor_prefix result;
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        (counts[i] > 0 ? result.hosts : result.left_out).push_back(hosts[i].name);
        for (std::size_t task = 0; task < static_cast<std::size_t>(counts[i]); ++task) {
            result.ranks.push_back(hosts[i].ranks[task % hosts[i].ranks.size()]);
            result.gain.push_back(parts[i] / measured_parts[i]);
        }
    }
    return result;
}

}  // namespace

std::vector<processor_prefix> prefixes_by_speed(std::vector<measured_host> hosts) {
    std::ranges::stable_sort(hosts, std::greater<>(), &measured_host::speed);
    std::vector<int> counts;
    int tasks = 0;
    for (const auto& host : hosts) {
        counts.push_back(static_cast<int>(host.ranks.size()));
        tasks += counts.back();
    }
    const auto measured_parts = cores_per_task(hosts, counts);
    std::vector<processor_prefix> prefixes;
    for (int p = 1; p <= tasks; ++p) {
        prefixes.push_back(prefix(hosts, measured_parts, p));
    }
    return prefixes;
}

}  // namespace banyan::advisor
