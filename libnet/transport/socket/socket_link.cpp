#include "libnet/transport/socket/socket_link.hpp"

#include <fcntl.h>
#include <linux/sockios.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <cerrno>

namespace banyan::net::detail {
namespace {

moved failure() {
    if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) return {moved::state::would_block};
    return {moved::state::broken, 0, errno};
}

}  // namespace

socket_link::socket_link(stream_socket socket) : socket_(std::move(socket)), descriptor_(socket_.native_handle()) {
    socket_.native_non_blocking(true);
    (void)::fcntl(descriptor_, F_SETFD, FD_CLOEXEC);  // programs that the task starts must not hold its links open
    const int on = 1;                                 // fails on a Unix-domain socket, which does not need it
    (void)::setsockopt(descriptor_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

moved socket_link::read(std::span<const iovec> regions) {
    const ssize_t count = regions.size() == 1 ? ::recv(descriptor_, regions[0].iov_base, regions[0].iov_len, 0)
                                              : ::readv(descriptor_, regions.data(), static_cast<int>(regions.size()));
    if (count > 0) return {moved::state::some, static_cast<std::size_t>(count)};
    return count == 0 ? moved{moved::state::ended} : failure();
}

moved socket_link::write(std::span<const iovec> regions) {
    msghdr message{};
    message.msg_iov = const_cast<iovec*>(regions.data());
    message.msg_iovlen = regions.size();
    const ssize_t count = regions.size() == 1
                              ? ::send(descriptor_, regions[0].iov_base, regions[0].iov_len, MSG_NOSIGNAL)
                              : ::sendmsg(descriptor_, &message, MSG_NOSIGNAL);
    return count >= 0 ? moved{moved::state::some, static_cast<std::size_t>(count)} : failure();
}

bool socket_link::delivered() {
    int unsent = 0;  // bytes that the peer's host has not acknowledged; Unix-domain sockets hand over at once
    sockaddr_storage address{};
    socklen_t length = sizeof address;
    if (::getsockname(descriptor_, reinterpret_cast<sockaddr*>(&address), &length) != 0) return true;
    if (address.ss_family == AF_UNIX) return true;
    return ::ioctl(descriptor_, SIOCOUTQ, &unsent) != 0 || unsent == 0;
}

}  // namespace banyan::net::detail
