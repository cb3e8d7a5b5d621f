#include "tools/banyan/option_values.hpp"

#include <fmt/format.h>

#include "tools/banyan/number_text.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

[[noreturn]] void refuse(std::string_view option, std::string_view text, const std::string& allowed) {
    throw verb_error(exit_status::usage, fmt::format("{}: '{}' is not allowed, only {}", option, text, allowed));
}

template <class Number>
Number checked(std::string_view option, std::string_view text, Number low, Number high, const char* kind) {
    const auto value = number_between(text, low, high);
    if (!value) refuse(option, text, fmt::format("{} from {} to {}", kind, low, high));
    return *value;
}

}  // namespace

std::vector<std::string> split_list(std::string_view text) {
    std::vector<std::string> parts;
    for (;;) {
        const std::size_t comma = text.find(',');
        parts.emplace_back(text.substr(0, comma));
        if (comma == std::string_view::npos) return parts;
        text.remove_prefix(comma + 1);
    }
}

std::vector<std::string> filled_list(std::string_view option, std::string_view text, const std::string& allowed) {
    std::vector<std::string> parts = split_list(text);
    for (const std::string& part : parts)
        if (part.empty())
            throw verb_error(exit_status::usage, fmt::format("{}: '{}' {}, allowed are {}", option, text,
                                                             text.empty() ? "is empty" : "has an empty part", allowed));
    return parts;
}

std::int64_t integer_value(std::string_view option, std::string_view text, std::int64_t low, std::int64_t high) {
    return checked(option, text, low, high, "whole numbers");
}

double real_value(std::string_view option, std::string_view text, double low, double high) {
    return checked(option, text, low, high, "numbers");
}

double number_value(std::string_view option, std::string_view text, std::string_view allowed) {
    const auto value = number_in<double>(text);
    if (!value) refuse(option, text, std::string(allowed));
    return *value;
}

}  // namespace banyan::tools
