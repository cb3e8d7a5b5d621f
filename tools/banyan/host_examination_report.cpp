#include "tools/banyan/host_examination_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace banyan::tools {
namespace {

constexpr std::size_t columns_of_host = 9;
using row_of_host = std::array<std::string, columns_of_host>;
constexpr std::array<bool, columns_of_host> is_right_aligned{false, false, false, true, true, true, true, false, false};

std::string text_or_dash(const std::string& text) {
    return text.empty() ? "-" : text;
}

std::string count_or_dash(int count) {
    return count == 0 ? "-" : std::to_string(count);
}

std::string yes_or_no(std::optional<bool> answer) {
    if (!answer) return "-";
    return *answer ? "yes" : "no";
}

std::string clock_text(const std::optional<daemon::clock_reading>& clock) {
    return clock ? fmt::format("{:+.3f}", clock->ahead_s) : "-";
}

std::string free_text(const std::optional<std::uint64_t>& bytes) {
    return bytes ? fmt::format("{:.0f}", static_cast<double>(*bytes >> 10) / 1024) : "-";
}

row_of_host row_of(const daemon::host_examination& host) {
    return {host.name,
            text_or_dash(host.address),
            text_or_dash(host.version),
            count_or_dash(host.cores),
            count_or_dash(host.slots),
            clock_text(host.clock),
            free_text(host.free_bytes),
            fmt::format("{}/{}", yes_or_no(host.is_reached), yes_or_no(host.reaches_here)),
            text_or_dash(host.system)};
}

nlohmann::ordered_json text_or_null(const std::string& text) {
    return text.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(text);
}

template <class Value>
nlohmann::ordered_json value_or_null(const std::optional<Value>& value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
}

nlohmann::ordered_json count_or_null(int count) {
    return count == 0 ? nlohmann::ordered_json() : nlohmann::ordered_json(count);
}

nlohmann::ordered_json json_of(const daemon::host_examination& host) {
    std::optional<double> ahead_s, uncertainty_s;
    if (host.clock) {
        ahead_s = host.clock->ahead_s;
        uncertainty_s = host.clock->uncertainty_s;
    }
    return {{"name", host.name},
            {"address", text_or_null(host.address)},
            {"version", text_or_null(host.version)},
            {"system", text_or_null(host.system)},
            {"cores", count_or_null(host.cores)},
            {"slots", count_or_null(host.slots)},
            {"clock_ahead_s", value_or_null(ahead_s)},
            {"clock_uncertainty_s", value_or_null(uncertainty_s)},
            {"folder", text_or_null(host.folder)},
            {"free_bytes", value_or_null(host.free_bytes)},
            {"is_reached", value_or_null(host.is_reached)},
            {"reaches_here", value_or_null(host.reaches_here)},
            {"failures", host.failures}};
}

}  // namespace

std::string host_examination_text(const std::vector<daemon::host_examination>& hosts) {
    std::vector<row_of_host> rows{
        {"host", "address", "version", "cores", "slots", "clock s", "free MiB", "to/from", "system"}};
    std::ranges::transform(hosts, std::back_inserter(rows), row_of);
    row_of_host::size_type widths[columns_of_host] = {};
    for (const auto& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], row[i].size());
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i)
            line += is_right_aligned[i] ? fmt::format("{:>{}}  ", row[i], widths[i])
                                        : fmt::format("{:<{}}  ", row[i], widths[i]);
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

std::vector<std::string> host_failure_lines(const std::vector<daemon::host_examination>& hosts) {
    std::vector<std::string> lines;
    for (const auto& host : hosts)
        for (const auto& failure : host.failures)
            lines.push_back(fmt::format("host {}: {}", host.name, failure));
    return lines;
}

nlohmann::ordered_json host_examination_json(const std::vector<daemon::host_examination>& hosts) {
    auto list = nlohmann::ordered_json::array();
    for (const auto& host : hosts)
        list.push_back(json_of(host));
    return list;
}

}  // namespace banyan::tools
