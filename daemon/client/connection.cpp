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
    stream_->start([this](const std::string& body) { received_.push_back(parse<wire::ToClient>(body)); },
                   [this](const std::string&) { closed_ = true; });
}

void virtual_machine::connection::send(const wire::FromClient& message) {
    stream_->send(message);
}

wire::ToClient virtual_machine::connection::receive(net::deadline until) {
    while (received_.empty()) {
        if (closed_) throw net::error(net::errc::closed, fmt::format("the virtual machine {} has ended", id_));
        if (io_.stopped()) io_.restart();
        if (until.is_never())
            io_.run_one();
        else if (io_.run_one_until(until.when()) == 0 && until.passed())
            throw net::error(net::errc::timeout, fmt::format("the virtual machine {} does not answer", id_));
    }
    auto message = std::move(received_.front());
    received_.pop_front();
    return message;
}

void virtual_machine::connection::throw_failure(const wire::ToClient& message) {
    if (message.has_failure())
        throw net::error(static_cast<net::errc>(message.failure().code()), message.failure().text());
}

wire::ToClient virtual_machine::connection::ask(const wire::FromClient& message, std::chrono::seconds limit) {
    send(message);
    auto answer = receive(limit);
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
            receive(std::chrono::seconds(10));
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
