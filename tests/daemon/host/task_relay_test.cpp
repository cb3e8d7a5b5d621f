// A relay passes on all output until the task ends, in large pieces and within the window.
#include "daemon/host/task_relay.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <string>
#include <thread>

namespace task_relay_test {

using namespace banyan::daemon;
namespace asio = banyan::net::asio;

namespace {

void write_all(int fd, const std::string& text) {
    for (std::size_t done = 0; done < text.size();)
        done += static_cast<std::size_t>(::write(fd, text.data() + done, text.size() - done));
}

/// A relay. The test has the other ends of its pipes.
struct fixture {
    explicit fixture(const task_relay::options& o) : relay(std::make_shared<task_relay>(io, o, theirs)) {
        relay->start({[this](bool is_error, std::string& data) {
                          (is_error ? error : output) += data;
                          ++pieces;
                      },
                      {},
                      [this] { ++finished; }});
    }
    ~fixture() {
        for (const int fd : theirs)
            if (fd >= 0) ::close(fd);
    }
    fixture(const fixture&) = delete;
    fixture& operator=(const fixture&) = delete;
    void end_task() {
        for (int& fd : theirs)
            ::close(std::exchange(fd, -1));
        relay->process_died();
    }

    asio::io_context io;
    std::array<int, 3> theirs{-1, -1, -1};
    std::string output;
    std::string error;
    int pieces = 0;
    std::size_t taken = 0;
    int finished = 0;
    std::shared_ptr<task_relay> relay;
};

}  // namespace

TEST_CASE("The content of a pipe is passed on in one piece") {
    fixture f({});
    const std::string text(60'000, 'x');
    write_all(f.theirs[1], text);
    f.io.poll();
    CHECK(f.pieces == 1);
    CHECK((f.output == text));
    f.end_task();
    f.io.run();
    CHECK(f.finished == 1);
}

TEST_CASE("A relay reads no more than its window and one piece until credit comes") {
    const bool terminal = GENERATE(false, true);
    task_relay::options o;
    if (terminal) o.output_terminal = terminal_size{};
    fixture f(o);
    std::string text;
    for (int i = 0; i < 1'000'000; ++i)
        text += static_cast<char>(i * 7 % 256);
    std::thread writer([&] { write_all(f.theirs[1], text); });
    const auto read_until = [&](std::size_t bytes) {
        while (f.output.size() < bytes)
            f.io.run_one();
    };
    read_until(task_relay::window_bytes);
    f.io.poll();
    CHECK(f.output.size() < task_relay::window_bytes + 65'536);
    std::size_t taken = 0;
    while (f.output.size() < text.size()) {
        const std::size_t now = f.output.size();
        f.relay->output_taken(now - std::exchange(taken, now));
        f.io.restart();
        read_until(now + 1);
    }
    writer.join();
    f.end_task();
    f.io.restart();
    f.io.run();
    CHECK(f.finished == 1);
    CHECK((f.output == text));
}

TEST_CASE("Standard error is separate from a terminal for standard output") {
    fixture f({.wants_input = false, .output_terminal = terminal_size{}});
    CHECK(::isatty(f.theirs[1]) == 1);
    CHECK(::isatty(f.theirs[2]) == 0);
    write_all(f.theirs[2], "warning\n");
    write_all(f.theirs[1], "a\r\n\x1b[1m\n");
    f.end_task();
    f.io.run();
    CHECK(f.error == "warning\n");
    CHECK(f.output == "a\r\n\x1b[1m\n");
}

TEST_CASE("Joined output keeps the order of both streams") {
    fixture f(task_relay::options{.wants_input = false, .output_terminal = std::nullopt, .joined_output = true});
    write_all(f.theirs[1], "one\n");
    write_all(f.theirs[2], "two ");
    write_all(f.theirs[1], "three\n");
    f.end_task();
    f.io.run();
    CHECK(f.output == "one\ntwo three\n");
    CHECK(f.error.empty());
    CHECK(f.finished == 1);
}

TEST_CASE("Output that the command has not received is sent again after it reconnects, and then the end") {
    fixture f({});
    write_all(f.theirs[1], "abcdef");
    f.io.poll();
    f.relay->output_taken(2);
    f.relay->hold();
    write_all(f.theirs[1], "ghi");
    f.end_task();
    f.io.restart();
    f.io.run();
    CHECK(f.relay->is_over());
    CHECK(f.finished == 0);
    CHECK(f.output == "abcdef");

    f.output.clear();
    f.relay->resume(4, 3);
    CHECK(f.output == "efghi");
    CHECK(f.finished == 1);
    f.relay->resume(4, 3);  // not stored, because all of it is in transit
    CHECK(f.output == "efghi");
    CHECK(f.finished == 1);

    f.relay->hold();
    f.relay->resume(9, 3);
    CHECK(f.output == "efghi");
    CHECK(f.finished == 2);
    f.relay->hold();
    f.relay->discard();
    CHECK(f.finished == 3);
}

TEST_CASE("A relay that is held reads no more than its window and one piece, and continues there afterwards") {
    fixture f({});
    f.relay->hold();
    std::string text;
    for (int i = 0; i < 1'000'000; ++i)
        text += static_cast<char>(i * 7 % 256);
    std::thread writer([&] { write_all(f.theirs[1], text); });
    while (!f.relay->is_full())
        f.io.run_one();
    CHECK(f.output.empty());
    f.relay->resume(0, 0);
    CHECK(f.output.size() < task_relay::window_bytes + 65'536);
    while (f.output.size() < text.size()) {
        const std::size_t before = f.output.size();
        f.relay->output_taken(before - std::exchange(f.taken, before));
        f.io.restart();
        while (f.output.size() == before)
            f.io.run_one();
    }
    writer.join();
    CHECK((f.output == text));
}

}  // namespace task_relay_test
