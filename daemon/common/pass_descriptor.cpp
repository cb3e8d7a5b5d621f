#include "daemon/common/pass_descriptor.hpp"

#include <sys/socket.h>

#include <cerrno>
#include <cstring>

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

}  // namespace

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
        if (part->cmsg_level == SOL_SOCKET && part->cmsg_type == SCM_RIGHTS)
            std::memcpy(&message.descriptor, CMSG_DATA(part), sizeof message.descriptor);
    return message;
}

}  // namespace banyan::daemon
