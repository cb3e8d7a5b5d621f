#include "daemon/client/signal_watch.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <optional>
#include <utility>

#include "banyan/net/error.hpp"

namespace banyan::daemon {
namespace {

/// Longer than the coordinator needs to kill tasks that ignore the signal.
constexpr std::chrono::milliseconds patience{3500};
/// Two SIGQUITs within this time ask to end.
constexpr std::chrono::seconds insistence{2};

}  // namespace

bool asks_to_end(int signal) {
    return signal != SIGUSR1 && signal != SIGUSR2;
}

signal_watch::signal_watch(std::function<void(int)> take, std::function<void()> report)
    : take_(std::move(take)), report_(std::move(report)) {
    sigemptyset(&watched_);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2}) {
        struct sigaction now {};
        ::sigaction(signal, nullptr, &now);
        if (now.sa_handler != SIG_IGN) sigaddset(&watched_, signal);  // nohup, background jobs
    }
    if (::pipe2(wake_, O_CLOEXEC) != 0) throw net::error(net::errc::resource_limit, "no pipe for signals");
    ::pthread_sigmask(SIG_BLOCK, &watched_, &before_);
    thread_ = std::thread([this] { watch(); });
}

signal_watch::~signal_watch() {
    ::close(wake_[1]);
    thread_.join();
    ::close(wake_[0]);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void signal_watch::watch() {
    using clock = std::chrono::steady_clock;
    const int signals = ::signalfd(-1, &watched_, SFD_CLOEXEC);
    std::optional<clock::time_point> until;
    std::optional<clock::time_point> last_quit;
    int asked_by = 0;
    for (;;) {
        std::array<pollfd, 2> wanted{{{wake_[0], POLLIN, 0}, {signals, POLLIN, 0}}};
        int wait_ms = -1;
        if (until)
            wait_ms = static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(*until - clock::now()).count());
        const int n = ::poll(wanted.data(), wanted.size(), until ? std::max(wait_ms, 0) : -1);
        if (wanted[0].revents != 0 && n > 0) break;
        if (n == 0 && until) ::_exit(128 + asked_by);
        signalfd_siginfo info{};
        if (n <= 0 || wanted[1].revents == 0 || ::read(signals, &info, sizeof info) != sizeof info) continue;
        const int signal = static_cast<int>(info.ssi_signo);
        if (signal == SIGQUIT && report_) {
            const auto before = std::exchange(last_quit, clock::now());
            if (!before || *last_quit - *before > insistence) {
                report_();
                continue;
            }
        }
        if (!until && asks_to_end(signal)) {
            until = clock::now() + patience;
            asked_by = signal;
        }
        take_(signal);
    }
    ::close(signals);
}

}  // namespace banyan::daemon
