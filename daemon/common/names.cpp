#include "daemon/common/names.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <csignal>
#include <cstring>
#include <string_view>

#include "libnet/base/number_text.hpp"

namespace banyan::daemon {

std::string task_name(net::task_id task) {
    return fmt::format("{:x}", task.value);
}

net::task_id parse_task_name(const std::string& text) {
    std::string_view digits = text;
    if (digits.starts_with("0x")) digits.remove_prefix(2);
    if (digits.starts_with("t")) digits.remove_prefix(1);
    return net::task_id{net::number_in<net::task_id::rep>(digits, 16).value_or(0)};
}

std::string signal_name(int signal) {
    const char* name = sigabbrev_np(signal);
    return name != nullptr ? std::string("SIG") + name : fmt::format("signal {}", signal);
}

int parse_signal(const std::string& text) {
    if (const auto number = net::number_in<int>(text)) return *number > 0 && *number < NSIG ? *number : 0;
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
