#include "daemon/common/control_stream.hpp"

#include <cstring>
#include <new>
#include <span>
#include <utility>

#include "banyan/net/error.hpp"

namespace banyan::daemon {

namespace asio = net::asio;
using boost::system::error_code;

control_stream::control_stream(net::stream_socket socket, std::unique_ptr<net::detail::link_protection> protection)
    : socket_(std::move(socket)), protection_(std::move(protection)) {}

void control_stream::set_longest_frame(std::size_t bytes) {
    longest_frame_ = bytes;
    reader_ = net::control_frame_reader(bytes);
}

void control_stream::start(frame_handler on_frame, closed_handler on_closed) {
    on_frame_ = std::move(on_frame);
    on_closed_ = std::move(on_closed);
    read();
}

void control_stream::enqueue(std::string frame) {
    if (!open_ || write_broken_) return;
    queue_.push_back(std::move(frame));
    if (!writing_) write();
}

void control_stream::read() {
    if (protection_) return read_encrypted();
    socket_.async_read_some(asio::buffer(buffer_),
                            [self = shared_from_this()](const error_code& failed, std::size_t n) {
                                if (!self->open_) return;
                                if (self->when_drained_) {
                                    if (self->take(n)) self->read_rest();
                                    return;
                                }
                                if (failed == asio::error::eof) return self->lose("closed by the other side");
                                if (failed) return self->lose(failed.message());
                                if (self->take(n)) self->read();
                            });
}

// False if the stream was closed by a handler or an error.
bool control_stream::take(std::size_t n) {
    try {
        reader_.feed(std::span(buffer_).first(n));
        while (const auto body = reader_.next()) {
            on_frame_(*body);
            if (!open_) return false;
        }
    } catch (const std::bad_alloc&) {
        throw;  // not an error of the received bytes
    } catch (const std::exception& bad) {
        refused_ = true;
        lose(bad.what());
        return false;
    }
    return true;
}

// Only for plain streams: a task and its daemon are on one host.
void control_stream::drain(std::function<void()> then) {
    if (!open_) return then();
    when_drained_ = std::move(then);
    error_code ignored;
    socket_.cancel(ignored);  // completes the pending read, with or without bytes
}

void control_stream::read_rest() {
    error_code end;
    socket_.non_blocking(true, end);
    while (!end) {
        const std::size_t n = socket_.read_some(asio::buffer(buffer_), end);
        if (!end && !take(n)) return;
    }
    lose("the other side has ended");
}

void control_stream::write() {
    if (queue_.empty()) return sent_all();
    writing_ = true;
    if (protection_) return write_encrypted();
    asio::async_write(socket_, asio::buffer(queue_.front()),
                      [self = shared_from_this()](const error_code& failed, std::size_t) {
                          if (!self->open_) return;
                          if (failed) return self->stop_writing(failed.message());
                          self->queue_.pop_front();
                          self->write();
                      });
}

void control_stream::sent_all() {
    writing_ = false;
    if (!when_sent_) return;
    auto then = std::exchange(when_sent_, nullptr);
    close();
    then();
}

// The peer may have sent frames and then closed. They are still read, up to the end of the stream.
void control_stream::stop_writing(const std::string& why) {
    if (when_sent_) return lose(why);
    write_broken_ = true;
    writing_ = false;
    queue_.clear();
}

void control_stream::read_encrypted() {
    if (protection_->holds_bytes())  // they do not make the socket readable; post, so that other handlers can run
        return asio::post(socket_.get_executor(), [self = shared_from_this()] {
            if (self->open_ && self->take_encrypted()) self->read();
        });
    socket_.async_wait(net::stream_socket::wait_read, [self = shared_from_this()](const error_code& failed) {
        if (!self->open_) return;
        if (failed && failed != asio::error::operation_aborted) return self->lose(failed.message());
        if (self->take_encrypted()) self->read();
    });
}

// False if the stream was closed by a handler or an error.
bool control_stream::take_encrypted() {
    using state = net::detail::moved::state;
    const iovec into{buffer_.data(), buffer_.size()};
    const auto result = protection_->read(std::span(&into, 1));
    if (result.what == state::would_block) return true;
    if (result.what == state::some) return take(result.bytes);
    refused_ = result.what == state::forged;
    if (refused_)
        lose("its connection delivered bytes that were changed or inserted on the network");
    else
        lose(result.what == state::ended ? "closed by the other side" : std::strerror(result.error_number));
    return false;
}

void control_stream::write_encrypted() {
    using state = net::detail::moved::state;
    while (!queue_.empty()) {
        auto& frame = queue_.front();
        const iovec rest{frame.data() + front_sent_, frame.size() - front_sent_};
        const auto result = protection_->write(std::span(&rest, 1));
        if (result.what == state::would_block)
            return socket_.async_wait(net::stream_socket::wait_write, [self = shared_from_this()](const error_code&) {
                if (self->open_ && !self->write_broken_) self->write_encrypted();
            });
        if (result.what != state::some) return stop_writing(std::strerror(result.error_number));
        front_sent_ += result.bytes;
        if (front_sent_ < frame.size()) continue;
        front_sent_ = 0;
        queue_.pop_front();
    }
    sent_all();
}

void control_stream::lose(const std::string& why) {
    if (!open_) return;
    auto handler = on_closed_;
    auto sent = when_sent_;
    auto drained = when_drained_;
    close();
    if (sent) return sent();
    if (drained) return drained();
    if (handler) handler(why);
}

void control_stream::close() {
    if (!open_) return;
    open_ = false;
    error_code ignored;
    socket_.close(ignored);
    // The handlers often own the owner of this stream, so they are destroyed, but not while one of them runs.
    asio::post(socket_.get_executor(), [self = shared_from_this()] {
        self->on_frame_ = nullptr;
        self->on_closed_ = nullptr;
        self->when_sent_ = nullptr;
        self->when_drained_ = nullptr;
    });
}

void control_stream::close_when_sent(std::function<void()> then) {
    if (!open_) return then();
    when_sent_ = std::move(then);
    if (!writing_) write();
}

}  // namespace banyan::daemon
