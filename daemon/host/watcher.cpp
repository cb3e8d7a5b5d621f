#include "daemon/host/watcher.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <ctime>
#include <iostream>
#include <string>
#include <system_error>

#include "banyan/net/error.hpp"
#include "daemon/common/descriptors.hpp"
#include "daemon/common/host_directory.hpp"
#include "daemon/common/keepalive.hpp"
#include "daemon/common/processes.hpp"
#include "libnet/base/shortage.hpp"

namespace banyan::daemon {
namespace {

/// How long to wait for killed processes. In a system call that lasts longer, as on a file system that hangs, SIGKILL
/// stays pending.
constexpr std::chrono::seconds kill_limit{30};
/// A stopped daemon is killed after this time. The coordinator counts it as lost earlier and reports it.
constexpr auto stop_limit = 2 * keepalive_limit;
/// Ticks of keepalive_interval between SIGTERM and SIGKILL. A daemon that ends normally needs less.
constexpr int most_end_ticks = 10;
constexpr int spawner_limit_ms = 2000;

void use_no_descriptors() {
    const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        ::dup2(nowhere, fd);
    close_descriptors_from(STDERR_FILENO + 1);
}

/// False if a user has started `banyand watch` with any number. Then `folder` must not be removed.
bool is_child(pid_t pid) {
    siginfo_t unused{};
    return pid > 0 && ::waitid(P_PID, static_cast<id_t>(pid), &unused, WEXITED | WNOHANG | WNOWAIT) == 0;
}

/// Blocks the signals that wait_for_daemon() waits for, and ignores all others that can be ignored.
sigset_t take_signals() {
    sigset_t awaited;
    sigemptyset(&awaited);
    for (const int signal : {SIGCHLD, SIGTERM})
        sigaddset(&awaited, signal);
    ::sigprocmask(SIG_SETMASK, &awaited, nullptr);
    for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGTSTP, SIGTTIN, SIGTTOU})
        ::signal(signal, SIG_IGN);
    return awaited;
}

/// Reaps ended children. True if the daemon is one of them.
bool reap(pid_t host_daemon, int& status) {
    int ended_with = 0;
    for (;;) {
        const pid_t pid = ::waitpid(-1, &ended_with, WNOHANG);
        if (pid == 0) return false;
        if (pid < 0 && errno == ECHILD) return true;
        if (pid != host_daemon) continue;
        status = ended_with;
        return true;
    }
}

/// Returns the wait status of the daemon. SIGCHLD also reports that it was stopped, so no polling is needed while it
/// runs.
int wait_for_daemon(pid_t host_daemon, const sigset_t& awaited) {
    int status = 0;
    int asked_ticks = -1;
    silence_count stopped(stop_limit);
    while (!reap(host_daemon, status)) {
        const bool halted = is_stopped(host_daemon);
        const bool give_up = asked_ticks >= 0 && (halted || asked_ticks > most_end_ticks);
        if (give_up || stopped.tick(halted)) ::kill(host_daemon, SIGKILL);
        const timespec interval{0, std::chrono::nanoseconds(keepalive_interval).count()};
        const bool wait_long = asked_ticks < 0 && !halted;
        const int signal = wait_long ? ::sigwaitinfo(&awaited, nullptr) : ::sigtimedwait(&awaited, nullptr, &interval);
        if (asked_ticks >= 0 && signal < 0) ++asked_ticks;  // a SIGCHLD of an orphan does not count
        if (signal != SIGTERM || asked_ticks >= 0) continue;
        asked_ticks = 0;
        ::kill(host_daemon, SIGTERM);
    }
    return status;
}

/// The spawner among the children; 0 if it has ended. It is in the process group of the daemon, and tasks are not.
pid_t find_spawner(pid_t host_daemon) {
    for (const pid_t child : children())
        if (::getpgid(child) == host_daemon) return child;
    return 0;
}

/// The spawner notices the end of the daemon and ends all tasks. It is not killed before, because this process may be
/// killed too. If it is stopped, this does not wait.
void wait_for_spawner(pid_t host_daemon) {
    constexpr int look_again_ms = 5;
    for (int waited_ms = 0; waited_ms < spawner_limit_ms; waited_ms += look_again_ms) {
        while (::waitpid(-1, nullptr, WNOHANG) > 0) {
        }
        const pid_t spawner = find_spawner(host_daemon);
        if (spawner == 0 || is_stopped(spawner)) return;
        ::poll(nullptr, 0, look_again_ms);
    }
}

}  // namespace

pid_t fork_under_watcher(const std::filesystem::path& folder) {
    become_subreaper();  // before the fork, so that no orphan is missed; exec keeps it
    const std::string program = std::filesystem::read_symlink("/proc/self/exe");
    const pid_t self = ::getpid();
    const pid_t pid = ::fork();
    if (pid < 0)
        throw net::error(net::errc::resource_limit, "no process for the daemon: " + net::detail::shortage_text(errno));
    if (pid > 0) {
        ::execl("/proc/self/exe", program.c_str(), "watch", std::to_string(pid).c_str(), folder.c_str(), nullptr);
        ::_exit(run_watcher(pid, folder));  // exec has failed: the file of the program cannot be read any more
    }
    ::setsid();
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != self) ::_exit(1);  // the watcher died before prctl()
    return self;
}

int run_watcher(pid_t host_daemon, const std::filesystem::path& folder) {
    if (!is_child(host_daemon)) {
        std::cerr << "banyand watch: it is started by banyand host\n";
        return 2;
    }
    ::prctl(PR_SET_NAME, "banyand-watch");  // so that `killall banyand` does not end it
    use_no_descriptors();
    become_subreaper();
    const int status = wait_for_daemon(host_daemon, take_signals());
    wait_for_spawner(host_daemon);
    kill_all_children(kill_limit);
    remove_host_directory(folder);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace banyan::daemon
