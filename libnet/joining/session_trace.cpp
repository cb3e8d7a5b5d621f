#include "libnet/joining/session_trace.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <exception>
#include <mutex>

#include "libnet/base/environment.hpp"
#include "libnet/joining/clock_exchange.hpp"
#include "libnet/tracing/trace_frames.hpp"
#include "libnet/tracing/trace_text.hpp"

namespace banyan::net::detail {
namespace {

using namespace std::chrono_literals;

constexpr auto clock_limit = 10s;  // for one measurement
constexpr auto lock_limit = 1s;    // a thread that keeps the mailbox's lock longer ends the process

std::atomic<session_trace*> current{nullptr};
std::atomic<pid_t> traced_process{0};  // of `current`

// While it exists, a write to a pipe without a reader fails with EPIPE and raises no signal.
class without_sigpipe {
  public:
    without_sigpipe() {
        ::sigemptyset(&pipe_signal_);
        ::sigaddset(&pipe_signal_, SIGPIPE);
        ::pthread_sigmask(SIG_BLOCK, &pipe_signal_, &before_);
    }
    ~without_sigpipe() {
        const timespec at_once{};
        while (::sigtimedwait(&pipe_signal_, nullptr, &at_once) < 0 && errno == EINTR) {
        }
        ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    without_sigpipe(const without_sigpipe&) = delete;
    without_sigpipe& operator=(const without_sigpipe&) = delete;

  private:
    sigset_t pipe_signal_{};
    sigset_t before_{};
};

// Returns false if the reader has closed its end.
bool write_all(int fd, std::string_view text) {
    while (!text.empty()) {
        const auto n = ::write(fd, text.data(), text.size());
        if (n >= 0) {
            text.remove_prefix(static_cast<std::size_t>(n));
        } else if (errno == EAGAIN) {
            pollfd writable{fd, POLLOUT, 0};
            (void)::poll(&writable, 1, -1);
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

}  // namespace

std::optional<trace_settings> trace_settings_from_environment() {
    const std::string whole = environment_value("BANYAN_TRACE");
    if (whole.empty()) return std::nullopt;
    if (!tracing::is_compiled_in)
        throw error(errc::invalid_argument,
                    "BANYAN_TRACE is set, but this program's library is compiled without tracing "
                    "(BANYAN_WITHOUT_TRACING)");
    trace_settings found{.token = whole.substr(0, tracing::token_size)};
    const std::string_view rest = std::string_view(whole).substr(found.token.size());
    if (rest.starts_with(':')) {
        const auto [end, failed] = std::from_chars(rest.data() + 1, rest.data() + rest.size(), found.most_bytes);
        if (failed == std::errc() && end == rest.data() + rest.size()) return found;
    }
    throw error(errc::invalid_argument,
                fmt::format("BANYAN_TRACE is \"{}\"; it is set by `banyan run --trace FILE`", whole));
}

session_trace::session_trace(const trace_settings& settings, mailbox_impl& box, const assignment& facts,
                             std::span<const member> members)
    : box_(box),
      token_(settings.token),
      output_(::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)),
      rank_(facts.rank),
      clock_partners_(clock_partners(members, static_cast<std::size_t>(facts.rank))),
      recorder_(settings.most_bytes) {
    trace_.task = facts.self;
    trace_.rank = facts.rank;
    trace_.size = facts.size;
    trace_.host = members[static_cast<std::size_t>(facts.rank)].host_number;
    measure_clocks();
    traced_process = ::getpid();
    current = this;
    const std::lock_guard held(box_);
    recorder_.restart();
    box_.use_trace(&recorder_);
}

session_trace::~session_trace() {
    if (traced_process == ::getpid()) current = nullptr;
    if (output_ >= 0) ::close(output_);
}

// If a partner does not answer in time or is lost, there is no reading, which the analysis of the run reports.
void session_trace::measure_clocks() noexcept {
    const deadline until(clock_limit);
    for (const task_id partner : clock_partners_) {
        try {
            if (rank_ == 0)
                answer_clock(box_, partner, until);
            else
                clock_.push_back(ask_clock(box_, partner, until));
        } catch (const std::exception&) {
        }
    }
}

bool session_trace::end_recording() noexcept {
    return current.exchange(nullptr) == this && box_.end_trace(lock_limit);
}

void session_trace::finish() noexcept {
    if (traced_process != ::getpid() || !end_recording()) return;
    if (std::uncaught_exceptions() == 0) measure_clocks();
    write();
}

void session_trace::write_current() noexcept {
    session_trace* mine = current;
    if (mine && traced_process == ::getpid() && mine->end_recording()) mine->write();
}

void session_trace::write() noexcept {
    try {
        tracing::task_trace t = recorder_.take();
        t.task = trace_.task;
        t.rank = trace_.rank;
        t.size = trace_.size;
        t.host = trace_.host;
        t.clock = clock_;
        const without_sigpipe quiet;
        bool read = output_ >= 0;
        tracing::frame_packer frames(token_, [&](std::string_view frame) { read = read && write_all(output_, frame); });
        tracing::write_text(t, [&](std::string_view line) { frames.add(line); });
        frames.finish();
    } catch (const std::exception&) {  // out of memory: the run reports a trace that is not complete
    }
}

}  // namespace banyan::net::detail
