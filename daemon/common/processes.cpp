#include "daemon/common/processes.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include "banyan/net/error.hpp"
#include "daemon/common/descriptors.hpp"
#include "daemon/common/process_limits.hpp"
#include "libnet/base/number_text.hpp"
#include "libnet/base/shortage.hpp"
#include "libnet/joining/attach_protocol.hpp"

namespace banyan::daemon {
namespace fs = std::filesystem;
namespace {

struct process_status {
    char state = 0;  ///< 0 if there is no such process
    pid_t parent = 0;
    unsigned flags = 0;
};

// From /proc/<pid>/stat. The name in parentheses may contain any byte.
process_status status_of(const std::string& pid) {
    std::ifstream in("/proc/" + pid + "/stat");
    std::string line;
    std::getline(in, line);
    const auto close = line.rfind(')');
    process_status found;
    if (close == std::string::npos) return found;
    int group = 0, session = 0, terminal = 0, foreground = 0;
    std::istringstream(line.substr(close + 1)) >> found.state >> found.parent >> group >> session >> terminal >>
        foreground >> found.flags;
    return found;
}

std::vector<pid_t> scan_for_children(pid_t parent) {
    std::vector<pid_t> found;
    DIR* folder = ::opendir("/proc");
    if (folder == nullptr) return found;
    while (const dirent* entry = ::readdir(folder)) {
        const auto pid = net::number_in<pid_t>(entry->d_name);
        if (pid && status_of(entry->d_name).parent == parent) found.push_back(*pid);
    }
    ::closedir(folder);
    return found;
}

// In a forked child of a program that may have threads: allocates no memory and takes no lock before exec.
[[noreturn]] void run_child(char* const* words, const std::array<int, 3>& stdio, int report,
                            const program_options& options, pid_t parent) {
    reset_signals();
    restore_descriptor_limit();
    if (options.dies_with_parent) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != parent) ::_exit(127);
    }
    for (int fd = 0; fd < 3; ++fd)
        ::dup2(stdio[static_cast<std::size_t>(fd)], fd);
    [[maybe_unused]] const bool there = !options.directory.empty() && ::chdir(options.directory.c_str()) == 0;
    close_on_exec_from(3);  // descriptors of the caller, such as the lock of a script
    ::execvp(words[0], words);
    const int why = errno;
    [[maybe_unused]] const auto ignored = ::write(report, &why, sizeof why);
    ::_exit(127);
}

}  // namespace

void become_subreaper() {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

// Only this process reaps its children, so none disappears while the list is read.
std::vector<pid_t> children() {
    return children_of(::getpid());
}

// From the children file of the system if there is one. A scan of /proc takes time for every process of the computer.
std::vector<pid_t> children_of(pid_t parent) {
    std::vector<pid_t> found;
    std::error_code none;
    for (const auto& thread : fs::directory_iterator(fmt::format("/proc/{}/task", parent), none)) {
        std::ifstream list(thread.path() / "children");
        if (!list) return scan_for_children(parent);
        for (pid_t pid = 0; list >> pid;)
            found.push_back(pid);
    }
    return none ? scan_for_children(parent) : found;
}

bool is_running(pid_t pid) {
    constexpr unsigned exiting = 4;  // PF_EXITING of Linux
    const process_status status = status_of(std::to_string(pid));
    return status.state != 0 && status.state != 'Z' && status.state != 'X' && (status.flags & exiting) == 0;
}

pid_t parent_of(pid_t pid) {
    return status_of(std::to_string(pid)).parent;
}

bool is_stopped(pid_t pid) {
    return status_of(std::to_string(pid)).state == 'T';
}

void kill_all_children(std::chrono::milliseconds limit) {
    const auto until = std::chrono::steady_clock::now() + limit;
    while (std::chrono::steady_clock::now() < until) {
        for (const pid_t pid : children())
            ::kill(pid, SIGKILL);
        pid_t reaped = 0;
        while ((reaped = ::waitpid(-1, nullptr, WNOHANG)) > 0) {
        }
        if (reaped < 0 && errno == ECHILD) return;
        ::poll(nullptr, 0, 2);
    }
}

net::task_id marked_task(pid_t pid, const std::string& attach_path) {
    std::ifstream in(fmt::format("/proc/{}/environ", pid), std::ios::binary);
    const std::string daemon_mark = fmt::format("{}={}", net::daemon_socket_variable, attach_path);
    const std::string task_mark = fmt::format("{}=", net::task_variable);
    bool is_ours = false;
    net::task_id task;
    for (std::string entry; std::getline(in, entry, '\0');) {
        is_ours = is_ours || entry == daemon_mark;
        if (entry.starts_with(task_mark))
            task.value = static_cast<std::uint32_t>(std::strtoul(entry.c_str() + task_mark.size(), nullptr, 10));
    }
    return is_ours ? task : net::task_id{};
}

void leave_directory() {
    [[maybe_unused]] const int ignored = ::chdir("/");
}

void detach_output() {
    const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
    ::close(nowhere);
}

void reset_signals() {
    for (int signal = 1; signal < NSIG; ++signal)
        ::signal(signal, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

namespace {

/// The descriptors that start_program() makes. Closes those that have not been taken.
class launch_pipes {
  public:
    explicit launch_pipes(bool wants_output) : launch_pipes() {  // delegates, so that the destructor runs after a throw
        input_ = make_pipe();
        error_ = make_pipe();
        report_ = make_pipe();
        if (wants_output)
            output_ = make_pipe();
        else if ((output_[1] = ::open("/dev/null", O_WRONLY | O_CLOEXEC)) < 0)
            throw net::error(net::errc::resource_limit, "/dev/null: " + net::detail::shortage_text(errno));
    }
    launch_pipes(const launch_pipes&) = delete;
    launch_pipes& operator=(const launch_pipes&) = delete;
    ~launch_pipes() {
        for (auto* pipe : {&input_, &error_, &report_, &output_})
            for (int& end : *pipe)
                close_end(end);
    }

    [[nodiscard]] std::array<int, 3> stdio() const { return {input_[0], output_[1], error_[1]}; }
    [[nodiscard]] int report() const { return report_[1]; }

    /// In the parent after the fork: 0 when the program is executed, or the errno of the failure.
    int wait_for_report() {
        for (int* end : {&input_[0], &output_[1], &error_[1], &report_[1]})
            close_end(*end);
        int why = 0;
        while (::read(report_[0], &why, sizeof why) < 0 && errno == EINTR) {
        }
        return why;
    }
    program_pipes take() {
        return {std::exchange(input_[1], -1), std::exchange(output_[0], -1), std::exchange(error_[0], -1)};
    }

  private:
    launch_pipes() = default;
    static void close_end(int& end) {
        if (end >= 0) ::close(std::exchange(end, -1));
    }
    using ends = std::array<int, 2>;
    ends input_{-1, -1};
    ends error_{-1, -1};
    ends report_{-1, -1};
    ends output_{-1, -1};
};

}  // namespace

pid_t start_program(const std::vector<std::string>& command, program_pipes& pipes, const program_options& options) {
    launch_pipes made(options.wants_output);
    std::vector<char*> words;
    for (const auto& word : command)
        words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    const pid_t parent = ::getpid();
    const pid_t pid = ::fork();
    if (pid == 0) run_child(words.data(), made.stdio(), made.report(), options, parent);
    const int why = pid < 0 ? errno : made.wait_for_report();
    if (why == 0) {
        pipes = made.take();
        return pid;
    }
    if (pid > 0) ::waitpid(pid, nullptr, 0);
    throw net::error(net::errc::launch_failed,
                     fmt::format("cannot start {}: {}", command.front(), net::detail::shortage_text(why)));
}

std::string find_companion(const std::string& name) {
    std::error_code ignored;
    const fs::path here = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    std::vector<fs::path> candidates{here / name, here.parent_path() / "libexec/banyan" / name};
    std::istringstream path(std::getenv("PATH") != nullptr ? std::getenv("PATH") : "");
    for (std::string folder; std::getline(path, folder, ':');)
        candidates.push_back(fs::path(folder) / name);
    for (const auto& candidate : candidates)
        if (::access(candidate.c_str(), X_OK) == 0) return fs::weakly_canonical(candidate);
    throw net::error(net::errc::launch_failed,
                     fmt::format("the program {} is not found, it must be in {}, in {} or in PATH", name, here.string(),
                                 (here.parent_path() / "libexec/banyan").string()));
}

}  // namespace banyan::daemon
