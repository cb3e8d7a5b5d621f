#include "tests/fuzz/support/fake_processes.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "banyan/net/error.hpp"
#include "daemon/common/processes.hpp"

namespace banyan::fuzz {
namespace {

constexpr int first_process = 1 << 30;  // more than any system gives
std::string last_words;

}  // namespace

std::vector<int>& processes() {
    static std::vector<int> all;
    return all;
}

void set_last_words(const std::string& text) {
    last_words = text.substr(0, 4096);  // fits into any pipe
}

}  // namespace banyan::fuzz

extern "C" int kill(pid_t, int) noexcept {
    return 0;
}

namespace banyan::daemon {

void become_subreaper() {}
std::vector<pid_t> children() {
    return {};
}
bool is_stopped(pid_t) {
    return false;
}
void kill_all_children(std::chrono::milliseconds) {}
net::task_id marked_task(pid_t, const std::string&) {
    return {};
}
void leave_directory() {}
void reset_signals() {}
std::string find_companion(const std::string& name) {
    return name;
}

pid_t start_program(const std::vector<std::string>& command, program_pipes& pipes, const program_options&) {
    if (command.front().starts_with("/nonexistent"))
        throw net::error(net::errc::launch_failed, "cannot execute " + command.front());
    int errors[2];
    if (::pipe2(errors, O_CLOEXEC) != 0) throw net::error(net::errc::launch_failed, "no pipe");
    (void)!::write(errors[1], fuzz::last_words.data(), fuzz::last_words.size());
    ::close(errors[1]);
    pipes.error = errors[0];
    pipes.input = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    static int last = fuzz::first_process;
    fuzz::processes().push_back(++last);
    return last;
}

}  // namespace banyan::daemon
