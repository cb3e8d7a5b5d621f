// Waits for the end of a process that need not be a child.
#pragma once

#include <sys/types.h>

#include <functional>

#include "libnet/base/asio.hpp"

namespace banyan::daemon {

class process_end {
  public:
    explicit process_end(net::asio::io_context& io) : descriptor_(io), look_again_(io) {}

    /// Calls `ended` once, from the loop, when no process has this id any more.
    void watch(pid_t pid, std::function<void()> ended);
    /// `ended` is not called after this.
    void cancel();

  private:
    void poll(pid_t pid, std::function<void()> ended);

    net::asio::posix::stream_descriptor descriptor_;
    net::asio::steady_timer look_again_;
};

}  // namespace banyan::daemon
