#include "daemon/common/descriptors.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include "banyan/net/error.hpp"
#include "libnet/base/shortage.hpp"

namespace banyan::daemon {
namespace {

/// A message with room for one byte and one descriptor.
struct packet {
    packet() {
        header.msg_iov = &part;
        header.msg_iovlen = 1;
        header.msg_control = control;
        header.msg_controllen = sizeof control;
    }
    packet(const packet&) = delete;
    packet& operator=(const packet&) = delete;

    char byte = 0;
    iovec part{&byte, 1};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    msghdr header{};
};

/// The first descriptor of a received part of the message; -1 if it has none. The room for one descriptor may hold
/// further ones, because it is rounded up; they are closed.
int take_descriptor(cmsghdr* part) {
    const std::size_t bytes = part->cmsg_len - CMSG_LEN(0);
    int first = -1;
    for (std::size_t at = 0; at + sizeof(int) <= bytes; at += sizeof(int)) {
        int descriptor = -1;
        std::memcpy(&descriptor, CMSG_DATA(part) + at, sizeof descriptor);
        if (first < 0)
            first = descriptor;
        else
            ::close(descriptor);
    }
    return first;
}

/// For a system without close_range(2) or its flag (Linux before 5.11), and for containers that refuse it.
template <class Use>
void for_each_descriptor_from(int first, Use use) {
    constexpr rlim_t most = 65536;  // a limit of a billion would take minutes
    rlimit limit{};
    const rlim_t end = ::getrlimit(RLIMIT_NOFILE, &limit) == 0 ? std::min(limit.rlim_max, most) : most;
    for (int fd = first; static_cast<rlim_t>(fd) < end; ++fd)
        use(fd);
}

}  // namespace

std::array<int, 2> make_pipe() {
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        throw net::error(net::errc::resource_limit, "no pipe: " + net::detail::shortage_text(errno));
    return ends;
}

bool send_byte(int socket, char byte, int descriptor) {
    packet p;
    p.byte = byte;
    if (descriptor < 0) {
        p.header.msg_controllen = 0;
    } else {
        cmsghdr* rights = CMSG_FIRSTHDR(&p.header);
        rights->cmsg_level = SOL_SOCKET;
        rights->cmsg_type = SCM_RIGHTS;
        rights->cmsg_len = CMSG_LEN(sizeof descriptor);
        std::memcpy(CMSG_DATA(rights), &descriptor, sizeof descriptor);
    }
    ssize_t sent = 0;
    while ((sent = ::sendmsg(socket, &p.header, MSG_DONTWAIT | MSG_NOSIGNAL)) < 0 && errno == EINTR) {
    }
    return sent == 1;
}

std::optional<byte_message> receive_byte(int socket) {
    packet p;
    ssize_t got = 0;
    while ((got = ::recvmsg(socket, &p.header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) {
    }
    if (got != 1) return {};
    byte_message message{p.byte, -1};
    for (cmsghdr* part = CMSG_FIRSTHDR(&p.header); part != nullptr; part = CMSG_NXTHDR(&p.header, part))
        if (part->cmsg_level == SOL_SOCKET && part->cmsg_type == SCM_RIGHTS) message.descriptor = take_descriptor(part);
    return message;
}

void close_descriptors_from(int first) {
    if (::close_range(static_cast<unsigned>(first), ~0U, 0) == 0) return;
    for_each_descriptor_from(first, [](int fd) { ::close(fd); });
}

void close_on_exec_from(int first) {
    if (::close_range(static_cast<unsigned>(first), ~0U, CLOSE_RANGE_CLOEXEC) == 0) return;
    for_each_descriptor_from(first, [](int fd) { ::fcntl(fd, F_SETFD, FD_CLOEXEC); });
}

}  // namespace banyan::daemon
