#include "advisor/host_facts.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <array>
#include <ctime>
#include <fstream>

#include "libnet/base/cores.hpp"

namespace banyan::advisor {
namespace {

std::string first_line(const std::filesystem::path& file) {
    std::ifstream in(file);
    std::string line;
    return std::getline(in, line) && !line.empty() ? line : "unknown";
}

std::string cpu_model(const std::filesystem::path& cpuinfo) {
    std::ifstream in(cpuinfo);
    for (std::string line; std::getline(in, line);) {
        const auto colon = line.find(": ");
        if (line.rfind("model name", 0) == 0 && colon != std::string::npos) return line.substr(colon + 2);
    }
    return "unknown";
}

double load_average(const std::filesystem::path& loadavg) {
    std::ifstream in(loadavg);
    double load = 0;
    in >> load;
    return in ? load : 0;
}

std::string host_name() {
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

int usable_cores() {
    cpu_set_t set;
    CPU_ZERO(&set);
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
}

}  // namespace

host_facts read_host_facts(const std::filesystem::path& root) {
    return {host_name(),
            first_line(root / "proc/sys/kernel/osrelease"),
            cpu_model(root / "proc/cpuinfo"),
            usable_cores(),
            first_line(root / "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
            first_line(root / "sys/devices/system/clocksource/clocksource0/current_clocksource"),
            first_line(root / "proc/sys/net/ipv4/tcp_congestion_control"),
            load_average(root / "proc/loadavg"),
            net::detail::usable_cores()};
}

nlohmann::ordered_json to_json(const host_facts& facts) {
    return {{"name", facts.name},
            {"kernel", facts.kernel},
            {"cpu", facts.cpu},
            {"cores", facts.cores},
            {"governor", facts.governor},
            {"clock", facts.clock},
            {"load", facts.load},
            {"congestion_control", facts.congestion_control},
            {"available_cores", facts.available_cores}};
}

std::string utc_text(std::chrono::sys_seconds time) {
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

std::string utc_now() {
    return utc_text(std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()));
}

}  // namespace banyan::advisor
