// What a host daemon, and ssh or a launcher that starts it, write to standard error. Only the end is stored.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>

#include "libnet/base/asio.hpp"

namespace banyan::daemon {

class daemon_errors : public std::enable_shared_from_this<daemon_errors> {
  public:
    explicit daemon_errors(net::asio::io_context& io) : input_(io) {}

    /// Reads this pipe until its end or close(). Takes over the descriptor.
    void start(int descriptor);
    void close();
    /// ": <line>", or "". First reads what has been written and the loop has not read yet.
    [[nodiscard]] std::string last_line();
    /// The last line if the daemon wrote it, such as that it is out of memory. Lines of ssh are not about its end.
    [[nodiscard]] std::string last_line_of_daemon();

  private:
    void read();
    void read_present();
    void keep(std::size_t n);

    net::asio::posix::stream_descriptor input_;
    std::array<char, 1024> buffer_{};
    std::string text_;
};

}  // namespace banyan::daemon
