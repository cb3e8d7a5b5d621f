// The three pipes of one task: its output upward within credits, input downward, and when all of it is over. Standard
// output may be a pseudo-terminal instead of a pipe.
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
    /// Bytes of output that may be under way to the reader and not yet acknowledged. Above it the pipe fills, and then
    /// the task waits in its write: memory stays bounded however slow the reader is.
    static constexpr std::size_t window_bytes = kept_output::window_bytes;

    struct handlers {
        /// May move from `data` what it moves back: large output is not copied for it.
        std::function<void(bool is_error, std::string& data)> output;
        std::function<void(std::size_t bytes)> input_taken;
        /// The process has died, its pipes are empty, and all output has been handed over. Called again after each
        /// resume() or discard() that follows a hold().
        std::function<void()> finished;
    };

    struct options {
        bool wants_input = false;                      ///< without: standard input is /dev/null
        std::optional<terminal_size> output_terminal;  ///< standard output is one; without, or if there is none: a pipe
    };

    /// Makes the pipes and returns the task's ends (for the spawner) in `theirs`. Throws net::error resource_limit.
    task_relay(net::asio::io_context& io, const options& o, std::array<int, 3>& theirs);

    void start(handlers h);
    void output_taken(std::size_t bytes);
    /// The reader is gone: output is read up to the window and kept.
    void hold();
    /// A reader is there that has `received` bytes of output and has given credit for `credited` of them. Ignored
    /// without hold().
    void resume(std::uint64_t received, std::uint64_t credited);
    /// Nobody reads any more: the task gets SIGPIPE, or on a terminal EIO, when it writes on.
    void discard();
    /// True when no more output is read until credit comes.
    [[nodiscard]] bool is_full() const { return !kept_.has_room(); }
    /// True when the process has died and its pipes are closed.
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
