#include "tools/banyan/host_examination_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "tools/banyan/text_table.hpp"

namespace banyan::tools {
namespace {

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

table_row row_of(const daemon::host_examination& host) {
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
    std::vector<table_row> rows{
        {"host", "address", "version", "cores", "slots", "clock s", "free MiB", "to/from", "system"}};
    std::ranges::transform(hosts, std::back_inserter(rows), row_of);
    return text_table("<<<>>>><<", rows);
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
