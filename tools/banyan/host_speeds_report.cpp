#include "tools/banyan/host_speeds_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "advisor/host_facts.hpp"
#include "tools/banyan/text_table.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

using daemon::host_info;

// What a program gets for a task of the host.
double speed_for_programs(const host_info& host, bool measured) {
    return measured ? host.measured->cells_per_s : host.speed;
}

double slowest_of(const std::vector<host_info>& hosts) {
    const bool measured = all_measured(hosts);
    double slowest = std::numeric_limits<double>::infinity();
    for (const auto& host : hosts)
        slowest = std::min(slowest, speed_for_programs(host, measured));
    return slowest;
}

std::string source_text(const std::vector<host_info>& hosts) {
    if (all_measured(hosts)) return "Programs get the measured speeds.\n";
    std::vector<std::string> others;
    for (const auto& host : hosts)
        if (!host.measured) others.push_back(host.name);
    if (others.size() == hosts.size()) return "Programs get the declared speeds. --measure measures the hosts.\n";
    return fmt::format(
        "Runs with tasks on hosts that were not measured ({}) get the declared speeds, other runs the measured "
        "speeds.\n",
        fmt::join(others, ", "));
}

}  // namespace

bool all_measured(const std::vector<host_info>& hosts) {
    return std::ranges::all_of(hosts, [](const host_info& host) { return host.measured.has_value(); });
}

std::array<std::string, 2> measured_cells(const host_info& host) {
    if (!host.measured) return {"-", "-"};
    return {fmt::format("{:.1f}", host.measured->cells_per_s * 1e-6), advisor::utc_text(host.measured->at)};
}

std::string host_speeds_text(const std::vector<host_info>& hosts) {
    const bool measured = all_measured(hosts);
    const double slowest = slowest_of(hosts);
    std::vector<table_row> rows{{"host", "slots", "declared", "Mcells/s", "relative", "measured"}};
    for (const auto& host : hosts) {
        const auto [cells, date] = measured_cells(host);
        rows.push_back({host.name, std::to_string(host.slots), fmt::format("{:.3g}", host.speed), cells,
                        fmt::format("{:.3g}", speed_for_programs(host, measured) / slowest), date});
    }
    return text_table("<>>>><", rows) + source_text(hosts);
}

nlohmann::ordered_json measured_json(const host_info& host) {
    if (!host.measured) return nullptr;
    return {{"cells_per_s", host.measured->cells_per_s}, {"at", advisor::utc_text(host.measured->at)}};
}

nlohmann::ordered_json host_speeds_json(const std::vector<host_info>& hosts) {
    const bool measured = all_measured(hosts);
    const double slowest = slowest_of(hosts);
    auto list = nlohmann::ordered_json::array();
    for (const auto& host : hosts)
        list.push_back({{"name", host.name},
                        {"slots", host.slots},
                        {"declared", host.speed},
                        {"measured", measured_json(host)},
                        {"relative", speed_for_programs(host, measured) / slowest}});
    return {{"source", measured ? "measured" : "declared"}, {"hosts", list}};
}

std::map<std::string, double> relative_speeds(const std::vector<host_info>& hosts,
                                              const std::vector<daemon::host_entry>& named, const std::string& file) {
    std::map<std::string, double> speeds;
    double slowest = std::numeric_limits<double>::infinity();
    for (const auto& entry : named) {
        const auto host = std::ranges::find(hosts, entry.name, &host_info::name);
        if (host == hosts.end() || !host->measured)
            throw verb_error(
                exit_status::failed,
                fmt::format("--hostfile {}: host {} {}, so its speed cannot be compared with the others; {}", file,
                            entry.name, host == hosts.end() ? "is not in the virtual machine" : "was not measured",
                            host == hosts.end() ? "add it (banyan add) and measure" : "use --measure"));
        speeds[entry.name] = host->measured->cells_per_s;
        slowest = std::min(slowest, host->measured->cells_per_s);
    }
    for (auto& [name, speed] : speeds)
        speed /= slowest;
    return speeds;
}

}  // namespace banyan::tools
