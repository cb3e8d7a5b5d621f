#include "daemon/client/host_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>

#include "banyan/net/error.hpp"
#include "daemon/coordinator/placement.hpp"
#include "libnet/base/byte_order_mark.hpp"
#include "libnet/base/number_text.hpp"

namespace banyan::daemon {
namespace {

void set_key(host_entry& entry, const std::string& key, const std::string& value, const std::string& where) {
    if (key == "slots") {
        const auto slots = net::number_between(value, 1, most_slots);
        if (!slots)
            refuse_argument(fmt::format("{}: slots={}: must be a whole number from 1 to {}", where, value, most_slots));
        entry.slots = *slots;
    } else if (key == "speed") {
        const auto speed = net::number_in<double>(value);
        if (!speed || !std::isfinite(*speed) || *speed <= 0)
            refuse_argument(fmt::format("{}: speed={}: must be a number above 0", where, value));
        entry.speed = *speed;
    } else if (key == "address") {
        entry.address = value;
    } else if (key == "user") {
        if (value.starts_with('-'))
            refuse_argument(fmt::format("{}: user={}: the name of a user must not begin with -", where, value));
        entry.user = value;
    } else if (key == "launcher") {
        if (value.find("{host}") == std::string::npos)
            refuse_argument(fmt::format("{}: launcher={}: the command must contain {{host}}", where, value));
        entry.launcher = value;
    } else {
        refuse_argument(fmt::format("{}: unknown key '{}'; use slots, speed, address, user or launcher", where, key));
    }
}

host_entry parse_line(const std::vector<std::string>& words, const std::string& where) {
    host_entry entry;
    entry.name = words.front();
    const std::string fault = fault_of_host_name(entry.name);
    if (!fault.empty()) refuse_argument(fmt::format("{}: {}", where, fault));
    if (entry.name.find('=') != std::string::npos)
        refuse_argument(
            fmt::format("{}: a line must begin with the name of the host, not with '{}'", where, entry.name));
    if (entry.name.starts_with('-'))
        refuse_argument(fmt::format("{}: '{}': the name of a host must not begin with -", where, entry.name));
    std::set<std::string> keys;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const auto equals = words[i].find('=');
        if (equals == std::string::npos || equals + 1 == words[i].size())
            refuse_argument(fmt::format("{}: '{}': must be key=value", where, words[i]));
        const std::string key = words[i].substr(0, equals);
        set_key(entry, key, words[i].substr(equals + 1), where);
        if (!keys.insert(key).second) refuse_argument(fmt::format("{}: {}= occurs twice in this line", where, key));
    }
    return entry;
}

// The line without its comment: a # that begins a word and is not inside quotes starts one.
std::string without_comment(const std::string& line) {
    char quote = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (quote != 0) {
            if (c == quote) quote = 0;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '#' && (i == 0 || std::isspace(static_cast<unsigned char>(line[i - 1])) != 0)) {
            return line.substr(0, i);
        }
    }
    return line;
}

// The next line of a file; the first one without a byte order mark. `number` counts the lines.
bool read_line(std::istream& in, std::string& line, int& number) {
    if (!std::getline(in, line)) return false;
    if (++number == 1) line = net::without_byte_order_mark(line);
    return true;
}

// The places [begin, end) of the words of a text, with their quotes.
std::vector<std::pair<std::size_t, std::size_t>> places_of_words(const std::string& text) {
    std::vector<std::pair<std::size_t, std::size_t>> places;
    bool in_word = false;
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool separates = quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0;
        if (!separates && !in_word) places.emplace_back(i, i);
        in_word = !separates;
        if (separates) continue;
        if (c == '\\' && quote != '\'' && i + 1 < text.size())
            ++i;
        else if (quote != 0)
            quote = c == quote ? 0 : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        places.back().second = i + 1;
    }
    return places;
}

// With the reason, which is in errno.
std::string unreadable_text(const std::string& file_name) {
    return fmt::format("--hostfile {}: the file cannot be read: {}", file_name, std::strerror(errno));
}

// The line of a host, without its comment, with this word in place of its `speed=` or after its last word.
std::string with_speed(const std::string& line, const std::string& word) {
    const auto places = places_of_words(line);
    const auto is_speed = [&](const auto& place) {
        return split_words(line.substr(place.first, place.second - place.first)).front().starts_with("speed=");
    };
    const auto old = std::ranges::find_if(places, is_speed);
    const auto [begin, end] = old == places.end() ? std::pair(places.back().second, places.back().second) : *old;
    return line.substr(0, begin) + (old == places.end() ? " " : "") + word + line.substr(end);
}

}  // namespace

void refuse_argument(const std::string& text) {
    throw net::error(net::errc::invalid_argument, text);
}

std::string fault_of_host_name(const std::string& name) {
    constexpr std::size_t most_bytes = 253;  // of a name in DNS
    const auto unprintable = [](unsigned char c) { return c <= ' ' || c == 0x7f; };
    if (name.empty() || std::ranges::any_of(name, unprintable))
        return "the name of a host is empty or contains spaces or control characters";
    if (name.size() <= most_bytes) return "";
    return fmt::format("the name of a host has {} bytes, at most {} are allowed", name.size(), most_bytes);
}

std::vector<std::string> split_words(const std::string& command) {
    std::vector<std::string> words;
    std::string word;
    bool in_word = false;
    char quote = 0;
    for (std::size_t i = 0; i < command.size(); ++i) {
        const char c = command[i];
        const bool escapes = c == '\\' && quote != '\'' && i + 1 < command.size();
        if (escapes) {
            word += command[++i];
            in_word = true;
        } else if (quote != 0) {
            if (c == quote)
                quote = 0;
            else
                word += c;
        } else if (c == '"' || c == '\'') {
            quote = c;
            in_word = true;
        } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
            if (in_word) words.push_back(std::exchange(word, {}));
            in_word = false;
        } else {
            word += c;
            in_word = true;
        }
    }
    if (quote != 0) refuse_argument(fmt::format("the quote {} is not closed in: {}", quote, command));
    if (in_word) words.push_back(word);
    return words;
}

std::vector<host_entry> parse_host_file(std::istream& in, const std::string& file_name) {
    std::vector<host_entry> hosts;
    std::set<std::string> names;
    int number = 0;
    for (std::string line; read_line(in, line, number);) {
        const std::string where = fmt::format("{}:{}", file_name, number);
        std::vector<std::string> words;
        try {
            words = split_words(without_comment(line));
        } catch (const net::error& bad) {
            refuse_argument(fmt::format("{}: {}", where, bad.what()));
        }
        if (words.empty()) continue;
        hosts.push_back(parse_line(words, where));
        if (!names.insert(hosts.back().name).second)
            refuse_argument(fmt::format("{}: host {} occurs twice in this file", where, hosts.back().name));
    }
    return hosts;
}

std::string with_speeds(const std::string& host_file, const std::map<std::string, double>& speed_of_host) {
    std::istringstream in(host_file);
    std::string out(host_file.starts_with(net::byte_order_mark) ? net::byte_order_mark : "");
    int number = 0;
    for (std::string line; read_line(in, line, number);) {
        const std::string text = without_comment(line);
        const auto words = split_words(text);
        const auto found = words.empty() ? speed_of_host.end() : speed_of_host.find(words.front());
        const bool ends = !in.eof();  // in a newline
        out += found == speed_of_host.end()
                   ? line
                   : with_speed(text, fmt::format("speed={:.3g}", found->second)) + line.substr(text.size());
        if (ends) out += '\n';
    }
    return out;
}

std::vector<host_entry> read_host_file(const std::string& file_name) {
    errno = 0;
    std::ifstream in(file_name);
    in.peek();  // a folder can be opened, but not read
    if (!in.is_open() || in.bad()) refuse_argument(unreadable_text(file_name));
    auto hosts = parse_host_file(in, file_name);
    if (in.bad()) refuse_argument(unreadable_text(file_name));
    if (hosts.empty()) refuse_argument(fmt::format("--hostfile {}: the file has no hosts", file_name));
    return hosts;
}

}  // namespace banyan::daemon
