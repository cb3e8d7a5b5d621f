#include "daemon/client/connection.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <filesystem>

#include "banyan/net/error.hpp"
#include "banyan/net/message.hpp"
#include "daemon/common/connect.hpp"
#include "daemon/common/parse.hpp"
#include "daemon/common/runtime_directory.hpp"

namespace banyan::daemon {

namespace asio = net::asio;

namespace {

/// A machine that ends in order takes less.
constexpr std::chrono::seconds end_limit{10};

void say(const std::string& line) {
    if (!line.empty()) fmt::print(stderr, "banyan: {}\n", line);
}

}  // namespace

virtual_machine::connection::connection(std::string id) : id_(std::move(id)) {
    try {
        connect(control_socket(id_));
    } catch (const net::error& failed) {  // it was there a moment ago
        if (failed.which() != net::errc::connect_failed) throw;
        throw net::error(net::errc::closed, fmt::format("the virtual machine {} has ended: {}", id_, failed.what()));
    }
}

virtual_machine::connection::connection(started_coordinator own) : id_(own.id), own_(std::move(own)) {
    try {
        connect(first_socket(id_));
    } catch (...) {
        end_coordinator(*own_);
        throw;
    }
}

virtual_machine::connection::~connection() {
    stream_->close();
    if (own_) end_coordinator(*own_);
}

void virtual_machine::connection::connect(const std::filesystem::path& socket) {
    stream_ = std::make_shared<control_stream>(connect_unix(io_, socket.string()));
    coordinator_.emplace(id_, peer_process(stream_->socket().native_handle()));
    stream_->start([this](const std::string& body) { received_.push_back(parse<wire::ToClient>(body)); },
                   [this](const std::string&) { closed_ = true; });
}

void virtual_machine::connection::send(const wire::FromClient& message) {
    stream_->send(message);
}

/// Handles what comes within keepalive_interval; false when nothing did.
bool virtual_machine::connection::wait_a_while() {
    if (closed_) throw net::error(net::errc::closed, fmt::format("the virtual machine {} has ended", id_));
    if (io_.stopped()) io_.restart();
    return io_.run_one_for(keepalive_interval) > 0;
}

wire::ToClient virtual_machine::connection::take_received() {
    auto message = std::move(received_.front());
    received_.pop_front();
    return message;
}

void virtual_machine::connection::throw_failure(const wire::ToClient& message) {
    if (message.has_failure())
        throw net::error(static_cast<net::errc>(message.failure().code()), message.failure().text());
}

std::optional<wire::ToClient> virtual_machine::connection::receive() {
    while (received_.empty()) {
        const bool quiet = !wait_a_while();
        if (ends_if_stopped_ && coordinator_->is_stopped_now()) return std::nullopt;
        if (quiet) say(coordinator_->tick());
    }
    return take_received();
}

wire::ToClient virtual_machine::connection::receive_answer(std::chrono::milliseconds limit) {
    coordinator_->expect_answer(limit);
    while (received_.empty()) {
        const std::string news = wait_a_while() ? "" : coordinator_->tick();
        if (coordinator_->stays_stopped()) throw net::error(net::errc::timeout, coordinator_->stopped_text());
        say(news);
    }
    coordinator_->expect_answer({});
    return take_received();
}

wire::ToClient virtual_machine::connection::ask(const wire::FromClient& message, std::chrono::milliseconds limit) {
    send(message);
    auto answer = receive_answer(limit);
    throw_failure(answer);
    return answer;
}

void virtual_machine::connection::keep() {
    if (!own_) return;
    wire::FromClient message;
    message.mutable_keep();
    ask(message);
    ::close(own_->owner);
    own_.reset();
}

void virtual_machine::connection::wait_for_end() {
    try {
        for (;;)
            receive_answer(end_limit);
    } catch (const net::error& ended) {
        if (ended.which() != net::errc::closed) throw;
    }
    // Its folder goes last.
    const auto folder = machine_directory(id_);
    const net::deadline until = std::chrono::seconds(5);
    while (std::filesystem::exists(folder) && !until.passed())
        ::poll(nullptr, 0, 2);
}

}  // namespace banyan::daemon
