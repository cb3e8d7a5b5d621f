// Reads and writes on non-blocking sockets, without copies and without signals.
#pragma once

#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <span>

#include "libnet/transport/link.hpp"

namespace banyan::net::detail {

/// The result of a failed call, from errno. A shortage of memory in the system does not break the link.
inline moved failure_of_call() {
    switch (errno) {
        case EAGAIN:
        case EINTR:
        case ENOBUFS:
        case ENOMEM:
            return {moved::state::would_block};
    }
    return {moved::state::broken, 0, errno};
}

inline msghdr message_of(std::span<const iovec> regions) {
    msghdr message{};
    message.msg_iov = const_cast<iovec*>(regions.data());
    message.msg_iovlen = regions.size();
    return message;
}

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
// Sanitizers check the buffers of the C library's functions.
inline ssize_t system_read(int descriptor, std::span<const iovec> regions) {
    return ::readv(descriptor, regions.data(), static_cast<int>(regions.size()));
}
inline ssize_t system_write(int descriptor, std::span<const iovec> regions) {
    const msghdr message = message_of(regions);
    return ::sendmsg(descriptor, &message, MSG_NOSIGNAL);
}
#else
// System calls without the C library: in a program with threads its functions are cancellation points, which costs two
// atomic operations each.
inline ssize_t system_read(int descriptor, std::span<const iovec> regions) {
    if (regions.size() > 1) return ::syscall(SYS_readv, descriptor, regions.data(), regions.size());
    return ::syscall(SYS_recvfrom, descriptor, regions[0].iov_base, regions[0].iov_len, 0, nullptr, nullptr);
}
inline ssize_t system_write(int descriptor, std::span<const iovec> regions) {
    if (regions.size() == 1)
        return ::syscall(SYS_sendto, descriptor, regions[0].iov_base, regions[0].iov_len, MSG_NOSIGNAL, nullptr, 0);
    const msghdr message = message_of(regions);
    return ::syscall(SYS_sendmsg, descriptor, &message, MSG_NOSIGNAL);
}
#endif

/// link::read of a plain socket.
inline moved read_now(int descriptor, std::span<const iovec> regions) {
    const ssize_t count = system_read(descriptor, regions);
    if (count > 0) return {moved::state::some, static_cast<std::size_t>(count)};
    return count == 0 ? moved{moved::state::ended} : failure_of_call();
}

}  // namespace banyan::net::detail
