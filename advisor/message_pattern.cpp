#include "advisor/message_pattern.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <stdexcept>
#include <string_view>

namespace banyan::advisor {
namespace {

constexpr net::tag pattern_tag{30};

// Reads the number at the front of `text` and the character `end` after it.
template <class T>
bool take_number(std::string_view& text, T& value, char end) {
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const auto used = static_cast<std::size_t>(stop - text.data());
    if (error != std::errc{} || used == text.size() || text[used] != end) return false;
    text.remove_prefix(used + 1);
    return true;
}

pattern_message parse_message(std::string_view text) {
    const std::string terminated = fmt::format("{},", text);
    std::string_view rest = terminated;
    pattern_message found;
    const bool good = take_number(rest, found.from, '>') && take_number(rest, found.to, ':') &&
                      take_number(rest, found.bytes, ',') && rest.empty() && found.from >= 0 && found.to >= 0;
    if (!good) throw std::invalid_argument(fmt::format("'{}' is not a message such as 0>1:4096", text));
    return found;
}

void check(const pattern_message& message, int size) {
    const bool good =
        message.from >= 0 && message.from < size && message.to >= 0 && message.to < size && message.from != message.to;
    if (!good)
        throw net::error(net::errc::invalid_argument,
                         fmt::format("a message from rank {} to rank {} is not allowed: two of the ranks 0..{}",
                                     message.from, message.to, size - 1));
}

}  // namespace

std::vector<message_pattern> parse_patterns(const std::string& text) {
    std::vector<message_pattern> patterns;
    for (std::string_view rest = text; !rest.empty();) {
        const auto end = rest.find(';');
        if (end == std::string_view::npos) throw std::invalid_argument(fmt::format("'{}' does not end with ';'", rest));
        std::string_view messages = rest.substr(0, end);
        rest.remove_prefix(end + 1);
        message_pattern& pattern = patterns.emplace_back();
        while (!messages.empty()) {
            const auto comma = messages.find(',');
            pattern.push_back(parse_message(messages.substr(0, comma)));
            messages.remove_prefix(comma == std::string_view::npos ? messages.size() : comma + 1);
        }
    }
    return patterns;
}

std::string format_patterns(const std::vector<message_pattern>& patterns) {
    std::string text;
    for (const auto& pattern : patterns) {
        std::vector<std::string> messages;
        for (const auto& message : pattern) {
            messages.push_back(fmt::format("{}>{}:{}", message.from, message.to, message.bytes));
        }
        text += fmt::format("{};", fmt::join(messages, ","));
    }
    return text;
}

pattern_exchange::pattern_exchange(const net::group& world, const message_pattern& pattern) : world_(world) {
    const int me = world.rank().value;
    for (const auto& message : pattern) {
        check(message, world.size());
        if (message.to == me) incoming_.push_back({net::rank{message.from}, std::vector<std::byte>(message.bytes)});
        if (message.from == me) outgoing_.push_back({net::rank{message.to}, std::vector<std::byte>(message.bytes)});
    }
}

void pattern_exchange::start() {
    for (auto& [peer, bytes] : incoming_) {
        requests_.push_back(world_.async_recv(peer, pattern_tag, std::span(bytes)));
    }
    for (auto& [peer, bytes] : outgoing_) {
        requests_.push_back(world_.async_send(peer, pattern_tag, std::span<const std::byte>(bytes)));
    }
}

void pattern_exchange::finish() {
    net::wait_all(requests_);
    requests_.clear();
}

}  // namespace banyan::advisor
