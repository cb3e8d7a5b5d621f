#include "daemon/client/signal_watch.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <optional>
#include <utility>

#include "banyan/net/error.hpp"
#include "daemon/common/descriptors.hpp"
#include "daemon/common/end_signals.hpp"
#include "libnet/base/background_thread.hpp"
#include "libnet/base/shortage.hpp"

namespace banyan::daemon {
namespace {

/// Time for the coordinator to kill the tasks and report the end of the run.
constexpr std::chrono::milliseconds kill_time{1500};
/// Some programs send a signal both to the command and to its process group, so a second SIGINT within this time is the
/// same one.
constexpr std::chrono::milliseconds same_signal{100};
/// The longest wait of one poll(). The grace time may be longer than poll() can wait.
constexpr std::chrono::milliseconds longest_wait{std::chrono::hours{1}};
/// Two SIGQUITs within this time ask to end.
constexpr std::chrono::seconds repeat_time{2};
/// How long the thread that handles the signals may take before it is interrupted, and the time between interruptions.
constexpr std::chrono::milliseconds handling_time{50};

void do_nothing(int /*signal*/) {}

}  // namespace

signal_watch::signal_watch(std::function<void(int)> take, std::function<void()> report, std::chrono::milliseconds grace)
    : take_(std::move(take)), report_(std::move(report)), grace_(grace) {
    sigemptyset(&watched_);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2}) {
        struct sigaction now {};
        ::sigaction(signal, nullptr, &now);
        if (now.sa_handler != SIG_IGN) sigaddset(&watched_, signal);  // ignored for nohup and background jobs
    }
    signals_ = ::signalfd(-1, &watched_, SFD_CLOEXEC);
    if (signals_ < 0)
        throw net::error(net::errc::resource_limit, "no descriptor for signals: " + net::detail::shortage_text(errno));
    try {
        const auto ends = make_pipe();
        std::ranges::copy(ends, wake_);
    } catch (...) {
        ::close(signals_);
        throw;
    }
    struct sigaction quiet {};  // without SA_RESTART
    quiet.sa_handler = do_nothing;
    ::sigaction(SIGURG, &quiet, &urgent_before_);
    ::pthread_sigmask(SIG_BLOCK, &watched_, &before_);
    start_thread();
}

void signal_watch::start_thread() {
    try {
        thread_ = net::detail::start_background_thread("signals", [this] { watch(); });
    } catch (...) {
        ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
        ::sigaction(SIGURG, &urgent_before_, nullptr);
        for (const int fd : {wake_[0], wake_[1], signals_})
            ::close(fd);
        throw;
    }
}

signal_watch::~signal_watch() {
    ::close(wake_[1]);
    thread_.join();
    ::close(wake_[0]);
    ::close(signals_);
    ::sigaction(SIGURG, &urgent_before_, nullptr);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void signal_watch::pass(int signal) {
    ++unhandled_;
    take_(signal);
}

// For poll(): until the time to exit or the next interruption.
int signal_watch::wait_ms() const {
    using std::chrono::milliseconds;
    if (!until_ && unhandled_ == 0) return -1;
    auto wait = unhandled_ > 0 ? handling_time : longest_wait;
    if (until_) wait = std::min(wait, std::chrono::ceil<milliseconds>(*until_ - std::chrono::steady_clock::now()));
    return static_cast<int>(std::max(wait, milliseconds(0)).count());
}

void signal_watch::watch() {
    using clock = std::chrono::steady_clock;
    std::optional<clock::time_point> last_quit;
    std::optional<clock::time_point> interrupted;
    int asked_by = 0;
    for (;;) {
        std::array<pollfd, 2> wanted{{{wake_[0], POLLIN, 0}, {signals_, POLLIN, 0}}};
        const int n = ::poll(wanted.data(), wanted.size(), wait_ms());
        if (wanted[0].revents != 0 && n > 0) break;
        if (n == 0 && until_ && clock::now() >= *until_) ::_exit(128 + asked_by);
        if (n == 0 && unhandled_ > 0) ::pthread_kill(maker_, SIGURG);
        signalfd_siginfo info{};
        if (n <= 0 || wanted[1].revents == 0 || ::read(signals_, &info, sizeof info) != sizeof info) continue;
        const int signal = static_cast<int>(info.ssi_signo);
        if (signal == SIGQUIT && report_) {
            const auto before = std::exchange(last_quit, clock::now());
            if (!before || *last_quit - *before > repeat_time) {
                report_();
                continue;
            }
        }
        const auto now = clock::now();
        if (signal == SIGINT && interrupted && now - *interrupted > same_signal) {
            until_ = std::min(*until_, now + kill_time);
            pass(SIGKILL);
            continue;
        }
        if (signal == SIGINT && !interrupted) interrupted = now;
        if (asks_to_end(signal) && !until_) {
            until_ = now + grace_ + kill_time;
            asked_by = signal;
        }
        pass(signal);
    }
}

}  // namespace banyan::daemon
