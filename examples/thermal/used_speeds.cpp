#include "examples/thermal/used_speeds.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>

namespace thermal {

namespace net = banyan::net;

namespace {

std::string utc_text(std::chrono::sys_seconds time) {
    const std::time_t seconds = time.time_since_epoch().count();
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

std::string relative_values(const std::vector<double>& values) {
    constexpr std::size_t most_shown = 16;
    const double slowest = *std::ranges::min_element(values);
    std::string list;
    for (std::size_t i = 0; i < std::min(values.size(), most_shown); ++i) {
        std::array<char, 32> text{};
        std::snprintf(text.data(), text.size(), "%s%.3g", i == 0 ? "" : ", ", values[i] / slowest);
        list += text.data();
    }
    return values.size() > most_shown ? list + ", ..." : list;
}

std::string source_text(const used_speeds& used) {
    if (!used.option.empty()) return "from " + used.option;
    switch (used.speeds.source) {
        case net::speed_source::declared:
            return "as declared for the hosts";
        case net::speed_source::measured:
            return "as measured on " + utc_text(used.speeds.measured_at);
        case net::speed_source::none:
            break;
    }
    return "no virtual machine";
}

}  // namespace

std::string text_of(const used_speeds& used) {
    const auto& values = used.speeds.values;
    if (values.empty()) return "speeds " + source_text(used);
    const bool equal = std::ranges::all_of(values, [&](double one) { return one == values.front(); });
    return "speeds " + (equal ? "equal" : relative_values(values)) + " (" + source_text(used) + ")";
}

nlohmann::ordered_json to_json(const used_speeds& used) {
    nlohmann::ordered_json out{{"source", used.option.empty() ? net::name_of(used.speeds.source) : "option"},
                               {"option", nullptr},
                               {"measured_at", nullptr},
                               {"values", used.speeds.values}};
    if (!used.option.empty()) out["option"] = used.option;
    if (used.option.empty() && used.speeds.source == net::speed_source::measured)
        out["measured_at"] = utc_text(used.speeds.measured_at);
    return out;
}

}  // namespace thermal
