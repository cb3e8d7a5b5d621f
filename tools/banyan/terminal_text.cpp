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
constexpr std::size_t most_kept_bytes = 256;  // of colours: a program may go on without ever switching one off

bool is_plain(char c) {
    return (c >= ' ' && c <= '~') || c == '\t' || c == '\r';
}

/// The length of the UTF-8 character at the start of `text`: 0 if there is none, `unfinished` if it may go on.
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

/// The numbers of ESC [ numbers m; of one with parts (38:5:1) the first; -1 for one that is too large.
std::vector<int> numbers_of(std::string_view sequence) {
    auto rest = sequence.substr(2, sequence.size() - 3);
    std::vector<int> numbers;
    for (;;) {
        const auto end = std::min(rest.find(';'), rest.size());
        int number = 0;
        if (std::from_chars(rest.data(), rest.data() + end, number).ec == std::errc::result_out_of_range) number = -1;
        numbers.push_back(number);
        if (end == rest.size()) return numbers;
        rest.remove_prefix(end + 1);
    }
}

/// True if it makes text invisible. The numbers after 38, 48 and 58 are those of a colour.
bool hides(const std::vector<int>& numbers) {
    constexpr int conceal = 8;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const bool colour = numbers[i] == 38 || numbers[i] == 48 || numbers[i] == 58;
        if (colour && i + 1 < numbers.size()) i += numbers[i + 1] == 5 ? 2 : numbers[i + 1] == 2 ? 4 : 0;
        if (i < numbers.size() && !colour && numbers[i] == conceal) return true;
    }
    return false;
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
    else
        show(text.substr(0, n), out);
    return std::max<std::size_t>(n, 1);
}

std::size_t terminal_text::take_escape(std::string_view text, std::string& out) {
    const std::size_t n = colour_length(text);
    if (n == unfinished) return n;
    if (n == 0 || hides(numbers_of(text.substr(0, n)))) {
        show("^[", out);
        return 1;
    }
    take_colour(text.substr(0, n), out);
    return n;
}

void terminal_text::take_colour(std::string_view sequence, std::string& out) {
    const auto numbers = numbers_of(sequence);
    if (std::ranges::all_of(numbers, [](int n) { return n == 0; })) {
        colours_.clear();
        return switch_off(out);
    }
    if (numbers.front() == 0 || colours_.size() + sequence.size() > most_kept_bytes) colours_.clear();
    if (coloured_) out += sequence;
    colours_ += sequence;  // else shown with the text that it is for
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
