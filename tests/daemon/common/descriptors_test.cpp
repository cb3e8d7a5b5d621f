#include "daemon/common/descriptors.hpp"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <utility>

namespace descriptors_test {

using namespace banyan::daemon;

namespace {

struct sockets {
    sockets() { REQUIRE(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) == 0); }
    ~sockets() {
        for (const int fd : ends)
            ::close(fd);
    }
    sockets(const sockets&) = delete;
    sockets& operator=(const sockets&) = delete;
    std::array<int, 2> ends{};
};

/// Sends the byte 'a' and two duplicates of the descriptor.
void send_twice(int socket, int descriptor) {
    const std::array<int, 2> twice{descriptor, descriptor};
    char byte = 'a';
    iovec part{&byte, 1};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof twice)] = {};
    msghdr header{};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = control;
    header.msg_controllen = sizeof control;
    cmsghdr* rights = CMSG_FIRSTHDR(&header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof twice);
    std::memcpy(CMSG_DATA(rights), twice.data(), sizeof twice);
    REQUIRE(::sendmsg(socket, &header, 0) == 1);
}

/// From now on close_range(2) fails in this process, as on an older system. False if that is not possible here.
bool forbid_close_range() {
    sock_filter filter[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_close_range, 0, 1),
                            BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
                            BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    const sock_fprog program{4, filter};
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/// In a child process. True if a descriptor is marked to be closed at exec and then is closed, and a lower one is not.
bool closes_a_descriptor(bool has_close_range) {
    const int kept = ::fcntl(STDERR_FILENO, F_DUPFD, 3);
    const int closed = ::fcntl(STDERR_FILENO, F_DUPFD, kept + 1);
    if (kept < 0 || closed < 0) return false;
    if (!has_close_range && !forbid_close_range()) return true;
    close_on_exec_from(closed);
    const bool is_closed_at_exec = ::fcntl(closed, F_GETFD) == FD_CLOEXEC && ::fcntl(kept, F_GETFD) == 0;
    close_descriptors_from(closed);
    return is_closed_at_exec && ::fcntl(closed, F_GETFD) < 0 && ::fcntl(kept, F_GETFD) == 0;
}

}  // namespace

TEST_CASE("Bytes arrive in their order, each with its own descriptor or none") {
    const sockets s;
    std::array<int, 2> pipe{};
    REQUIRE(::pipe(pipe.data()) == 0);
    CHECK_FALSE(receive_byte(s.ends[1]));
    CHECK(send_byte(s.ends[0], 'a'));
    CHECK(send_byte(s.ends[0], 'b', pipe[1]));
    ::close(pipe[1]);
    const auto first = receive_byte(s.ends[1]);
    REQUIRE(first);
    CHECK(first->byte == 'a');
    CHECK(first->descriptor == -1);
    const auto second = receive_byte(s.ends[1]);
    REQUIRE(second);
    CHECK(second->byte == 'b');
    REQUIRE(::write(second->descriptor, "x", 1) == 1);
    char got = 0;
    CHECK((::read(pipe[0], &got, 1) == 1 && got == 'x'));
    ::close(second->descriptor);
    ::close(pipe[0]);
}

TEST_CASE("Of several descriptors in a message, one is received and the others are closed") {
    const sockets s;
    std::array<int, 2> pipe{};
    REQUIRE(::pipe2(pipe.data(), O_NONBLOCK) == 0);
    send_twice(s.ends[0], pipe[1]);
    ::close(pipe[1]);
    const auto message = receive_byte(s.ends[1]);
    REQUIRE(message);
    CHECK(message->byte == 'a');
    CHECK(::fcntl(message->descriptor, F_GETFD) == FD_CLOEXEC);
    ::close(message->descriptor);
    char got = 0;
    CHECK(::read(pipe[0], &got, 1) == 0);  // nothing holds the end for writing any more
    ::close(pipe[0]);
}

TEST_CASE("A message that has no room, or no receiver, is dropped") {
    sockets s;
    int sent = 0;
    while (sent < 100'000 && send_byte(s.ends[0], 'a'))
        ++sent;
    CHECK(sent > 0);
    CHECK(sent < 100'000);
    ::close(std::exchange(s.ends[1], ::dup(s.ends[0])));
    CHECK_FALSE(send_byte(s.ends[0], 'a'));
}

TEST_CASE("Inherited descriptors are closed, also on a system without close_range") {
    const bool has_close_range = GENERATE(true, false);
    const pid_t child = ::fork();
    if (child == 0) ::_exit(closes_a_descriptor(has_close_range) ? 0 : 1);
    int status = -1;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(status == 0);
}

}  // namespace descriptors_test
