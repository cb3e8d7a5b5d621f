// Values of options read from text, so that every refusal names the option, the value and what is allowed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace banyan::tools {

/// The parts of "a,b,c"; an empty text has one empty part.
std::vector<std::string> split_list(std::string_view text);

/// The same for a list whose parts all have letters. Throws verb_error (usage), saying that `allowed` is allowed, for
/// an empty part, as after a last comma.
std::vector<std::string> filled_list(std::string_view option, std::string_view text, const std::string& allowed);

/// A whole number in low .. high. Throws verb_error (usage) otherwise.
std::int64_t integer_value(std::string_view option, std::string_view text, std::int64_t low, std::int64_t high);

/// A finite number in low .. high. Throws verb_error (usage) otherwise.
double real_value(std::string_view option, std::string_view text, double low, double high);

/// Any number, also "nan" and "inf", for a check that comes later. Throws verb_error (usage), saying that `allowed` is
/// allowed, for a text that is no number.
double number_value(std::string_view option, std::string_view text, std::string_view allowed);

}  // namespace banyan::tools
