#include "daemon/common/names.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <charconv>
#include <csignal>
#include <cstring>
#include <string_view>

namespace banyan::daemon {
namespace {

template <class Number>
bool read_number(std::string_view text, Number& value, int base) {
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value, base);
    return result.ec == std::errc{} && result.ptr == text.data() + text.size();
}

}  // namespace

std::string task_name(net::task_id task) {
    return fmt::format("{:x}", task.value);
}

net::task_id parse_task_name(const std::string& text) {
    std::string_view digits = text;
    if (digits.starts_with("0x")) digits.remove_prefix(2);
    if (digits.starts_with("t")) digits.remove_prefix(1);
    net::task_id::rep value = 0;
    return read_number(digits, value, 16) ? net::task_id{value} : net::task_id{};
}

std::string signal_name(int signal) {
    const char* name = sigabbrev_np(signal);
    return name != nullptr ? std::string("SIG") + name : fmt::format("signal {}", signal);
}

int parse_signal(const std::string& text) {
    int number = 0;
    if (read_number(text, number, 10)) return number > 0 && number < NSIG ? number : 0;
    std::string_view wanted = text;
    if (wanted.starts_with("SIG")) wanted.remove_prefix(3);
    for (int candidate = 1; candidate < NSIG; ++candidate) {
        const char* name = sigabbrev_np(candidate);
        if (name != nullptr && wanted == name) return candidate;
    }
    return 0;
}

std::string describe_end(int wait_status) {
    if (!WIFSIGNALED(wait_status)) return fmt::format("ended with status {}", WEXITSTATUS(wait_status));
    const int signal = WTERMSIG(wait_status);
    const char* core = WCOREDUMP(wait_status) ? ", core dumped" : "";
    return fmt::format("killed by signal {} ({}){}", signal, signal_name(signal), core);
}

int shell_status(int wait_status) {
    return WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
}

std::string describe_task(int rank, net::task_id task, const std::string& host) {
    return fmt::format("rank {} (task {}) on host {}", rank, task_name(task), host);
}

}  // namespace banyan::daemon
