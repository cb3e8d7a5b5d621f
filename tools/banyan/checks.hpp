// Checks of option values. Every refusal is one line: OPTION: 'VALUE' is not allowed, use ALLOWED.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "banyan/part/error.hpp"
#include "libnet/base/number_text.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {

/// The values that an option takes. Converts to a check of CLI11: `verb.add_option(...)->check(whole_number(1, 8))`.
struct allowed_values {
    std::string text;  ///< follows "use", for example "a whole number from 1 to 8"
    std::function<bool(const std::string&)> takes;
    std::vector<std::string> names{};  ///< if the values are names: for the hint "did you mean ...?"

    operator CLI::Validator() const;  // NOLINT(google-explicit-constructor): an argument of Option::check

    /// "'VALUE' is not allowed, use TEXT"
    [[nodiscard]] std::string refusal(std::string_view value) const;
};

allowed_values whole_number(std::int64_t lo, std::int64_t hi);
/// Finite numbers.
allowed_values real_number(double lo, double hi);
/// All that is written as a number, also nan and inf, for values that libpart checks; `text` as in allowed_values.
allowed_values any_number(std::string text);
/// Every text that is not empty.
allowed_values any_text(std::string text);
allowed_values one_of(std::vector<std::string> names);
/// Names and short names of libpart's methods, and the names in `also`, for example "all".
allowed_values method_name(const std::vector<std::string>& also = {});

/// Checks "a,b,c": each part is allowed, and no part is empty.
CLI::Validator list_of(const allowed_values& each);

/// The parts of "a,b,c". An empty text has one empty part.
std::vector<std::string> split_list(std::string_view text);

/// Throws verb_error (usage): "OPTION: 'VALUE' is not allowed, use ALLOWED".
[[noreturn]] void refuse_value(std::string_view option, std::string_view value, const allowed_values& allowed);
[[noreturn]] void refuse_value(std::string_view option, std::string_view value, std::string_view allowed);

/// Adds an option that takes "a,b,c". `values` holds its default, if it has one.
template <class Value>
CLI::Option* add_list_option(CLI::App& verb, const std::string& name, std::vector<Value>& values,
                             const std::string& help, const allowed_values& each) {
    const auto take = [&values](const std::string& text) {
        values.clear();
        for (const std::string& part : split_list(text)) {
            if constexpr (std::is_arithmetic_v<Value>)
                values.push_back(net::number_in<Value>(part).value());
            else
                values.push_back(part);
        }
    };
    auto* option = verb.add_option_function<std::string>(name, take, help)->check(list_of(each));
    return values.empty() ? option : option->default_str(fmt::format("{}", fmt::join(values, ",")));
}

/// What `step` returns. An error of libpart, "speeds: what is wrong", becomes a usage error: the option replaces the
/// first word.
template <class Step>
auto refusing(std::string_view option, Step step) {
    try {
        return step();
    } catch (const part::error& e) {
        const std::string_view text = e.what();
        throw verb_error(exit_status::usage, std::string(option) + std::string(text.substr(text.find(": "))));
    }
}

}  // namespace banyan::tools
