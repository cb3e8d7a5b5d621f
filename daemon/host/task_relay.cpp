#include "daemon/host/task_relay.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "banyan/net/error.hpp"
#include "daemon/common/descriptors.hpp"
#include "libnet/base/shortage.hpp"

namespace banyan::daemon {

namespace asio = net::asio;
using boost::system::error_code;

namespace {

/// How long to wait for output after the death of the task if another process holds the pipe open.
constexpr std::chrono::seconds drain_limit{1};

}  // namespace

task_relay::task_relay(asio::io_context& io, const options& o, std::array<int, 3>& theirs)
    : output_(io), error_(io), input_(io), drain_timer_(io) {
    const auto open = [](source& from, int& task_end, const std::array<int, 2>& ends) {
        task_end = ends[1];
        from.pipe.assign(ends[0]);
        from.pipe.non_blocking(true);
    };
    std::optional<std::array<int, 2>> terminal;
    if (o.output_terminal) terminal = make_output_terminal(*o.output_terminal);
    open(output_, theirs[1], terminal ? *terminal : make_pipe());
    if (o.joined_output)
        join_output(theirs);
    else
        open(error_, theirs[2], make_pipe());
    if (!o.wants_input) {
        theirs[0] = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
        if (theirs[0] < 0)
            throw net::error(net::errc::resource_limit,
                             "no descriptor for the standard input of a task: " + net::detail::shortage_text(errno));
        return;
    }
    const auto in = make_pipe();
    input_.assign(in[1]);
    theirs[0] = in[0];
}

void task_relay::join_output(std::array<int, 3>& theirs) {
    error_.open = false;
    theirs[2] = ::fcntl(theirs[1], F_DUPFD_CLOEXEC, 0);
    if (theirs[2] < 0)
        throw net::error(net::errc::resource_limit,
                         "no descriptor for the standard error of a task: " + net::detail::shortage_text(errno));
}

void task_relay::start(handlers h) {
    handlers_ = std::move(h);
    read_more();
}

void task_relay::read_more() {
    read(output_);
    read(error_);
}

void task_relay::read(source& from) {
    if (!from.open || from.reading || !kept_.has_room()) return;
    from.reading = true;
    from.pipe.async_wait(asio::posix::stream_descriptor::wait_read,
                         [self = shared_from_this(), &from](const error_code&) {
                             from.reading = false;
                             if (from.open) self->take_ready(from);
                         });
}

// Reads what is available, up to one piece. All tasks share one buffer, because a daemon has one thread.
void task_relay::take_ready(source& from) {
    static std::array<char, kept_output::piece_bytes> buffer;
    std::size_t filled = 0;
    error_code end;
    while (filled < buffer.size() && !end)
        filled += from.pipe.read_some(asio::buffer(buffer.data() + filled, buffer.size() - filled), end);
    if (filled > 0) take_output(&from == &error_, {buffer.data(), filled});
    if (end && end != asio::error::would_block) {  // EIO from a terminal that no process has open
        from.open = false;
        from.pipe.close(end);
        return finish_if_over();
    }
    read(from);
    if (died_) arm_drain_timer();
}

void task_relay::take_output(bool is_error, std::string data) {
    if (!kept_.is_held()) handlers_.output(is_error, data);
    kept_.add(is_error, std::move(data));
}

void task_relay::output_taken(std::size_t bytes) {
    kept_.taken(bytes);
    continue_reading();
}

void task_relay::continue_reading() {
    read_more();
    if (died_) arm_drain_timer();
}

void task_relay::hold() {
    kept_.hold();
    finished_ = false;
}

void task_relay::resume(std::uint64_t received, std::uint64_t credited) {
    if (!kept_.is_held()) return;
    for (auto& [is_error, data] : kept_.resume(received, credited))
        handlers_.output(is_error, data);
    continue_reading();
    finish_if_over();
}

void task_relay::discard() {
    kept_.discard();
    close_output();
}

void task_relay::close_output() {
    error_code ignored;
    for (source* from : {&output_, &error_}) {
        if (from->open) from->pipe.close(ignored);
        from->open = false;
    }
    finish_if_over();
}

void task_relay::input(const std::string& data, bool end) {
    if (!input_.is_open()) return;
    if (!data.empty()) input_queue_.push_back(data);
    input_ends_ = input_ends_ || end;
    if (!writing_) write_input();
}

void task_relay::write_input() {
    if (!input_.is_open()) return;
    error_code ignored;
    if (input_queue_.empty()) {
        writing_ = false;
        if (input_ends_) input_.close(ignored);
        return;
    }
    writing_ = true;
    asio::async_write(input_, asio::buffer(input_queue_.front()),
                      [self = shared_from_this()](const error_code& failed, std::size_t n) {
                          if (failed) {  // the task does not read any more; this is not an error, as in a shell
                              error_code closing;
                              self->input_.close(closing);
                              self->input_queue_.clear();
                              return;
                          }
                          self->input_queue_.pop_front();
                          if (self->handlers_.input_taken) self->handlers_.input_taken(n);
                          self->write_input();
                      });
}

void task_relay::process_died() {
    died_ = true;
    error_code ignored;
    input_.close(ignored);
    arm_drain_timer();
    finish_if_over();
}

// There is no limit while output waits for credit: the reader is slow then.
void task_relay::arm_drain_timer() {
    drain_timer_.cancel();
    if (!kept_.has_room() || (!output_.reading && !error_.reading)) return;
    drain_timer_.expires_after(drain_limit);
    drain_timer_.async_wait([self = shared_from_this()](const error_code& cancelled) {
        if (!cancelled) self->close_output();
    });
}

void task_relay::finish_if_over() {
    if (!is_over()) return;
    drain_timer_.cancel();
    if (kept_.is_held() || std::exchange(finished_, true)) return;
    if (handlers_.finished) handlers_.finished();
}

}  // namespace banyan::daemon
