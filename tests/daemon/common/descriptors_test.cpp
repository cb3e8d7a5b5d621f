#include "daemon/common/descriptors.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
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

}  // namespace descriptors_test
