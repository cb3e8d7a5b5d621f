// Divides a command line into words.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace banyan::pvm_console {

/// The value of a variable; nullopt if it is not set.
using variable_lookup = std::function<std::optional<std::string>(const std::string& name)>;

/// Words are separated by spaces and tabs. Single and double quotes join what is between them; outside of quotes a
/// backslash takes the next character as it is. # at the beginning of a word starts a comment. Outside of single quotes
/// $NAME and ${NAME} are replaced by the value of a variable that is set; other text with $ stays as it is. Throws
/// command_error if a quote is not closed.
std::vector<std::string> split_words(std::string_view line, const variable_lookup& variable);

/// The words with one space between two of them.
std::string join_words(const std::vector<std::string>& words);

}  // namespace banyan::pvm_console
