#include "daemon/client/remote_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

namespace banyan::daemon {
namespace {

bool is_plain(unsigned char c) {
    return std::isalnum(c) != 0 || std::string_view("/._-+,:@ ").find(static_cast<char>(c)) != std::string_view::npos;
}

bool is_plain_or_variable(unsigned char c) {
    return is_plain(c) || c == '$';
}

/// A word for sh without bytes that some shells interpret inside single quotes: ' ! newline, and \ before \.
std::string word_for_sh(const std::string& text) {
    if (std::ranges::all_of(text, is_plain)) return fmt::format("\"{}\"", text);
    std::string octal;
    for (const unsigned char c : text)
        octal += fmt::format("\\{:03o}", c);
    return fmt::format("\"$(printf \"{}\")\"", octal);
}

// The login shell only removes the single quotes. sh executes the script.
std::string script_with(const std::string& word) {
    return fmt::format("sh -c 'd={}; if test -x \"$d\"; then exec \"$d\" host; else exec banyand host; fi'", word);
}

}  // namespace

std::string remote_command(const std::string& banyand) {
    return script_with(word_for_sh(banyand));
}

// A '$' that begins no name stays in the word as it is, in sh too.
std::string remote_command_with_variables(const std::string& banyand) {
    const bool can_be_quoted = std::ranges::all_of(banyand, is_plain_or_variable);
    return script_with(can_be_quoted ? fmt::format("\"{}\"", banyand) : word_for_sh(banyand));
}

}  // namespace banyan::daemon
