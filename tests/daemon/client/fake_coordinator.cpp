#include "tests/daemon/client/fake_coordinator.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "daemon/common/runtime_directory.hpp"

namespace banyan::testing {

namespace {

constexpr int limit_ms = 20'000;
constexpr const char* runtime_variable = "XDG_RUNTIME_DIR";

[[noreturn]] void fail(const std::string& what) {
    throw std::runtime_error("fake coordinator: " + what);
}

void await(int socket, const std::string& what) {
    pollfd readable{socket, POLLIN, 0};
    if (::poll(&readable, 1, limit_ms) != 1) fail("no " + what);
}

sockaddr_un address_of(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) fail("the path is too long: " + path);
    std::memcpy(address.sun_path, path.c_str(), path.size());
    return address;
}

}  // namespace

fake_session::~fake_session() {
    close();
}

void fake_session::close() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
}

daemon::wire::FromClient fake_session::receive() {
    for (;;) {
        if (const auto body = reader_.next()) {
            daemon::wire::FromClient message;
            if (!message.ParseFromString(*body)) fail("bytes that are no message");
            return message;
        }
        await(socket_, "message came");
        std::array<std::byte, 65536> buffer;
        const auto n = ::recv(socket_, buffer.data(), buffer.size(), 0);
        if (n <= 0) fail("the command has closed");
        reader_.feed(std::span(buffer).first(static_cast<std::size_t>(n)));
    }
}

void fake_session::send(const daemon::wire::ToClient& message) {
    send_bytes(net::control_frame(message.SerializeAsString()));
}

void fake_session::send_bytes(const std::string& bytes) {
    for (std::size_t sent = 0; sent < bytes.size();) {
        const auto n = ::send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
        if (n < 0) fail("the command does not take a message");
        sent += static_cast<std::size_t>(n);
    }
}

fake_coordinator::fake_coordinator(const std::string& id, std::vector<script> scripts) : scripts_(std::move(scripts)) {
    if (const char* before = std::getenv(runtime_variable)) runtime_before_ = before;
    ::setenv(runtime_variable, folder_.path.c_str(), 1);
    daemon::make_private_directory(daemon::virtual_machine_directory(id));
    listen(daemon::first_socket(id));
    // The signals of the test must go to the thread of the command.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    thread_ = std::thread([this] { serve(); });
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

fake_coordinator::~fake_coordinator() {
    finish();
    if (runtime_before_.empty())
        ::unsetenv(runtime_variable);
    else
        ::setenv(runtime_variable, runtime_before_.c_str(), 1);
}

void fake_coordinator::listen(const std::filesystem::path& path) {
    listener_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const auto address = address_of(path.string());
    if (::bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::listen(listener_, 0) != 0)
        fail("cannot listen at " + path.string());
}

void fake_coordinator::fill_queue() {
    sockaddr_un address{};
    socklen_t size = sizeof address;
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    for (;;) {
        const int filler = ::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        if (::connect(filler, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
            const bool full = errno == EAGAIN;
            ::close(filler);
            if (!full) fail("cannot fill the queue");
            return;
        }
        fillers_.push_back(filler);
    }
}

int fake_coordinator::accept() {
    await(listener_, "connection came");
    const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0) fail("cannot accept");
    return socket;
}

void fake_coordinator::serve() {
    try {
        for (const auto& run : scripts_) {
            for (const int filler : fillers_) {
                ::close(accept());
                ::close(filler);
            }
            fillers_.clear();
            fake_session session(accept());
            run(session);
        }
    } catch (const std::exception& failed) {
        failure_ = failed.what();
    }
    ::close(listener_);
}

std::string fake_coordinator::finish() {
    if (thread_.joinable()) thread_.join();
    return failure_;
}

}  // namespace banyan::testing
