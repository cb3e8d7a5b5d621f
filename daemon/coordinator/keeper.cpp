#include "daemon/coordinator/keeper.hpp"

#include <fcntl.h>
#include <fmt/format.h>
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
#include <chrono>
#include <csignal>
#include <deque>
#include <filesystem>
#include <iostream>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "banyan/net/error.hpp"
#include "daemon/common/coordinator_pid.hpp"
#include "daemon/common/descriptors.hpp"
#include "daemon/common/kept_state.hpp"
#include "daemon/common/listen_at.hpp"
#include "daemon/common/names.hpp"
#include "daemon/common/process_limits.hpp"
#include "daemon/common/processes.hpp"
#include "daemon/common/pvm_vmid.hpp"
#include "daemon/common/runtime_directory.hpp"
#include "daemon/common/virtual_machine_folder.hpp"
#include "daemon/coordinator/inherited.hpp"
#include "libnet/base/shortage.hpp"

namespace banyan::daemon {

using clock = std::chrono::steady_clock;

namespace {

/// If the coordinator is killed more often than this, the keeper does not start another one.
constexpr std::size_t most_restarts = 5;
constexpr std::chrono::seconds restart_span{60};
constexpr std::array end_signals{SIGTERM, SIGINT, SIGHUP};

[[noreturn]] void throw_shortage(const std::string& what) {
    throw net::error(net::errc::resource_limit, what + net::detail::shortage_text(errno));
}

/// Owns a descriptor.
class owned {
  public:
    explicit owned(int descriptor = -1) : descriptor_(descriptor) {}
    owned(owned&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    owned& operator=(owned&& other) noexcept {
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }
    ~owned() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    [[nodiscard]] int get() const { return descriptor_; }

  private:
    int descriptor_;
};

/// Blocks the signals that the keeper waits for. Returns a descriptor that reports them.
owned open_signals() {
    sigset_t awaited;
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGCHLD);
    for (const int signal : end_signals)
        sigaddset(&awaited, signal);
    ::sigprocmask(SIG_BLOCK, &awaited, nullptr);
    const int descriptor = ::signalfd(-1, &awaited, SFD_CLOEXEC | SFD_NONBLOCK);
    if (descriptor < 0) throw_shortage("no descriptor for signals: ");
    return owned(descriptor);
}

bool ends_virtual_machine(int signal) {
    return std::ranges::count(end_signals, signal) > 0;
}

class keeper {
  public:
    explicit keeper(const std::string& id)
        : id_(id),
          name_(std::filesystem::read_symlink("/proc/self/exe")),
          folder_(virtual_machine_folder::create(id)),
          memory_(make_kept_state()),
          state_(map_kept_state(memory_.get())),
          hosts_(open_listener(hosts_socket(id))),
          commands_(open_listener(first_socket(id))),
          signals_(open_signals()) {
        state_.secret = net::make_secret();
        store_own_vmid(folder_.path());
    }
    keeper(const keeper&) = delete;
    keeper& operator=(const keeper&) = delete;
    ~keeper() {
        close_listeners();
        kill_all_children();
        net::wipe(state_.secret);
    }

    /// Returns the wait status of the last coordinator.
    int run() {
        for (;;) {
            start_with_retries();
            const int status = wait();
            if (!may_restart(status)) {
                print_start_failure(status);
                return status;
            }
            restarts_.push_back(clock::now());
            ++restart_count_;
        }
    }

  private:
    void start_with_retries();
    void start();
    [[noreturn]] void become_coordinator(int socket, pid_t parent);
    [[nodiscard]] std::vector<int> inherited_descriptors(int socket) const;
    int wait();
    [[nodiscard]] std::optional<int> reap() const;
    void pass_signals();
    void take_messages();
    [[nodiscard]] bool may_restart(int status);
    void print_start_failure(int status) const;
    void close_listeners();

    std::string id_;
    std::string name_;
    virtual_machine_folder folder_;
    owned memory_;
    kept_state& state_;
    owned hosts_;
    owned commands_;
    std::vector<owned> tcp_;
    owned signals_;
    owned socket_;  // to the coordinator
    pid_t coordinator_ = 0;
    bool has_served_ = false;
    bool ends_ = false;
    std::deque<clock::time_point> restarts_;
    int restart_count_ = 0;
};

// The descriptors for the coordinator, in the order of inherited_descriptor.
std::vector<int> keeper::inherited_descriptors(int socket) const {
    std::vector<int> all{socket, memory_.get(), folder_.descriptor(), hosts_.get(), commands_.get()};
    for (const auto& listener : tcp_)
        all.push_back(listener.get());
    return all;
}

// The shortage of memory or processes that ended the coordinator may last only for a moment, so the start is repeated.
void keeper::start_with_retries() {
    constexpr int most_attempts = 20;
    constexpr int pause_ms = 100;
    for (int attempt = 1;; ++attempt) {
        try {
            return start();
        } catch (const net::error& shortage) {
            if (restart_count_ == 0 || attempt == most_attempts) throw;
        }
        ::poll(nullptr, 0, pause_ms);
    }
}

void keeper::start() {
    std::array<int, 2> ends{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw_shortage("no socket for the coordinator: ");
    socket_ = owned(ends[0]);
    const owned theirs(ends[1]);
    // For the duplicates that the child makes, and for the system to load the program.
    require_descriptors(static_cast<int>(inherited_descriptors(theirs.get()).size()));
    const pid_t self = ::getpid();
    coordinator_ = ::fork();
    if (coordinator_ == 0) {
        try {
            become_coordinator(theirs.get(), self);
        } catch (const std::exception&) {
            std::cerr << memory_shortage_text() << std::endl;
            ::_exit(1);  // without destructors: the child must not remove what the keeper owns
        }
    }
    if (coordinator_ < 0) throw_shortage("no process for the coordinator: ");
}

// In the child. The keeper has one thread, so any function may be called here.
void keeper::become_coordinator(int socket, pid_t parent) {
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != parent) ::_exit(1);  // the keeper died before prctl()
    write_coordinator_pid(coordinator_pid_link(folder_.path()), ::getpid());
    auto all = inherited_descriptors(socket);
    const int first = keeper_socket;
    for (int& fd : all)  // first to numbers above the final ones
        fd = ::fcntl(fd, F_DUPFD_CLOEXEC, first + static_cast<int>(all.size()));
    for (std::size_t i = 0; i < all.size(); ++i)
        ::dup2(all[i], first + static_cast<int>(i));
    const std::string restarts = std::to_string(restart_count_);
    const std::string listeners = std::to_string(tcp_.size());
    reset_signals();
    restore_descriptor_limit();
    ::execl("/proc/self/exe", name_.c_str(), "coordinator", id_.c_str(), restarts.c_str(), listeners.c_str(), nullptr);
    std::cerr << "cannot execute " << name_ << ": " << net::detail::shortage_text(errno) << std::endl;
    ::_exit(1);
}

/// Handles signals and messages until the coordinator ends. Returns its wait status.
int keeper::wait() {
    std::array<pollfd, 2> readable{{{signals_.get(), POLLIN, 0}, {socket_.get(), POLLIN, 0}}};
    for (;;) {
        ::poll(readable.data(), readable.size(), -1);
        take_messages();
        pass_signals();
        if ((readable[1].revents & POLLHUP) != 0) readable[1].fd = -1;  // the coordinator is ending
        if (const auto status = reap()) {
            take_messages();
            return *status;
        }
    }
}

/// Reaps all ended children. Some were orphans of an earlier coordinator.
std::optional<int> keeper::reap() const {
    std::optional<int> found;
    int status = 0;
    for (pid_t pid = 0; (pid = ::waitpid(-1, &status, WNOHANG)) > 0;)
        if (pid == coordinator_) found = status;
    return found;
}

void keeper::pass_signals() {
    signalfd_siginfo one{};
    while (::read(signals_.get(), &one, sizeof one) == sizeof one) {
        const int signal = static_cast<int>(one.ssi_signo);
        if (!ends_virtual_machine(signal)) continue;
        ends_ = true;
        ::kill(coordinator_, signal);
    }
}

void keeper::take_messages() {
    while (const auto message = receive_byte(socket_.get())) {
        owned listener(message->descriptor);
        switch (static_cast<keeper_message>(message->byte)) {
            case keeper_message::serving:
                if (!std::exchange(has_served_, true)) detach_output();
                break;
            case keeper_message::listener:
                if (listener.get() >= 0 && !ends_) tcp_.push_back(std::move(listener));
                break;
            case keeper_message::ending:
                ends_ = true;
                close_listeners();
                break;
        }
    }
}

bool keeper::may_restart(int status) {
    while (!restarts_.empty() && clock::now() - restarts_.front() > restart_span)
        restarts_.pop_front();
    return has_served_ && !ends_ && WIFSIGNALED(status) && !ends_virtual_machine(WTERMSIG(status)) &&
           restarts_.size() < most_restarts;
}

void keeper::print_start_failure(int status) const {
    if (!has_served_ && WIFSIGNALED(status)) std::cerr << "its coordinator " << describe_end(status) << std::endl;
}

void keeper::close_listeners() {
    hosts_ = owned();
    commands_ = owned();
    tcp_.clear();
}

}  // namespace

int run_keeper(const std::string& id) {
    ::setsid();
    raise_descriptor_limit();
    ::signal(SIGPIPE, SIG_IGN);
    ::umask(0077);
    leave_directory();
    become_subreaper();
    try {
        return shell_status(keeper(id).run());
    } catch (const std::bad_alloc&) {
        throw;  // main() names the limit
    } catch (const std::exception& failed) {
        std::cerr << failed.what() << std::endl;
        return 1;
    }
}

}  // namespace banyan::daemon
