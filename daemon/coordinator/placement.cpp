#include "daemon/coordinator/placement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "banyan/net/error.hpp"

namespace banyan::daemon {
namespace {

[[noreturn]] void refuse(const std::string& text) {
    throw net::error(net::errc::invalid_argument, text);
}

// Adds the tasks that have no slot. Each goes to the host that has the fewest tasks for each of its slots, this task
// included, and to the first of several such hosts. So every slot gets `left / all` of them, and fewer than `all` are
// left for the loop.
void share_by_slots(long left, const std::vector<int>& slots, std::vector<int>& counts) {
    const long all = std::accumulate(slots.begin(), slots.end(), 0L);
    for (std::size_t h = 0; h < slots.size(); ++h)
        counts[h] += static_cast<int>(left / all) * slots[h];
    for (long i = 0; i < left % all; ++i) {
        std::size_t next = 0;
        for (std::size_t h = 1; h < slots.size(); ++h)
            if ((counts[h] + 1L) * slots[next] < (counts[next] + 1L) * slots[h]) next = h;
        ++counts[next];
    }
}

std::vector<int> count_per_host(int tasks, int per_host, const std::vector<int>& slots) {
    std::vector<int> counts(slots.size());
    int left = tasks;
    for (std::size_t h = 0; h < slots.size() && left > 0; ++h) {
        counts[h] = std::min(left, per_host > 0 ? per_host : slots[h]);
        left -= counts[h];
    }
    share_by_slots(left, slots, counts);
    return counts;
}

}  // namespace

std::vector<int> place(int tasks, int per_host, const std::vector<int>& slots) {
    if (tasks < 1) refuse(fmt::format("-n {}: the number of tasks must be at least 1", tasks));
    if (tasks > most_tasks) refuse(fmt::format("-n {}: at most {} tasks are possible", tasks, most_tasks));
    if (per_host < 0) refuse(fmt::format("--per-host {}: must be at least 1", per_host));
    if (slots.empty()) refuse("there is no host to run on");
    const long room = static_cast<long>(per_host) * static_cast<long>(slots.size());
    if (per_host > 0 && room < tasks)
        refuse(fmt::format("-n {} with --per-host {} needs {} hosts, but has {}", tasks, per_host,
                           (tasks + per_host - 1) / per_host, slots.size()));
    std::vector<int> hosts;
    const auto counts = count_per_host(tasks, per_host, slots);
    for (std::size_t h = 0; h < counts.size(); ++h)
        hosts.insert(hosts.end(), counts[h], static_cast<int>(h));
    return hosts;
}

}  // namespace banyan::daemon
