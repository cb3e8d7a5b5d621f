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

/// A word for sh without bytes that some shells interpret inside single quotes: ' ! newline, and \ before \.
std::string word_for_sh(const std::string& text) {
    if (std::ranges::all_of(text, is_plain)) return fmt::format("\"{}\"", text);
    std::string octal;
    for (const unsigned char c : text)
        octal += fmt::format("\\{:03o}", c);
    return fmt::format("\"$(printf \"{}\")\"", octal);
}

}  // namespace

// The login shell only removes the single quotes. sh executes the script.
std::string remote_command(const std::string& banyand) {
    return fmt::format("sh -c 'd={}; if test -x \"$d\"; then exec \"$d\" host; else exec banyand host; fi'",
                       word_for_sh(banyand));
}

}  // namespace banyan::daemon
