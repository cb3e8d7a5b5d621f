#include "libnet/base/cores.hpp"

#include <sched.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

namespace banyan::net::detail {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

double affinity_cores() {
    cpu_set_t set;
    CPU_ZERO(&set);
    return ::sched_getaffinity(0, sizeof set, &set) == 0 ? std::max(1, CPU_COUNT(&set)) : 1;
}

// Reads a quota of cgroup v2, which has the form "max 100000" or "50000 100000": quota and period.
double quota_v2(const std::string& folder) {
    std::ifstream file(folder + "/cpu.max");
    std::string quota;
    double period = 0;
    if (!(file >> quota >> period) || quota == "max" || period <= 0) return unlimited;
    return std::stod(quota) / period;
}

double quota_v1(const std::string& folder) {
    double quota = -1, period = 0;
    std::ifstream(folder + "/cpu.cfs_quota_us") >> quota;
    std::ifstream(folder + "/cpu.cfs_period_us") >> period;
    return quota > 0 && period > 0 ? quota / period : unlimited;
}

bool names_cpu(const std::string& controllers) {
    std::istringstream list(controllers);
    for (std::string name; std::getline(list, name, ',');)
        if (name == "cpu") return true;
    return false;
}

// The lowest quota from the process's cgroup up to the root. Lines are "0::/path" (v2) or "4:cpu,cpuacct:/path" (v1).
double cgroup_cores() {
    double lowest = unlimited;
    std::ifstream file("/proc/self/cgroup");
    for (std::string line; std::getline(file, line);) {
        const auto first = line.find(':'), second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const bool v2 = controllers.empty();
        if (!v2 && !names_cpu(controllers)) continue;
        for (std::string path = line.substr(second + 1); !path.empty(); path = path.substr(0, path.rfind('/')))
            lowest = std::min(lowest, v2 ? quota_v2("/sys/fs/cgroup" + path) : quota_v1("/sys/fs/cgroup/cpu" + path));
    }
    return lowest;
}

}  // namespace

double usable_cores() {
    static const double cores = std::min(affinity_cores(), cgroup_cores());
    return cores;
}

}  // namespace banyan::net::detail
