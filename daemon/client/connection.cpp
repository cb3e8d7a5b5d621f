#include "daemon/client/connection.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <filesystem>
#include <utility>

#include "banyan/net/error.hpp"
#include "banyan/net/message.hpp"
#include "daemon/client/try_connect.hpp"
#include "daemon/common/command_protocol.hpp"
#include "daemon/common/connect.hpp"
#include "daemon/common/control_stream.hpp"
#include "daemon/common/runtime_directory.hpp"
#include "libnet/base/standard_error.hpp"
#include "libnet/transport/retry_delay.hpp"

namespace banyan::daemon {

namespace asio = net::asio;

namespace {

/// A virtual machine that ends normally needs less.
constexpr std::chrono::seconds take_down_limit{10};

/// A virtual machine that ends closes its sockets soon after its connections. This many attempts take some seconds.
constexpr unsigned most_closed_at_once = 30;

/// True for requests that may be repeated.
bool may_repeat(const wire::FromClient& message) {
    return message.has_list_hosts() || message.has_list_tasks() || message.has_list_waits() || message.has_detach() ||
           message.has_keep_speeds();
}

}  // namespace

virtual_machine::connection::connection(std::string id) : id_(std::move(id)) {
    try {
        sockets_ = {control_socket(id_)};
        take(connect_unix(io_, sockets_.front().string()));
    } catch (const net::error& failed) {  // it ended after it was found
        if (failed.which() != net::errc::connect_failed) throw;
        throw net::error(net::errc::closed, fmt::format("the virtual machine {} has ended: {}", id_, failed.what()));
    }
}

// The coordinator renames the first socket when the virtual machine is detached. If the answer is lost, it is not known
// which name the socket has.
virtual_machine::connection::connection(started_coordinator own) : id_(own.id), own_(std::move(own)) {
    try {
        sockets_ = {first_socket(id_), control_socket(id_)};
        take(connect_unix(io_, sockets_.front().string()));
    } catch (...) {
        end_coordinator(*own_);
        throw;
    }
}

virtual_machine::connection::~connection() {
    stream_->close();
    if (own_) end_coordinator(*own_);
}

void virtual_machine::connection::print_line(const std::string& line) {
    if (!line.empty()) net::print_to_standard_error(fmt::format("banyan: {}\n", line));
}

net::error virtual_machine::connection::ended() const {
    return {net::errc::closed, fmt::format("the virtual machine {} has ended", id_)};
}

std::string virtual_machine::connection::restart_text() const {
    return fmt::format("the coordinator of the virtual machine {} was restarted", id_);
}

void virtual_machine::connection::take(net::stream_socket socket) {
    stream_ = std::make_shared<control_stream>(std::move(socket));
    coordinator_.emplace(id_, peer_process(stream_->socket().native_handle()));
    coordinator_->expect_answer(limit_);
    closed_ = false;
    told_version_ = false;
    stream_->start([this](const std::string& body) { received_.push_back(parse<wire::ToClient>(body)); },
                   [this](const std::string& why) {
                       closed_ = true;
                       if (stream_->refused_input()) refused_ = why;
                   });
}

void virtual_machine::connection::send(const wire::FromClient& message) {
    if (std::exchange(told_version_, true)) return stream_->send(message);
    wire::FromClient first = message;
    first.set_version(command_protocol_version);
    stream_->send(first);
}

// One attempt. connect() succeeds when the connection is in the queue of the socket. If the virtual machine is ending,
// this connection is closed and the next one is refused.
void virtual_machine::connection::connect_again() {
    if (!refused_.empty())
        throw net::error(net::errc::protocol_violation,
                         fmt::format("the coordinator of the virtual machine {} sent a message that is not allowed: {}",
                                     id_, std::exchange(refused_, {})));
    if (!on_reconnect_) throw ended();
    if (closed_at_once_ >= most_closed_at_once)
        throw net::error(net::errc::closed, fmt::format("the coordinator of the virtual machine {} has closed {} "
                                                        "connections in a row without an answer",
                                                        id_, closed_at_once_));
    auto attempt = try_connect(io_, sockets_);
    if (attempt.what == connect_attempt::outcome::refused) throw ended();
    busy_ = attempt.what == connect_attempt::outcome::busy;
    if (busy_) {
        connect_at_ = clock::now() + keepalive_interval;
        return;
    }
    connect_at_ = clock::now() + net::retry_delay(++closed_at_once_);
    take(std::move(*attempt.socket));
    on_reconnect_();
}

/// Handles what arrives within keepalive_interval. Returns false if nothing arrived: that counts as silence of the
/// coordinator. The pause before the next connect does not count.
bool virtual_machine::connection::wait_a_while() {
    if (closed_ && clock::now() >= connect_at_) connect_again();
    if (io_.stopped()) io_.restart();
    if (!closed_) return io_.run_one_for(keepalive_interval) > 0;
    return io_.run_one_until(connect_at_) > 0 || !busy_;
}

wire::ToClient virtual_machine::connection::take_received() {
    auto message = std::move(received_.front());
    received_.pop_front();
    closed_at_once_ = 0;
    connect_at_ = {};
    return message;
}

void virtual_machine::connection::throw_failure(const wire::ToClient& message) {
    if (message.has_failure())
        throw net::error(static_cast<net::errc>(message.failure().code()), message.failure().text());
}

std::optional<wire::ToClient> virtual_machine::connection::receive() {
    while (received_.empty()) {
        const bool silent = !wait_a_while();
        if (ends_if_stopped_ && coordinator_->is_stopped_now()) return std::nullopt;
        if (silent) print_line(coordinator_->tick());
    }
    return take_received();
}

wire::ToClient virtual_machine::connection::receive_answer(std::chrono::milliseconds limit) {
    limit_ = limit;
    coordinator_->expect_answer(limit_);
    while (received_.empty()) {
        const std::string news = wait_a_while() ? "" : coordinator_->tick();
        if (coordinator_->stays_stopped()) throw net::error(net::errc::timeout, coordinator_->stopped_text());
        print_line(news);
    }
    limit_.reset();
    coordinator_->expect_answer({});
    return take_received();
}

wire::ToClient virtual_machine::connection::ask_with(const request_sender& request, std::chrono::milliseconds limit) {
    const reconnecting again(*this, request);
    request();
    auto answer = receive_answer(limit);
    throw_failure(answer);
    return answer;
}

wire::ToClient virtual_machine::connection::ask(const request_sender& request, std::chrono::milliseconds limit) {
    int sent = 0;
    const auto send_it = [&] {
        ++sent;
        request();
    };
    auto answer = ask_with(send_it, limit);
    if (sent > 1) print_line(restart_text());
    return answer;
}

// A request that must not be repeated is replaced by list_hosts after a reconnect. The answer shows that the
// coordinator was restarted and that the virtual machine has not ended.
wire::ToClient virtual_machine::connection::ask(const wire::FromClient& message, std::chrono::milliseconds limit) {
    if (may_repeat(message)) return ask([&] { send(message); }, limit);
    wire::FromClient probe;
    probe.mutable_list_hosts();
    int sent = 0;
    auto answer = ask_with([&] { send(++sent == 1 ? message : probe); }, limit);
    if (sent == 1) return answer;
    throw net::error(net::errc::closed, restart_text() + "; it is not known whether the request was carried out");
}

void virtual_machine::connection::handle_events() {
    if (io_.stopped()) io_.restart();
    io_.poll();
}

void virtual_machine::connection::flush() {
    const net::deadline until = keepalive_limit;
    while (stream_->is_sending() && !until.passed() && !coordinator_->is_stopped_now()) {
        if (io_.stopped()) io_.restart();
        io_.run_one_for(keepalive_interval);
    }
}

void virtual_machine::connection::detach() {
    if (!own_) return;
    wire::FromClient message;
    message.mutable_detach();
    ask(message);
    ::close(own_->owner);
    own_.reset();
}

void virtual_machine::connection::take_down() {
    const auto request = [this] {
        wire::FromClient message;
        message.mutable_take_down();
        send(message);
    };
    try {
        const reconnecting again(*this, request);
        request();
        for (;;)
            receive_answer(take_down_limit);
    } catch (const net::error& ended) {
        if (ended.which() != net::errc::closed) throw;
    }
    // The folder is removed last.
    const auto folder = virtual_machine_directory(id_);
    const net::deadline until = std::chrono::seconds(5);
    while (std::filesystem::exists(folder) && !until.passed())
        ::poll(nullptr, 0, 2);
}

}  // namespace banyan::daemon
