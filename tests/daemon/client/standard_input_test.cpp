// The thread that reads the standard input delivers all of it, and does not delay the end of the program.
#include "daemon/client/standard_input.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <filesystem>
#include <future>
#include <iterator>
#include <thread>

namespace standard_input_test {

using banyan::daemon::standard_input;

namespace {

std::ptrdiff_t threads() {
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
        while (threads() > threads_before_)
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
    std::ptrdiff_t threads_before_ = threads();
    int before_;
    int end_ = -1;
};

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

}  // namespace standard_input_test
