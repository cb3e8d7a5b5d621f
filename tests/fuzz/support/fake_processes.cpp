#include "tests/fuzz/support/fake_processes.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <utility>

#include "banyan/net/error.hpp"
#include "daemon/common/process_end.hpp"
#include "daemon/common/processes.hpp"
#include "tests/fuzz/input.hpp"

namespace banyan::testing {
namespace {

constexpr int first_process = 1 << 30;  // larger than any process id of the system
std::string error_text;
bool all_stopped = false;
std::vector<int> living;
std::multimap<int, int> watches;  // descriptors to close at the end of each process

bool lives(int pid) {
    return std::ranges::find(living, pid) != living.end();
}

}  // namespace

const std::vector<int>& processes() {
    return living;
}

void add_process(int pid) {
    living.push_back(pid);
}

void end_process(int pid) {
    std::erase(living, pid);
    const auto [first, last] = watches.equal_range(pid);
    for (auto each = first; each != last; ++each)
        ::close(each->second);
    watches.erase(first, last);
}

void end_all_processes() {
    while (!living.empty())
        end_process(living.back());
}

void set_stopped(bool stopped) {
    all_stopped = stopped;
}

void set_error_text(const std::string& text) {
    error_text = text.substr(0, 4096);  // fits into the buffer of any pipe
}

}  // namespace banyan::testing

extern "C" int kill(pid_t, int) noexcept {
    return 0;
}

namespace banyan::daemon {

void become_subreaper() {}
std::vector<pid_t> children() {
    return {};
}
std::vector<pid_t> children_of(pid_t parent) {
    return {parent};
}
bool is_running(pid_t pid) {
    return testing::lives(pid);
}
pid_t parent_of(pid_t pid) {
    return testing::lives(pid) ? ::getppid() : 0;
}
bool is_stopped(pid_t) {
    return testing::all_stopped;
}
void kill_all_children(std::chrono::milliseconds) {}
net::task_id marked_task(pid_t, const std::string&) {
    return {};
}
void leave_directory() {}
void detach_output() {}
void reset_signals() {}
std::string find_companion(const std::string& name) {
    return name;
}

pid_t start_program(const std::vector<std::string>& command, program_pipes& pipes, const program_options&) {
    if (command.front().starts_with("/nonexistent"))
        throw net::error(net::errc::launch_failed, "cannot execute " + command.front());
    int errors[2];
    if (::pipe2(errors, O_CLOEXEC) != 0) throw net::error(net::errc::launch_failed, "no pipe");
    (void)!::write(errors[1], testing::error_text.data(), testing::error_text.size());
    ::close(errors[1]);
    pipes.error = errors[0];
    pipes.input = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    static int last = testing::first_process;
    testing::add_process(++last);
    return last;
}

// As the real one, but with a pipe in place of a process descriptor.
void process_end::watch(pid_t pid, std::function<void()> ended) {
    if (!testing::lives(pid)) return net::asio::post(descriptor_.get_executor(), std::move(ended));
    int ends[2];
    testing::demand(::pipe2(ends, O_CLOEXEC) == 0);
    testing::watches.emplace(pid, ends[1]);
    descriptor_.assign(ends[0]);
    descriptor_.async_wait(net::asio::posix::stream_descriptor::wait_read,
                           [ended = std::move(ended)](const boost::system::error_code& cancelled) {
                               if (!cancelled) ended();
                           });
}

void process_end::cancel() {
    boost::system::error_code ignored;
    descriptor_.close(ignored);
}

}  // namespace banyan::daemon
