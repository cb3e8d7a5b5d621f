#include "tools/pvm/numbers.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstring>
#include <string_view>

#include "libnet/base/number_text.hpp"
#include "tools/pvm/command_error.hpp"

namespace banyan::pvm_console {

int parse_tid(const std::string& text) {
    const std::string_view digits = std::string_view(text).substr(text.starts_with('t') ? 1 : 0);
    const auto tid = net::number_in<int>(digits, 16);
    if (!tid || *tid <= 0)
        throw command_error(fmt::format("'{}' is not a task id, use one that ps -a shows, such as t40001", text));
    return *tid;
}

int parse_number(const std::string& what, const std::string& text) {
    std::string_view digits = text;
    const bool negative = digits.starts_with('-');
    if (negative) digits.remove_prefix(1);
    int base = 10;
    if (digits.starts_with("0x")) {
        base = 16;
        digits.remove_prefix(2);
    } else if (digits.size() > 1 && digits.front() == '0') {
        base = 8;
    }
    const auto number = net::number_in<int>(digits, base);
    if (digits.starts_with('-') || !number)
        throw command_error(fmt::format("{}: '{}' is not allowed, use a whole number", what, text));
    return negative ? -*number : *number;
}

int parse_hexadecimal(const std::string& what, const std::string& text) {
    const std::string_view digits = std::string_view(text).substr(text.starts_with("0x") ? 2 : 0);
    const auto number = net::number_in<int>(digits, 16);
    if (digits.starts_with('-') || !number)
        throw command_error(fmt::format("{}: '{}' is not allowed, use hexadecimal digits", what, text));
    return *number;
}

int parse_signal(const std::string& text) {
    if (const auto number = net::number_between(text, 0, NSIG - 1)) return *number;
    const std::string name = text.starts_with("SIG") ? text.substr(3) : text;
    for (int number = 1; number < NSIG; ++number) {
        const char* known = ::sigabbrev_np(number);
        if (known && name == known) return number;
    }
    throw command_error(
        fmt::format("signal: '{}' is not allowed, use a name such as TERM or a number from 0 to {}", text, NSIG - 1));
}

}  // namespace banyan::pvm_console
