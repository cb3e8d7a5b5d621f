#include "tools/banyan/checks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "banyan/part/methods.hpp"
#include "tools/banyan/nearest_name.hpp"

namespace banyan::tools {

allowed_values::operator CLI::Validator() const {
    return CLI::Validator(
        [allowed = *this](const std::string& value) {
            return allowed.takes(value) ? std::string{} : allowed.refusal(value);
        },
        "");
}

std::string allowed_values::refusal(std::string_view value) const {
    const std::string nearest = nearest_name(value, names);
    if (nearest.empty()) return fmt::format("'{}' is not allowed, use {}", value, text);
    return fmt::format("'{}' is not allowed, did you mean {}? Use {}", value, nearest, text);
}

allowed_values whole_number(std::int64_t lo, std::int64_t hi) {
    const auto takes = [lo, hi](const std::string& text) {
        const auto value = net::number_between(text, lo, hi);
        return value && text == std::to_string(*value);  // not 010, which CLI11 would read as 8
    };
    return {fmt::format("a whole number from {} to {}", lo, hi), takes};
}

allowed_values real_number(double lo, double hi) {
    return {fmt::format("a number from {} to {}", lo, hi),
            [lo, hi](const std::string& text) { return net::number_between(text, lo, hi).has_value(); }};
}

allowed_values any_number(std::string text) {
    return {std::move(text), [](const std::string& value) { return net::number_in<double>(value).has_value(); }};
}

allowed_values any_text(std::string text) {
    return {std::move(text), [](const std::string& value) { return !value.empty(); }};
}

allowed_values one_of(std::vector<std::string> names) {
    std::string text = names.size() == 1 ? names.front() : fmt::format("one of {}", fmt::join(names, ", "));
    const auto takes = [names](const std::string& name) { return std::ranges::count(names, name) > 0; };
    std::erase_if(names,
                  [](const std::string& name) { return std::isalpha(static_cast<unsigned char>(name[0])) == 0; });
    return {std::move(text), takes, std::move(names)};  // no hint "did you mean 10?"
}

allowed_values method_name(const std::vector<std::string>& also) {
    std::vector<std::string> names = also;
    for (const part::method_info& m : part::methods()) {
        names.emplace_back(m.name);
        if (!m.short_name.empty()) names.emplace_back(m.short_name);
    }
    return one_of(std::move(names));
}

CLI::Validator list_of(const allowed_values& each) {
    return CLI::Validator(
        [each](const std::string& text) -> std::string {
            for (const std::string& part : split_list(text)) {
                if (part.empty())
                    return fmt::format("'{}' {}, use {} for each part", text,
                                       text.empty() ? "is empty" : "has an empty part", each.text);
                if (!each.takes(part)) return each.refusal(part);
            }
            return {};
        },
        "");
}

std::vector<std::string> split_list(std::string_view text) {
    std::vector<std::string> parts;
    for (;;) {
        const std::size_t comma = text.find(',');
        parts.emplace_back(text.substr(0, comma));
        if (comma == std::string_view::npos) return parts;
        text.remove_prefix(comma + 1);
    }
}

void refuse_value(std::string_view option, std::string_view value, const allowed_values& allowed) {
    throw verb_error(exit_status::usage, fmt::format("{}: {}", option, allowed.refusal(value)));
}

void refuse_value(std::string_view option, std::string_view value, std::string_view allowed) {
    throw verb_error(exit_status::usage, fmt::format("{}: '{}' is not allowed, use {}", option, value, allowed));
}

}  // namespace banyan::tools
