// The output terminal of a task passes on every byte, ends with its writer, and is not a controlling terminal.
#include "daemon/common/output_terminal.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cerrno>
#include <string>
#include <thread>

namespace output_terminal_test {

using namespace banyan::daemon;

namespace {

std::string all_bytes(int times) {
    std::string text;
    for (int i = 0; i < times * 256; ++i)
        text += static_cast<char>(i);
    return text;
}

// Reads to the end. `error` receives the reason for the end.
std::string read_all(int fd, int& error) {
    std::string text;
    char piece[4096];
    for (;;) {
        const auto n = ::read(fd, piece, sizeof piece);
        error = n < 0 ? errno : 0;
        if (n <= 0) return text;
        text.append(piece, static_cast<std::size_t>(n));
    }
}

}  // namespace

TEST_CASE("Every byte passes the terminal of a task unchanged, and it ends when its writers end") {
    const auto ends = make_output_terminal({});
    REQUIRE(ends);
    const std::string text = all_bytes(1000);
    std::thread writer([&, fd = (*ends)[1]] {
        for (std::size_t done = 0; done < text.size();)
            done += static_cast<std::size_t>(::write(fd, text.data() + done, text.size() - done));
        ::close(fd);
    });
    int error = 0;
    const std::string seen = read_all((*ends)[0], error);
    writer.join();
    ::close((*ends)[0]);
    CHECK((seen == text));
    CHECK(error == EIO);
}

TEST_CASE("The terminal of a task has the requested size, is write-only and is not inherited by programs") {
    const auto ends = make_output_terminal({33, 101});
    REQUIRE(ends);
    CHECK(::isatty((*ends)[1]) == 1);
    winsize size{};
    REQUIRE(::ioctl((*ends)[1], TIOCGWINSZ, &size) == 0);
    CHECK(size.ws_row == 33);
    CHECK(size.ws_col == 101);
    char byte = 0;
    CHECK(::read((*ends)[1], &byte, 1) == -1);
    for (const int fd : *ends) {
        CHECK((::fcntl(fd, F_GETFD) & FD_CLOEXEC) != 0);
        ::close(fd);
    }
}

TEST_CASE("If the system has no terminal, none is returned") {
    CHECK_FALSE(make_output_terminal({}, "/nowhere/ptmx"));
    CHECK_FALSE(make_output_terminal({}, "/dev/null"));
}

}  // namespace output_terminal_test
