#include "daemon/host/spawner.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <exception>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "banyan/net/error.hpp"
#include "daemon/common/control_stream.hpp"
#include "daemon/common/descriptors.hpp"
#include "daemon/common/host_directory.hpp"
#include "daemon/common/process_limits.hpp"
#include "daemon/common/processes.hpp"
#include "daemon/daemon.pb.h"
#include "daemon/host/exec_reports.hpp"
#include "daemon/host/task_program.hpp"
#include "libnet/base/program_search.hpp"
#include "libnet/base/shortage.hpp"
#include "libnet/wire/control_frame.hpp"

namespace banyan::daemon {
namespace {

using stdio = std::array<int, 3>;

/// The descriptors of a task, or the errno why they were not received.
struct received {
    stdio fds;
    int shortage = 0;
};

/// The exit status that a shell has for this failure.
int status_of(const exec_failure& failure) {
    constexpr int not_found = 127;
    constexpr int not_executable = 126;
    if (failure.at != exec_failure::step::execute) return 1;
    return failure.error == ENOENT ? not_found : not_executable;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> list;
    for (auto& word : words)
        list.push_back(word.data());
    list.push_back(nullptr);
    return list;
}

std::string start_error_text(const exec_failure& failure) {
    const int error_number = failure.error;
    if (failure.in_descriptors && error_number == EACCES)
        return "a security policy does not pass its pipes to the spawner";
    if (error_number == EAGAIN) return "no more processes are allowed (ulimit -u)";
    if (error_number == E2BIG) return "its arguments and environment are too long for this host (ulimit -s)";
    return net::detail::shortage_text(error_number);
}

// Why a program is missing that is named relative to the working directory; else "".
std::string directory_note(const task_program& program, const exec_failure& failure) {
    const std::string& name = program.command().front();
    const bool is_relative = name.find('/') != std::string::npos && !name.starts_with('/');
    if (!failure.is_elsewhere || !is_relative || failure.at != exec_failure::step::execute) return "";
    return "; this host has no directory " + program.working_directory() + " that the task can enter";
}

// If a program is not in PATH: that the working directory has it, or the PATH of a host with another one; else "".
std::string path_note(const task_program& program, const wire::SpawnTask& task, const exec_failure& failure) {
    const std::string& name = program.command().front();
    const bool is_missing = failure.at == exec_failure::step::execute && failure.error == ENOENT;
    if (!is_missing || !program.search_list().empty() || name.find('/') != std::string::npos) return "";
    if (::access((program.working_directory() + '/' + name).c_str(), X_OK) == 0)
        return "; it is not in PATH, but the working directory has a program of this name: write ./" + name;
    if (program.on_own_computer()) return "";
    for (const std::string& entry : program.environment(task))
        if (entry.starts_with("PATH="))
            return "; PATH on this host is " + entry.substr(entry.find('=') + 1) +
                   " (--env PATH passes that of banyan run, or give the whole path of the program)";
    return "";
}

// The working directory as requested, with $NAME replaced from the new environment.
std::string wanted_directory(const task_program& program) {
    const auto& named = program.working_directory();
    return program.directory_has_variables() ? net::with_variables(named) : named;
}

// Returns false if the task cannot be started. Sets failure.is_elsewhere if it starts in another directory.
bool enter_directory(const task_program& program, const std::string& wanted, exec_failure& failure) {
    if (program.working_directory().empty() || ::chdir(wanted.c_str()) == 0) return true;
    if (program.directory_must_exist()) return false;
    failure.is_elsewhere = true;
    const char* home = ::getenv("HOME");
    return (home != nullptr && ::chdir(home) == 0) || ::chdir("/") == 0;
}

/// The name of the current directory. It is the requested name if that leads there, also through symbolic links.
std::string directory_name(const std::filesystem::path& asked_for) {
    std::error_code unknown;
    const auto here = std::filesystem::current_path(unknown);
    const bool plain = asked_for.has_filename() && asked_for == asked_for.lexically_normal();
    const bool same = plain && std::filesystem::equivalent(asked_for, here, unknown);
    return (same ? asked_for : here).string();
}

/// The path to execute. Empty if a program with a search list is not found.
std::string executable(const task_program& program, const std::string& directory) {
    const auto& name = program.command().front();
    return program.search_list().empty()
               ? name
               : net::find_program(name, net::search_folders(program.search_list()), directory);
}

/// The words to execute. Empty if the program or its debugger is not found.
std::vector<std::string> executed_words(const task_program& program, const std::string& directory) {
    std::vector<std::string> words = program.command();
    words[0] = executable(program, directory);
    if (words[0].empty()) return {};
    if (program.debuggers().empty()) return words;
    const std::string debugger = net::first_executable(program.debuggers());
    if (debugger.empty()) return {};
    words.insert(words.begin(), debugger);
    return words;
}

// Uses HOME and PATH of the new environment.
[[noreturn]] void become_program(const task_program& program, const wire::SpawnTask& task, const stdio& fds, int report,
                                 pid_t parent) {
    reset_signals();
    restore_descriptor_limit();
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(127);  // the spawner died before prctl()
    for (int fd = 0; fd < 3; ++fd)
        ::dup2(fds[static_cast<std::size_t>(fd)], fd);
    close_on_exec_from(3);
    ::umask(static_cast<mode_t>(program.umask()));
    std::vector<std::string> environment = program.environment(task);
    std::vector<char*> entries = pointers(environment);
    ::environ = entries.data();
    exec_failure failure;
    failure.at = exec_failure::step::enter_directory;
    const std::string wanted = wanted_directory(program);
    if (enter_directory(program, wanted, failure)) {
        failure.at = exec_failure::step::execute;
        const std::string directory = directory_name(wanted);
        directory.empty() ? ::unsetenv("PWD") : ::setenv("PWD", directory.c_str(), 1);
        std::vector<std::string> words = executed_words(program, directory);
        errno = ENOENT;
        if (!words.empty()) ::execvp(words[0].c_str(), pointers(words).data());
    }
    failure.error = errno;
    ::signal(SIGPIPE, SIG_IGN);  // the spawner does not wait for a late report
    [[maybe_unused]] const auto ignored = ::write(report, &failure, sizeof failure);
    ::_exit(127);
}

class spawner {
  public:
    spawner(int socket, std::string attach_path) : socket_(socket), attach_path_(std::move(attach_path)) {
        sigset_t child_signal;
        sigemptyset(&child_signal);
        sigaddset(&child_signal, SIGCHLD);
        ::sigprocmask(SIG_BLOCK, &child_signal, nullptr);
        signals_ = ::signalfd(-1, &child_signal, SFD_CLOEXEC | SFD_NONBLOCK);
    }

    /// Returns when the daemon has closed its end.
    void serve() {
        for (;;) {
            const short for_reports = unsent_.empty() ? 0 : POLLOUT;
            std::array<pollfd, 2> wanted{
                {{socket_, static_cast<short>(POLLIN | for_reports), 0}, {signals_, POLLIN, 0}}};
            if (::poll(wanted.data(), wanted.size(), -1) < 0 && errno != EINTR) return;
            if ((wanted[1].revents & POLLIN) != 0) take_child_signals();
            if ((wanted[0].revents & POLLOUT) != 0) send_reports();
            if ((wanted[0].revents & ~POLLOUT) != 0 && !take_orders()) return;
        }
    }

  private:
    bool take_orders() {
        if (!receive()) return false;
        while (const auto body = reader_.next()) {
            const auto order = parse<wire::ToSpawner>(*body);
            if (order.has_program()) programs_[order.program().run()].add(order.program());
            if (order.has_run_over()) programs_.erase(order.run_over().run());
            if (order.has_spawn()) spawn(order.spawn());
            if (order.has_signal()) signal(order.signal());
        }
        return true;
    }

    // Reads bytes and the descriptors that came with them; false at the end of the stream.
    bool receive() {
        std::array<std::byte, 65536> bytes;
        alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(stdio))> ancillary{};
        iovec region{bytes.data(), bytes.size()};
        msghdr message{};
        message.msg_iov = &region;
        message.msg_iovlen = 1;
        message.msg_control = ancillary.data();
        message.msg_controllen = ancillary.size();
        const auto n = ::recvmsg(socket_, &message, MSG_CMSG_CLOEXEC);
        if (n < 0) return errno == EINTR;
        if (n == 0) return false;
        take_descriptors(message);
        reader_.feed({bytes.data(), static_cast<std::size_t>(n)});
        return true;
    }

    // The descriptors of one task. If the system has passed only some of them, they are closed and the reason is
    // stored.
    void take_descriptors(msghdr& message) {
        const bool truncated = (message.msg_flags & MSG_CTRUNC) != 0;
        received got{{-1, -1, -1}, 0};
        bool any = truncated;
        for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr; part = CMSG_NXTHDR(&message, part)) {
            if (part->cmsg_type != SCM_RIGHTS) continue;
            std::memcpy(got.fds.data(), CMSG_DATA(part), std::min(sizeof got.fds, part->cmsg_len - CMSG_LEN(0)));
            any = true;
        }
        if (truncated) {
            got.shortage = why_truncated(socket_);
            close_all(std::exchange(got.fds, {-1, -1, -1}));
        }
        if (any) descriptors_.push_back(got);
    }

    // The system does not report why. If no descriptor is left, dup fails for the same reason. If there is room, a
    // security module has refused the descriptor.
    static int why_truncated(int some_descriptor) {
        const int one_more = ::fcntl(some_descriptor, F_DUPFD_CLOEXEC, 0);
        if (one_more < 0) return errno;
        ::close(one_more);
        return EACCES;
    }

    static void close_all(const stdio& fds) {
        for (const int fd : fds)
            if (fd >= 0) ::close(fd);
    }

    void spawn(const wire::SpawnTask& task) {
        const auto& program = programs_[task.run()];
        if (descriptors_.empty() || program.command().empty())
            throw net::error(net::errc::protocol_violation,
                             "an order to start a task has no program or no descriptors");
        const auto [fds, shortage] = descriptors_.front();
        descriptors_.pop_front();
        if (shortage != 0) return refuse(task, -1, {.error = shortage, .in_descriptors = true});
        std::array<int, 2> report{-1, -1};
        exec_failure failure;
        pid_t pid = -1;
        if (::pipe2(report.data(), O_CLOEXEC) == 0) {
            const pid_t self = ::getpid();
            pid = ::fork();
            if (pid == 0) become_program(program, task, fds, report[1], self);
            if (pid < 0) failure.error = errno;
            if (pid > 0) ::setpgid(pid, pid);  // a late child may not have done so yet, and signals go to its group
            ::close(report[1]);
            if (pid > 0) failure = exec_reports_.wait(report[0]);
            ::close(report[0]);
        } else {
            failure.error = errno;
        }
        close_all(fds);
        if (failure.error != 0) return refuse(task, pid, failure);
        tasks_[pid] = task.task();
        wire::FromSpawner report_started;
        report_started.mutable_started()->set_task(task.task());
        report_started.mutable_started()->set_pid(pid);
        send(report_started);
    }

    void refuse(const wire::SpawnTask& task, pid_t pid, const exec_failure& failure) {
        if (pid > 0) ::waitpid(pid, nullptr, 0);
        wire::FromSpawner report;
        auto& refusal = *report.mutable_not_started();
        refusal.set_task(task.task());
        const bool in_directory = failure.at == exec_failure::step::enter_directory;
        const auto& program = programs_[task.run()];
        const std::string what = in_directory ? "cannot enter the working directory " + program.working_directory()
                                              : "cannot start " + program.command().front();
        refusal.set_text(what + ": " + start_error_text(failure) + directory_note(program, failure) +
                         path_note(program, task, failure));
        refusal.set_status(status_of(failure));
        send(report);
    }

    void signal(const wire::SignalTask& order) {
        for (const auto& [pid, task] : tasks_)
            if (task == order.task()) ::kill(order.only_process() ? pid : -pid, order.signal());
    }

    void take_child_signals() {
        signalfd_siginfo info;
        while (::read(signals_, &info, sizeof info) > 0) {
        }
        bool any = false;
        for (;;) {
            siginfo_t ended{};
            // WNOWAIT: the child is reaped after its process group is killed, so that its number is not used again.
            if (::waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) != 0 || ended.si_pid == 0) break;
            reap(ended.si_pid);
            any = true;
        }
        if (any) kill_orphans();
    }

    void reap(pid_t pid) {
        const auto found = tasks_.find(pid);
        if (found != tasks_.end()) ::kill(-pid, SIGKILL);
        int status = 0;
        ::waitpid(pid, &status, 0);
        if (found == tasks_.end()) return;
        wire::FromSpawner report;
        report.mutable_died()->set_task(found->second);
        report.mutable_died()->set_wait_status(status);
        tasks_.erase(found);
        send(report);
    }

    // Kills the adopted orphans of ended tasks. An orphan that has cleared its environment may belong to any task, so
    // it is killed when no task is left.
    void kill_orphans() {
        std::set<std::uint32_t> alive;
        for (const auto& [pid, task] : tasks_)
            alive.insert(task);
        for (const pid_t child : children()) {
            if (tasks_.contains(child)) continue;
            const auto task = marked_task(child, attach_path_);
            const bool may_be_alive = task == net::task_id{} ? !alive.empty() : alive.contains(task.value);
            if (!may_be_alive) ::kill(child, SIGKILL);
        }
    }

    // Never blocks, because the daemon may be sending an order. The queue takes a few bytes for each task.
    void send(const wire::FromSpawner& report) {
        unsent_ += net::control_frame(report.SerializeAsString());
        send_reports();
    }

    void send_reports() {
        std::size_t sent = 0;
        while (sent < unsent_.size()) {
            const auto n = ::send(socket_, unsent_.data() + sent, unsent_.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
            if (n < 0 && errno != EINTR) break;  // it is sent later; if the daemon has ended, the next read shows it
            if (n > 0) sent += static_cast<std::size_t>(n);
        }
        unsent_.erase(0, sent);
    }

    int socket_;
    std::string attach_path_;
    int signals_;
    net::control_frame_reader reader_;
    std::string unsent_;  // reports
    std::deque<received> descriptors_;
    exec_reports exec_reports_;
    std::map<int, task_program> programs_;  // by run
    std::map<pid_t, std::uint32_t> tasks_;
};

}  // namespace

void run_spawner(int socket, const std::filesystem::path& folder) {
    become_subreaper();
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE})
        ::signal(signal, SIG_IGN);
    try {
        spawner(socket, attach_socket(folder)).serve();
    } catch (const std::exception&) {  // invalid orders: end as if the daemon had ended
    }
    kill_all_children();
    remove_host_directory(folder);
    ::_exit(0);
}

}  // namespace banyan::daemon
