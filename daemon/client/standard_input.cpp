#include "daemon/client/standard_input.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "daemon/common/descriptors.hpp"
#include "libnet/base/background_thread.hpp"

namespace banyan::daemon {

standard_input::standard_input(std::function<void(std::string, bool)> take) : take_(std::move(take)) {
    const auto ends = make_pipe();
    std::ranges::copy(ends, wake_);
    start_thread();
}

void standard_input::start_thread() {
    try {
        thread_ = net::detail::start_background_thread("standard input", [this] { read_all(); });
    } catch (...) {
        for (const int fd : wake_)
            ::close(fd);
        throw;
    }
}

standard_input::~standard_input() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    changed_.notify_all();
    ::close(wake_[1]);
    thread_.join();
    ::close(wake_[0]);
}

void standard_input::taken(std::size_t bytes) {
    {
        const std::lock_guard lock(mutex_);
        under_way_ -= std::min(bytes, under_way_);
    }
    changed_.notify_all();
}

bool standard_input::wait_for_credit() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return stop_ || under_way_ < most_under_way_bytes; });
    return !stop_;
}

// False if the thread must end. Reading from a terminal in the background would stop this program.
bool standard_input::wait_for_input() const {
    constexpr int look_again_ms = 200;
    for (;;) {
        const bool background = ::isatty(STDIN_FILENO) == 1 && ::tcgetpgrp(STDIN_FILENO) != ::getpgrp();
        std::array<pollfd, 2> wanted{{{wake_[0], POLLIN, 0}, {background ? -1 : STDIN_FILENO, POLLIN, 0}}};
        const int n = ::poll(wanted.data(), wanted.size(), background ? look_again_ms : -1);
        if (n < 0 && errno != EINTR) return false;
        if (wanted[0].revents != 0) return false;
        if (n > 0 && wanted[1].revents != 0) return true;
    }
}

void standard_input::read_all() {
    std::array<char, piece_bytes> piece;
    while (wait_for_credit() && wait_for_input()) {
        const auto n = ::read(STDIN_FILENO, piece.data(), piece.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return take_("", true);
        {
            const std::lock_guard lock(mutex_);
            under_way_ += static_cast<std::size_t>(n);
        }
        take_(std::string(piece.data(), static_cast<std::size_t>(n)), false);
    }
}

}  // namespace banyan::daemon
