// Where the program begins in the words of a verb that starts one: all words from there on belong to the program.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <span>
#include <string>

namespace banyan::tools {

/// The index of the program in `words`, which follow the name of the verb: the word after "--", or the first word that
/// is neither an option of the verb nor the value of one. words.size() if there is no program.
std::size_t program_begin(const CLI::App& verb, std::span<const std::string> words);

}  // namespace banyan::tools
