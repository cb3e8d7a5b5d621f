#include "daemon/client/remote_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>
#include <vector>

namespace banyan::daemon {
namespace {

bool is_plain(unsigned char c) {
    return std::isalnum(c) != 0 || std::string_view("/._-+,:@ ").find(static_cast<char>(c)) != std::string_view::npos;
}

// For printf, because some shells interpret bytes inside single quotes: ' ! newline, and \ before \.
std::string octal_of(const std::string& text) {
    std::string octal;
    for (const unsigned char c : text)
        octal += fmt::format("\\{:03o}", c);
    return octal;
}

std::string word_for_sh(const std::string& text) {
    if (std::ranges::all_of(text, is_plain)) return fmt::format("\"{}\"", text);
    return fmt::format("\"$(printf \"{}\")\"", octal_of(text));
}

/// A part of a path: a variable with its '$', or the text between two variables.
struct path_part {
    std::string text;
    bool is_variable = false;
};

// The length of the variable that begins with the '$' at `begin`; 0 if no name follows.
std::size_t length_of_variable(const std::string& text, std::size_t begin) {
    const auto is_in_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
    const auto name = text.begin() + static_cast<std::ptrdiff_t>(begin) + 1;
    if (name == text.end() || std::isdigit(static_cast<unsigned char>(*name)) != 0) return 0;
    const auto length = std::find_if_not(name, text.end(), is_in_name) - name;
    return length == 0 ? 0 : static_cast<std::size_t>(length) + 1;
}

std::vector<path_part> parts_of(const std::string& text) {
    std::vector<path_part> parts;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = text[i] == '$' ? length_of_variable(text, i) : 0;
        if (length > 0) {
            parts.push_back({text.substr(i, length), true});
        } else {
            if (parts.empty() || parts.back().is_variable) parts.emplace_back();
            parts.back().text += text[i];
        }
        i += std::max<std::size_t>(length, 1);
    }
    return parts;
}

// A '$' that begins no name stays as it is; sh would replace some, such as $1 and $-.
std::string word_with_variables(const std::string& text) {
    const auto parts = parts_of(text);
    const auto is_readable = [](const path_part& part) {
        return part.is_variable || std::ranges::all_of(part.text, is_plain);
    };
    if (std::ranges::all_of(parts, is_readable)) return fmt::format("\"{}\"", text);
    std::string format, variables;
    for (const auto& part : parts) {
        format += part.is_variable ? "%s" : octal_of(part.text);
        if (part.is_variable) variables += fmt::format(" \"{}\"", part.text);
    }
    return fmt::format("\"$(printf \"{}\"{})\"", format, variables);
}

// The login shell only removes the single quotes. sh executes the script.
std::string script_with(const std::string& word, const std::string& role) {
    return fmt::format("sh -c 'd={0}; if test -x \"$d\"; then exec \"$d\" {1}; else exec banyand {1}; fi'", word, role);
}

}  // namespace

std::string remote_command(const std::string& banyand, const std::string& role) {
    return script_with(word_for_sh(banyand), role);
}

std::string remote_command_with_variables(const std::string& banyand, const std::string& role) {
    return script_with(word_with_variables(banyand), role);
}

}  // namespace banyan::daemon
