#include "tests/fuzz/support/far_end.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <span>
#include <utility>

#include "tests/fuzz/input.hpp"

namespace banyan::testing {
namespace {

int lowest_free() {
    const int number = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    ::close(number);
    return number;
}

}  // namespace

far_end::far_end(far_end&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)), reader_(std::move(other.reader_)) {}

far_end& far_end::operator=(far_end&& other) noexcept {
    close();
    socket_ = std::exchange(other.socket_, -1);
    reader_ = std::move(other.reader_);
    return *this;
}

far_end far_end::make(net::asio::io_context& io, std::optional<net::stream_socket>& near) {
    int ends[2];
    demand(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) == 0);
    near.emplace(io, net::asio::generic::stream_protocol(AF_UNIX, 0), ends[0]);
    return far_end(ends[1]);
}

void far_end::close() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
}

void far_end::send_raw(const std::string& bytes) {
    if (is_open()) (void)::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
}

void far_end::receive(const std::function<void(const std::string& body)>& on_frame) {
    std::array<std::byte, 65536> buffer;
    while (is_open()) {
        const auto n = ::recv(socket_, buffer.data(), buffer.size(), MSG_DONTWAIT);
        if (n == 0) close();
        if (n <= 0) return;
        reader_.feed(std::span(buffer).first(static_cast<std::size_t>(n)));
        while (const auto body = reader_.next())
            on_frame(*body);
    }
}

void settle(net::asio::io_context& io) {
    if (io.stopped()) io.restart();
    io.poll();
}

same_descriptors::same_descriptors() : lowest_free_(lowest_free()) {}

same_descriptors::~same_descriptors() {
    demand(lowest_free() <= lowest_free_);
}

}  // namespace banyan::testing
