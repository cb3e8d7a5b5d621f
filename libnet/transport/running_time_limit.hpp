// A time limit that counts only while this process runs.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>

#include "libnet/base/asio.hpp"

namespace banyan::net {

/// Calls a function when its limit of running time has passed. A process that is stopped (SIGSTOP, a debugger, a
/// suspended host) finds both the late timer and the peer's answer when it continues. So the limit is counted in short
/// steps, and a step that took longer counts as one. The function must not own the owner of the limit: neither would be
/// freed if their executor ends first.
class running_time_limit : public std::enable_shared_from_this<running_time_limit> {
  public:
    running_time_limit(const asio::any_io_executor& executor, std::chrono::milliseconds limit,
                       std::function<void()> on_passed)
        : timer_(executor),
          step_(std::max(limit / steps, std::chrono::milliseconds(1))),
          left_(std::max<std::int64_t>(1, limit / step_)),
          on_passed_(std::move(on_passed)) {}

    void start() {
        timer_.expires_after(step_);
        timer_.async_wait([self = shared_from_this()](const boost::system::error_code& cancelled) {
            if (cancelled || !self->on_passed_) return;
            if (--self->left_ > 0) return self->start();
            std::exchange(self->on_passed_, nullptr)();
        });
    }
    /// The function is not called any more.
    void cancel() {
        on_passed_ = nullptr;
        timer_.cancel();
    }
    [[nodiscard]] bool passed() const { return left_ <= 0; }

  private:
    static constexpr int steps = 20;

    asio::steady_timer timer_;
    std::chrono::milliseconds step_;
    std::int64_t left_;
    std::function<void()> on_passed_;
};

}  // namespace banyan::net
