// How the command writes the output of the tasks: every byte, one write per block, with or without ranks.
#include "tools/banyan/output_printer.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <cerrno>
#include <csignal>
#include <thread>

#include "daemon/common/output_terminal.hpp"

namespace output_printer_test {

using banyan::daemon::output_block;
using banyan::tools::output_printer;

namespace {

std::string contents(int fd) {
    std::string text(65'536, '\0');
    const auto n = ::read(fd, text.data(), text.size());
    text.resize(n < 0 ? 0 : static_cast<std::size_t>(n));
    return text;
}

/// A pipe from which each write is read separately.
struct packets {
    packets() { REQUIRE(::pipe2(ends.data(), O_DIRECT | O_CLOEXEC) == 0); }
    ~packets() {
        ::close(ends[0]);
        ::close(ends[1]);
    }
    packets(const packets&) = delete;
    packets& operator=(const packets&) = delete;
    [[nodiscard]] std::string next() const { return contents(ends[0]); }
    std::array<int, 2> ends{};
};

}  // namespace

TEST_CASE("A block of many lines is one write") {
    const bool tagged = GENERATE(false, true);
    const packets out;
    output_printer printer({.out = out.ends[1], .error = out.ends[1], .tagged = tagged});
    printer.print({3, false, "one\n\ntwo\n"});
    CHECK(out.next() == (tagged ? "[3] one\n[3] \n[3] two\n" : "one\n\ntwo\n"));
}

TEST_CASE("Without labels nothing is added") {
    const packets out;
    output_printer printer({.out = out.ends[1], .error = out.ends[1]});
    const std::string bytes("\0\x1b[2J\xff", 6);
    printer.print({0, false, bytes});
    printer.print({1, false, "x"});
    CHECK(out.next() == bytes);
    CHECK(out.next() == "x");
}

TEST_CASE("With labels a line break is added only where another rank follows an unfinished line") {
    const packets out;
    const packets error;
    output_printer printer({.out = out.ends[1], .error = error.ends[1], .tagged = true});
    printer.print({0, false, "half"});
    CHECK(out.next() == "[0] half");
    printer.print({1, true, "warning\n"});
    CHECK(error.next() == "[1] warning\n");
    printer.print({0, false, " a line\nhalf"});
    CHECK(out.next() == " a line\n[0] half");
    printer.print({1, false, "other\n"});
    CHECK(out.next() == "\n[1] other\n");
    printer.print({0, false, " rest"});
    CHECK(out.next() == "[0]  rest");
}

TEST_CASE("On a terminal each rank and stream has its own state") {
    const auto terminal = banyan::daemon::make_output_terminal({});
    REQUIRE(terminal);
    output_printer printer({.out = (*terminal)[1], .error = (*terminal)[1], .tagged = true});
    printer.print({0, false, "\x1b[31mred\n\xc3"});
    CHECK(contents((*terminal)[0]) == "[0] \x1b[31mred\x1b[0m\n");
    printer.print({1, false, "\xbc\n"});
    CHECK(contents((*terminal)[0]) == "[1] \\xbc\n");
    printer.print({0, false, "\xbc"});
    CHECK(contents((*terminal)[0]) == "[0] \x1b[31m\xc3\xbc\x1b[0m");
    printer.print({0, false, "\xc3"});
    printer.finish();
    CHECK(contents((*terminal)[0]) == "\x1b[31m\\xc3\x1b[0m");
    for (const int fd : *terminal)
        ::close(fd);
}

TEST_CASE("Output for a terminal that has been closed is dropped, and other output is written") {
    const bool raw = GENERATE(false, true);
    const auto terminal = banyan::daemon::make_output_terminal({});
    REQUIRE(terminal);
    const packets out;
    output_printer printer({.out = (*terminal)[1], .error = out.ends[1], .raw = raw});
    printer.print({0, false, "shown\n"});
    CHECK(contents((*terminal)[0]) == "shown\n");
    ::close((*terminal)[0]);
    const auto written = ::write((*terminal)[1], "x", 1);
    const int why = errno;
    CHECK(written == -1);
    CHECK(why == EIO);
    CHECK_NOTHROW(printer.print({0, false, "lost\n"}));
    printer.print({0, true, "an error\n"});
    CHECK(out.next() == "an error\n");
    CHECK_NOTHROW(printer.finish());
    ::close((*terminal)[1]);
}

TEST_CASE("A signal interrupts a write that waits for its reader, and all bytes arrive") {
    std::array<int, 2> pipe{};
    REQUIRE(::pipe2(pipe.data(), O_CLOEXEC) == 0);
    struct sigaction quiet {};  // without SA_RESTART
    struct sigaction before {};
    quiet.sa_handler = [](int) {};
    ::sigaction(SIGURG, &quiet, &before);
    std::atomic<int> interrupts{0};
    output_printer printer({.out = pipe[1], .error = pipe[1], .on_interrupt = [&] { ++interrupts; }});
    const std::string block(200'000, 'x');  // more than the pipe has room for
    std::string read;
    std::thread reader([&, writer = ::pthread_self()] {
        for (; interrupts == 0; ::poll(nullptr, 0, 1))
            ::pthread_kill(writer, SIGURG);
        while (read.size() < block.size())
            read += contents(pipe[0]);
    });
    printer.print({0, false, block});
    reader.join();
    CHECK((read == block));
    ::sigaction(SIGURG, &before, nullptr);
    for (const int fd : pipe)
        ::close(fd);
}

}  // namespace output_printer_test
