// Two connected sockets of one process, and what a test or a fuzz target that stands between two sides does with them.
#pragma once

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <system_error>

namespace banyan::testing {

/// Neither end blocks.
struct socket_pair {
    /// `room_bytes`: what the system keeps for the other end, roughly; 0 for its default.
    explicit socket_pair(int room_bytes = 0) {
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) != 0)
            throw std::system_error(errno, std::generic_category(), "socketpair");
        for (const int end : ends)
            if (room_bytes > 0) ::setsockopt(end, SOL_SOCKET, SO_SNDBUF, &room_bytes, sizeof room_bytes);
    }
    ~socket_pair() {
        close(0);
        close(1);
    }
    socket_pair(const socket_pair&) = delete;
    socket_pair& operator=(const socket_pair&) = delete;
    void close(int which) {
        if (ends[which] >= 0) ::close(ends[which]);
        ends[which] = -1;
    }
    int ends[2];  ///< -1 once closed
};

/// Takes all bytes that the socket holds.
template <class Bytes>
Bytes take(int socket) {
    Bytes all;
    std::array<typename Bytes::value_type, 32768> buffer;
    for (ssize_t n = 0; (n = ::recv(socket, buffer.data(), buffer.size(), MSG_DONTWAIT)) > 0;)
        all.insert(all.end(), buffer.begin(), buffer.begin() + n);
    return all;
}

/// True if the socket had room for all of them.
template <class Bytes>
bool give(int socket, const Bytes& bytes) {
    if (bytes.empty()) return true;
    const auto sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    return sent == static_cast<ssize_t>(bytes.size());
}

}  // namespace banyan::testing
