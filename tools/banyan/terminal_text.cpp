#include "tools/banyan/terminal_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <vector>

namespace banyan::tools {
namespace {

constexpr std::size_t unfinished = std::string_view::npos;
constexpr char escape = '\x1b';
constexpr std::string_view colours_off = "\x1b[0m";
constexpr std::size_t longest_colour_bytes = 64;
constexpr std::size_t most_kept_bytes = 256;  // of colours, because a program may never switch them off

bool is_plain(char c) {
    return (c >= ' ' && c <= '~') || c == '\t' || c == '\r';
}

/// The length of the UTF-8 character at the start of `text`: 0 if there is none, `unfinished` if more bytes may follow.
std::size_t character_length(std::string_view text) {
    const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(0);
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if (i == text.size()) return unfinished;
        unsigned low = 0x80;
        unsigned high = 0xbf;
        if (i == 1) {  // the second byte excludes long forms of short ones, surrogates, and what is above U+10FFFF
            if (first == 0xe0) low = 0xa0;
            if (first == 0xed) high = 0x9f;
            if (first == 0xf0) low = 0x90;
            if (first == 0xf4) high = 0x8f;
        }
        if (byte(i) < low || byte(i) > high) return 0;
    }
    return length;
}

/// The length of ESC [ numbers m at the start of `text`; as above.
std::size_t colour_length(std::string_view text) {
    if (text.size() > 1 && text[1] != '[') return 0;
    const auto end = text.find_first_not_of("0123456789;:", std::min<std::size_t>(2, text.size()));
    if (end == text.npos) return text.size() < longest_colour_bytes ? unfinished : 0;
    return text[end] == 'm' && end < longest_colour_bytes ? end + 1 : 0;
}

/// One number of ESC [ numbers m, or the first of several parts (38:5:1); -1 for one that is too large.
struct attribute {
    int number = 0;
    bool has_parts = false;
};

std::vector<attribute> attributes_of(std::string_view sequence) {
    auto rest = sequence.substr(2, sequence.size() - 3);
    std::vector<attribute> list;
    for (;;) {
        const auto end = std::min(rest.find(';'), rest.size());
        attribute next{0, rest.substr(0, end).find(':') != rest.npos};
        if (std::from_chars(rest.data(), rest.data() + end, next.number).ec == std::errc::result_out_of_range)
            next.number = -1;
        list.push_back(next);
        if (end == rest.size()) return list;
        rest.remove_prefix(end + 1);
    }
}

bool is_colour_by_number(int number) {
    return number == 38 || number == 48;
}

/// True for numbers that change how text looks and that 0 switches off. Not for 8, which hides text, nor for 10 to 20,
/// some of which change the character set of the Linux console.
bool is_harmless(int number) {
    const auto from_to = [number](int from, int to) { return number >= from && number <= to; };
    return from_to(0, 7) || number == 9 || from_to(21, 49) || number == 53 || number == 55 || from_to(90, 107);
}

/// The numbers after 38 and 48 are those of a colour.
bool is_harmless(const std::vector<attribute>& attributes) {
    for (std::size_t i = 0; i < attributes.size(); ++i) {
        const auto [number, has_parts] = attributes[i];
        if (!is_harmless(number)) return false;
        if (!is_colour_by_number(number) || has_parts || i + 1 == attributes.size()) continue;
        const int kind = attributes[i + 1].number;
        i += kind == 5 ? 2 : kind == 2 ? 4 : 0;
    }
    return true;
}

/// The code point of a character of three bytes.
unsigned code_of(std::string_view character) {
    const auto byte = [character](std::size_t i) {
        return static_cast<unsigned>(static_cast<unsigned char>(character[i]));
    };
    return (byte(0) & 0x0f) << 12 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f);
}

/// True for invisible characters and for those that change the direction of text: with them, a line can look like
/// another one.
bool is_invisible(std::string_view character) {
    if (character.size() != 3) return false;
    const unsigned code = code_of(character);
    const auto from_to = [code](unsigned from, unsigned to) { return code >= from && code <= to; };
    return from_to(0x200b, 0x200f) || from_to(0x2028, 0x202e) || from_to(0x2060, 0x206f) || code == 0xfeff;
}

}  // namespace

void terminal_text::append(std::string_view piece, std::string& out) {
    const std::string joined = waiting_.empty() ? std::string() : waiting_ + std::string(piece);
    std::string_view rest = waiting_.empty() ? piece : joined;
    waiting_.clear();
    while (!rest.empty()) {
        const std::size_t n = take(rest, out);
        if (n == unfinished) {
            waiting_ = rest;
            break;
        }
        rest.remove_prefix(n);
    }
    switch_off(out);
}

void terminal_text::finish(std::string& out) {
    for (const char c : waiting_) {
        if (is_plain(c))
            show({&c, 1}, out);
        else if (c == escape)
            show("^[", out);
        else
            show(fmt::format("\\x{:02x}", static_cast<unsigned char>(c)), out);
    }
    waiting_.clear();
    switch_off(out);
}

// Takes some bytes and says how many.
std::size_t terminal_text::take(std::string_view text, std::string& out) {
    const auto plain = std::find_if_not(text.begin(), text.end(), is_plain) - text.begin();
    if (plain > 0) {
        show(text.substr(0, static_cast<std::size_t>(plain)), out);
        return static_cast<std::size_t>(plain);
    }
    const auto first = static_cast<unsigned char>(text.front());
    if (first == '\n') {
        switch_off(out);
        out += '\n';
        return 1;
    }
    if (first == escape) return take_escape(text, out);
    if (first < 0x80) {
        show({"^", 1}, out);
        out += static_cast<char>(first ^ 0x40);
        return 1;
    }
    const std::size_t n = character_length(text);
    if (n == unfinished) return n;
    if (n == 0)
        show(fmt::format("\\x{:02x}", first), out);
    else if (first == 0xc2 && static_cast<unsigned char>(text[1]) < 0xa0)
        show(fmt::format("\\u{:04x}", static_cast<unsigned char>(text[1])), out);
    else if (is_invisible(text.substr(0, n)))
        show(fmt::format("\\u{:04x}", code_of(text.substr(0, n))), out);
    else
        show(text.substr(0, n), out);
    return std::max<std::size_t>(n, 1);
}

std::size_t terminal_text::take_escape(std::string_view text, std::string& out) {
    const std::size_t n = colour_length(text);
    if (n == unfinished) return n;
    if (n == 0 || !is_harmless(attributes_of(text.substr(0, n)))) {
        show("^[", out);
        return 1;
    }
    take_colour(text.substr(0, n), out);
    return n;
}

void terminal_text::take_colour(std::string_view sequence, std::string& out) {
    const auto attributes = attributes_of(sequence);
    if (std::ranges::all_of(attributes, [](const attribute& a) { return a.number == 0; })) {
        colours_.clear();
        return switch_off(out);
    }
    if (attributes.front().number == 0 || colours_.size() + sequence.size() > most_kept_bytes) colours_.clear();
    if (coloured_) out += sequence;
    colours_ += sequence;  // else written before the next text
}

void terminal_text::show(std::string_view text, std::string& out) {
    if (!coloured_ && !colours_.empty()) {
        out += colours_;
        coloured_ = true;
    }
    out += text;
}

void terminal_text::switch_off(std::string& out) {
    if (coloured_) out += colours_off;
    coloured_ = false;
}

std::string terminal_text_of(std::string_view text) {
    terminal_text filter;
    std::string shown;
    filter.append(text, shown);
    filter.finish(shown);
    return shown;
}

}  // namespace banyan::tools
