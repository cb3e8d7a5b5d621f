#include "daemon/client/standard_input.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "daemon/common/descriptors.hpp"
#include "libnet/base/background_thread.hpp"

namespace banyan::daemon {
namespace {

// True if the standard input is the controlling terminal and belongs to other processes now. Reading would fail with
// EIO, because the thread blocks SIGTTIN. Other terminals can always be read.
bool is_in_background() {
    const pid_t foreground = ::tcgetpgrp(STDIN_FILENO);
    return foreground >= 0 && foreground != ::getpgrp();
}

}  // namespace

/// What the thread uses.
class standard_input::reader {
  public:
    explicit reader(std::function<void(std::string, bool)> take) : take_(std::move(take)), wake_(make_pipe()) {}
    ~reader() {
        for (const int end : wake_)
            if (end >= 0) ::close(end);
    }
    reader(const reader&) = delete;
    reader& operator=(const reader&) = delete;

    /// The body of the thread.
    void read_all();
    void taken(std::size_t bytes);
    /// From now on `take` is not called, except by a call that has begun. Returns false if the thread is inside
    /// read(2), which may block: another process may have taken the input that poll(2) has reported.
    bool stop();

  private:
    bool wait_for_input() const;
    bool wait_for_credit();
    bool begin_read();
    bool end_read(std::size_t bytes);

    const std::function<void(std::string, bool)> take_;
    std::array<int, 2> wake_;
    std::mutex mutex_;  // guards the other members, and wake_[1]
    std::condition_variable changed_;
    std::size_t under_way_ = 0;
    bool is_reading_ = false;
    bool stop_ = false;
};

bool standard_input::reader::stop() {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    ::close(std::exchange(wake_[1], -1));
    changed_.notify_all();
    return !is_reading_;
}

void standard_input::reader::taken(std::size_t bytes) {
    {
        const std::lock_guard lock(mutex_);
        under_way_ -= std::min(bytes, under_way_);
    }
    changed_.notify_all();
}

bool standard_input::reader::wait_for_credit() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return stop_ || under_way_ < most_under_way_bytes; });
    return !stop_;
}

// False if the thread must end. A program that goes into the background during the poll gets EIO from read(2).
bool standard_input::reader::wait_for_input() const {
    constexpr int look_again_ms = 200;
    for (;;) {
        const bool background = is_in_background();
        std::array<pollfd, 2> wanted{{{wake_[0], POLLIN, 0}, {background ? -1 : STDIN_FILENO, POLLIN, 0}}};
        const int n = ::poll(wanted.data(), wanted.size(), background ? look_again_ms : -1);
        if (n < 0 && errno != EINTR) return false;
        if (n > 0 && wanted[0].revents != 0) return false;
        if (n > 0 && wanted[1].revents != 0) return true;
    }
}

bool standard_input::reader::begin_read() {
    const std::lock_guard lock(mutex_);
    is_reading_ = !stop_;
    return is_reading_;
}

bool standard_input::reader::end_read(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    is_reading_ = false;
    under_way_ += bytes;
    return !stop_;
}

void standard_input::reader::read_all() {
    std::array<char, piece_bytes> piece;
    while (wait_for_credit() && wait_for_input() && begin_read()) {
        const auto n = ::read(STDIN_FILENO, piece.data(), piece.size());
        const bool again = n < 0 && (errno == EINTR || errno == EAGAIN || (errno == EIO && is_in_background()));
        const auto bytes = static_cast<std::size_t>(std::max<ssize_t>(n, 0));
        if (!end_read(bytes)) return;
        if (again) continue;
        take_(std::string(piece.data(), bytes), bytes == 0);
        if (bytes == 0) return;
    }
}

standard_input::standard_input(std::function<void(std::string, bool)> take)
    : reader_(std::make_shared<reader>(std::move(take))),
      thread_(net::detail::start_background_thread("standard input", [r = reader_] { r->read_all(); })) {}

standard_input::~standard_input() {
    reader_->stop() ? thread_.join() : thread_.detach();
}

void standard_input::taken(std::size_t bytes) {
    reader_->taken(bytes);
}

}  // namespace banyan::daemon
