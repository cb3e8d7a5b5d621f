#include "libnet/collectives/network_model_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "banyan/net/error.hpp"
#include "libnet/base/number_text.hpp"

namespace banyan::net {
namespace {

constexpr std::string_view first_line = "banyan network model 1";

using names = std::array<std::string_view, network_model::numbers_count>;
using numbers = std::array<std::optional<double>, network_model::numbers_count>;

[[noreturn]] void refuse(int line, std::string_view text, const std::string& allowed) {
    throw error(errc::invalid_argument,
                fmt::format("network model, line {}: '{}' is not allowed, use {}", line, text, allowed));
}

void read_number(std::string_view text, int line, const names& known, numbers& found) {
    const std::size_t blank = text.find(' ');
    const auto name = std::ranges::find(known, text.substr(0, blank));
    if (blank == text.npos || name == known.end())
        refuse(line, text, "NAME NUMBER with a name of a network model, or a line that begins with 'fastest'");
    const std::string_view digits = text.substr(blank + 1);
    const auto value = number_in<double>(digits);
    if (!value) refuse(line, text, "a number after the name");
    found[static_cast<std::size_t>(name - known.begin())] = value;
}

// Earlier versions have written files without these numbers.
bool may_be_missing(std::string_view name) {
    return name.ends_with(".free_bytes");
}

void read_order(std::string_view text, int line, std::vector<measured_order>& found) {
    try {
        const measured_order order = measured_order_from_line(text);
        add_orders(found, std::span(&order, 1));
    } catch (const error& why) {
        throw error(errc::invalid_argument, fmt::format("network model, line {}: {}", line, why.what()));
    }
}

network_model model_of(const numbers& found, const names& known) {
    std::array<double, network_model::numbers_count> all{};
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!found[i] && may_be_missing(known[i])) continue;
        if (!found[i]) throw error(errc::invalid_argument, fmt::format("network model: no line for {}", known[i]));
        all[i] = *found[i];
    }
    const auto model = network_model::from_numbers(all);
    if (is_usable(model)) return model;
    throw error(errc::invalid_argument,
                "network model: the numbers must be finite and not negative; start_s, gap_s, "
                "byte_s, cpu_message_s and cores above 0");
}

}  // namespace

names number_names() {
    return {"inside_host.start_s",
            "inside_host.gap_s",
            "inside_host.byte_s",
            "inside_host.free_bytes",
            "between_hosts.start_s",
            "between_hosts.gap_s",
            "between_hosts.byte_s",
            "between_hosts.free_bytes",
            "copy_byte_s",
            "cpu_message_s",
            "cpu_byte_s",
            "shared_byte_s",
            "cores"};
}

std::string to_text(const network_model& model) {
    std::string text = std::string(first_line) + "\n";
    const auto all = model.numbers();
    const names known = number_names();
    for (std::size_t i = 0; i < all.size(); ++i)
        text += fmt::format("{} {}\n", known[i], all[i]);
    for (const measured_order& order : model.fastest)
        text += to_line(order) + "\n";
    return text;
}

network_model network_model_from_text(std::string_view text) {
    const names known = number_names();
    numbers found;
    std::vector<measured_order> fastest;
    bool begun = false;
    for (int line = 1; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view now = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (now.empty() || now.front() == '#') continue;
        if (begun && is_measured_order(now)) {
            read_order(now, line, fastest);
        } else if (begun) {
            read_number(now, line, known, found);
        } else if (now == first_line) {
            begun = true;
        } else {
            refuse(line, now, fmt::format("'{}' as the first line", first_line));
        }
    }
    network_model model = model_of(found, known);
    model.fastest = std::move(fastest);
    return model;
}

}  // namespace banyan::net
