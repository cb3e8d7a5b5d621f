// The thread that reads the standard input delivers all of it, and does not delay the end of the program.
#include "daemon/client/standard_input.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <iterator>
#include <thread>

namespace standard_input_test {

using banyan::daemon::standard_input;

namespace {

std::ptrdiff_t thread_count() {
    using std::filesystem::directory_iterator;
    return std::distance(directory_iterator("/proc/self/task"), directory_iterator());
}

/// The standard input of this process is a pipe while this object exists. The destructor waits for the threads that
/// still read the pipe.
class piped_input {
  public:
    explicit piped_input(int flags) : before_(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)) {
        std::array<int, 2> ends{-1, -1};
        REQUIRE(::pipe2(ends.data(), flags | O_CLOEXEC) == 0);
        ::dup2(ends[0], STDIN_FILENO);
        ::close(ends[0]);
        end_ = ends[1];
    }
    ~piped_input() {
        close();
        while (thread_count() > threads_before_)
            std::this_thread::yield();
        ::dup2(before_, STDIN_FILENO);
        ::close(before_);
    }
    piped_input(const piped_input&) = delete;
    piped_input& operator=(const piped_input&) = delete;

    void write(const std::string& text) const {
        REQUIRE(::write(end_, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    }
    void close() {
        if (end_ >= 0) ::close(end_);
        end_ = -1;
    }

  private:
    std::ptrdiff_t threads_before_ = thread_count();
    int before_;
    int end_ = -1;
};

/// A terminal: the end that a user would type at, and the name of the other end.
struct typed_terminal {
    typed_terminal() {
        REQUIRE(::grantpt(keyboard) == 0);
        REQUIRE(::unlockpt(keyboard) == 0);
        name = ::ptsname(keyboard);
    }
    ~typed_terminal() { ::close(keyboard); }
    typed_terminal(const typed_terminal&) = delete;
    typed_terminal& operator=(const typed_terminal&) = delete;

    int keyboard = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    std::string name;
};

template <class Condition>
bool within(std::chrono::milliseconds limit, Condition condition) {
    for (const auto until = std::chrono::steady_clock::now() + limit; !condition(); ::poll(nullptr, 0, 1))
        if (std::chrono::steady_clock::now() > until) return false;
    return true;
}

/// A process that sleeps in a process group of its own.
pid_t start_sleeper() {
    const pid_t pid = ::fork();
    if (pid == 0)
        for (;;)
            ::pause();
    ::setpgid(pid, pid);
    return pid;
}

/// In a forked process, whose controlling terminal `screen` becomes. Returns what went wrong, or 0.
int read_in_background(const typed_terminal& screen) {
    constexpr std::chrono::seconds limit{20};
    constexpr std::chrono::milliseconds in_background{300};
    ::setsid();
    ::signal(SIGTTOU, SIG_IGN);  // so that this process may give the terminal away
    ::dup2(::open(screen.name.c_str(), O_RDWR), STDIN_FILENO);
    const pid_t sleeper = start_sleeper();
    std::atomic<int> bytes{0};
    std::atomic<bool> ended{false};
    standard_input input([&](const std::string& data, bool end) {
        bytes += static_cast<int>(data.size());
        if (end) ended = true;
    });
    const auto type = [&] { return ::write(screen.keyboard, "x\n", 2) == 2; };
    int wrong = 0;
    if (!type() || !within(limit, [&] { return bytes == 2; })) wrong |= 1;
    ::tcsetpgrp(STDIN_FILENO, sleeper);
    if (!type() || within(in_background, [&] { return ended || bytes != 2; })) wrong |= 2;
    ::tcsetpgrp(STDIN_FILENO, ::getpgrp());
    if (!within(limit, [&] { return bytes == 4; }) || ended) wrong |= 4;
    ::kill(sleeper, SIGKILL);
    ::waitpid(sleeper, nullptr, 0);
    return wrong;
}

}  // namespace

TEST_CASE("All input is delivered, and its end once") {
    piped_input pipe(0);
    std::string all;
    std::promise<void> ended;  // set twice, it would throw and end this program
    standard_input input([&](const std::string& data, bool end) {
        all += data;
        if (end) ended.set_value();
    });
    pipe.write("one\ntwo");
    pipe.write("\n");
    pipe.close();
    ended.get_future().wait();
    CHECK(all == "one\ntwo\n");
}

// Both threads are told that there is input, and one of them gets it. In a blocking pipe, the read(2) of the other one
// waits for more.
TEST_CASE("Input that another reader has taken is not an end, and the program does not wait for more") {
    const int flags = GENERATE(0, O_NONBLOCK);
    constexpr int rounds = 200;
    std::atomic<int> bytes{0};
    std::atomic<int> ends{0};
    const auto take = [&](const std::string& data, bool end) {
        if (end) ++ends;
        bytes += static_cast<int>(data.size());
    };
    for (int round = 1; round <= rounds; ++round) {
        const piped_input pipe(flags);
        const standard_input one(take);
        const standard_input other(take);
        pipe.write("x");
        while (bytes < round)
            std::this_thread::yield();
    }
    CHECK(bytes == rounds);
    CHECK(ends == 0);
}

TEST_CASE("A program in the background leaves its terminal to others, and reads again in the foreground") {
    const typed_terminal screen;
    const pid_t pid = ::fork();
    if (pid == 0) ::_exit(read_in_background(screen));
    int status = -1;
    REQUIRE(::waitpid(pid, &status, 0) == pid);
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("A terminal that is not the controlling terminal is read") {
    const typed_terminal screen;
    const int before = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
    const int other_end = ::open(screen.name.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC);
    ::dup2(other_end, STDIN_FILENO);
    std::atomic<int> bytes{0};
    {
        const standard_input input([&](const std::string& data, bool) { bytes += static_cast<int>(data.size()); });
        CHECK(::write(screen.keyboard, "x\n", 2) == 2);
        CHECK(within(std::chrono::seconds(20), [&] { return bytes == 2; }));
    }
    ::dup2(before, STDIN_FILENO);
    ::close(before);
    ::close(other_end);
}

}  // namespace standard_input_test
