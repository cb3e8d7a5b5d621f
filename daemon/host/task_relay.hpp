// The three pipes of one task: relays output, limited by credit, and input. Standard output may be a pseudo-terminal.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "daemon/common/output_terminal.hpp"
#include "daemon/host/kept_output.hpp"
#include "libnet/base/asio.hpp"

namespace banyan::daemon {

class task_relay : public std::enable_shared_from_this<task_relay> {
  public:
    /// The most bytes of output for which no credit has come back. If it is reached, the pipe fills and the task waits
    /// in its write, so memory is bounded with a slow reader.
    static constexpr std::size_t window_bytes = kept_output::window_bytes;

    struct handlers {
        /// May move the bytes out of `data` if it moves them back, so that output is not copied.
        std::function<void(bool is_error, std::string& data)> output;
        std::function<void(std::size_t bytes)> input_taken;
        /// The process has died, its pipes are empty, and all output has been delivered. Called again after each
        /// resume() or discard() that follows a hold().
        std::function<void()> finished;
    };

    struct options {
        bool wants_input = false;  ///< if false, standard input is /dev/null
        std::optional<terminal_size>
            output_terminal;         ///< of standard output; a pipe without it or if the system has none
        bool joined_output = false;  ///< standard error is the same as standard output
    };

    /// Makes the pipes. Returns the ends of the task in `theirs`. Throws net::error resource_limit.
    task_relay(net::asio::io_context& io, const options& o, std::array<int, 3>& theirs);

    void start(handlers h);
    void output_taken(std::size_t bytes);
    /// The command is not connected: output is read up to the window and stored.
    void hold();
    /// A command is connected again. It has received `received` bytes of output and returned credit for `credited` of
    /// them. Does nothing without hold().
    void resume(std::uint64_t received, std::uint64_t credited);
    /// No command reads the output any more. If the task writes more, it gets SIGPIPE, or EIO on a terminal.
    void discard();
    /// True if no more output is read until credit comes.
    [[nodiscard]] bool is_full() const { return !kept_.has_room(); }
    /// True if the process has died and its pipes are closed.
    [[nodiscard]] bool is_over() const { return died_ && !output_.open && !error_.open; }
    void input(const std::string& data, bool end);
    void process_died();

  private:
    struct source {
        explicit source(net::asio::io_context& io) : pipe(io) {}
        net::asio::posix::stream_descriptor pipe;
        bool reading = false;
        bool open = true;
    };

    void read(source& from);
    void take_ready(source& from);
    void join_output(std::array<int, 3>& theirs);
    void take_output(bool is_error, std::string data);
    void continue_reading();
    void close_output();
    void read_more();
    void arm_drain_timer();
    void write_input();
    void finish_if_over();

    source output_;
    source error_;
    net::asio::posix::stream_descriptor input_;
    net::asio::steady_timer drain_timer_;
    handlers handlers_;
    std::deque<std::string> input_queue_;
    bool input_ends_ = false;
    bool writing_ = false;
    kept_output kept_;
    bool died_ = false;
    bool finished_ = false;  // since the last hold()
};

}  // namespace banyan::daemon
