#include "daemon/host/task_relay.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "banyan/net/error.hpp"
#include "daemon/common/pipe.hpp"
#include "libnet/base/shortage.hpp"

namespace banyan::daemon {

namespace asio = net::asio;
using boost::system::error_code;

namespace {

/// How long a pipe may stay silent after the death of its task when some process still holds it open.
constexpr std::chrono::seconds drain_limit{1};

}  // namespace

task_relay::task_relay(asio::io_context& io, bool wants_input, std::array<int, 3>& theirs)
    : output_(io), error_(io), input_(io), drain_timer_(io) {
    const auto out = make_pipe();
    output_.pipe.assign(out[0]);
    theirs[1] = out[1];
    const auto err = make_pipe();
    error_.pipe.assign(err[0]);
    theirs[2] = err[1];
    if (!wants_input) {
        theirs[0] = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
        if (theirs[0] < 0)
            throw net::error(net::errc::resource_limit, "no input for a task: " + net::detail::shortage_text(errno));
        return;
    }
    const auto in = make_pipe();
    input_.assign(in[1]);
    theirs[0] = in[0];
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
    if (!from.open || from.reading || unacknowledged_ >= window_bytes) return;
    from.reading = true;
    from.pipe.async_read_some(asio::buffer(from.buffer),
                              [self = shared_from_this(), &from](const error_code& failed, std::size_t n) {
                                  from.reading = false;
                                  if (!from.open) return;
                                  if (failed) {
                                      from.open = false;
                                      error_code ignored;
                                      from.pipe.close(ignored);
                                      return self->finish_if_over();
                                  }
                                  self->unacknowledged_ += n;
                                  self->handlers_.output(&from == &self->error_, {from.buffer.data(), n});
                                  self->read(from);
                                  if (self->died_) self->arm_drain_timer();
                              });
}

void task_relay::output_taken(std::size_t bytes) {
    unacknowledged_ -= std::min(bytes, unacknowledged_);
    read_more();
    if (died_) arm_drain_timer();
}

void task_relay::discard() {
    error_code ignored;
    for (source* from : {&output_, &error_}) {
        if (from->open) from->pipe.close(ignored);
        from->open = false;
    }
    finish_if_over();
}

void task_relay::input(const std::string& data, bool end) {
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
                          if (failed) {  // the task does not read any more: as with a closed pipe in a shell
                              error_code closing;
                              self->input_.close(closing);
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

// While output waits for credit the reader is slow, not the pipe silent: no limit then.
void task_relay::arm_drain_timer() {
    drain_timer_.cancel();
    if (!output_.reading && !error_.reading) return;
    drain_timer_.expires_after(drain_limit);
    drain_timer_.async_wait([self = shared_from_this()](const error_code& cancelled) {
        if (!cancelled) self->discard();
    });
}

void task_relay::finish_if_over() {
    if (!died_ || output_.open || error_.open || !handlers_.finished) return;
    drain_timer_.cancel();
    auto finished = std::move(handlers_.finished);
    handlers_ = {};
    finished();
}

}  // namespace banyan::daemon
