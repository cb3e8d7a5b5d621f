#include "libnet/transport/socket/link_watcher.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

namespace link_watcher_test {

using namespace banyan::net;
using detail::link_watcher;
using namespace std::chrono_literals;

namespace {

constexpr task_id first = task_id::make(1, 1), second = task_id::make(4095, 262143);

// Two connected sockets.
class socket_pair {
  public:
    socket_pair() { REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends_.data()) == 0); }
    ~socket_pair() {
        for (const int one : ends_)
            if (one >= 0) ::close(one);
    }
    socket_pair(const socket_pair&) = delete;
    socket_pair& operator=(const socket_pair&) = delete;

    [[nodiscard]] int near() const { return ends_[0]; }
    void send_from_far() { REQUIRE(::write(ends_[1], "x", 1) == 1); }
    void fill() {
        const std::array<char, 4096> block{};
        while (::write(ends_[0], block.data(), block.size()) > 0) {
        }
    }
    // Reads all that end `from` has got.
    void empty(int from) {
        std::array<char, 4096> block{};
        while (::read(ends_[static_cast<std::size_t>(from)], block.data(), block.size()) > 0) {
        }
    }
    void close(int which) { ::close(std::exchange(ends_[static_cast<std::size_t>(which)], -1)); }

  private:
    std::array<int, 2> ends_{-1, -1};
};

std::vector<task_id> polled(link_watcher& watcher) {
    std::vector<task_id> found;
    watcher.poll(found);
    std::ranges::sort(found);
    return found;
}

using peers = std::vector<task_id>;

}  // namespace

TEST_CASE("A watched socket is reported as long as it has bytes to read") {
    link_watcher watcher;
    socket_pair one, other;
    watcher.watch(one.near(), first);
    watcher.watch(other.near(), second);
    CHECK(polled(watcher).empty());
    one.send_from_far();
    CHECK(polled(watcher) == peers{first});
    CHECK(polled(watcher) == peers{first});
    other.send_from_far();
    CHECK(polled(watcher) == peers{first, second});
    one.empty(0);
    CHECK(polled(watcher) == peers{second});
}

TEST_CASE("A socket is reported as writable only while that is asked for") {
    link_watcher watcher;
    socket_pair pair;
    watcher.watch(pair.near(), first, link_watcher::interest::read_and_write);
    CHECK(polled(watcher) == peers{first});
    pair.fill();
    CHECK(polled(watcher).empty());
    pair.empty(1);
    CHECK(polled(watcher) == peers{first});
    watcher.rewatch(pair.near(), first, link_watcher::interest::read);
    CHECK(polled(watcher).empty());
    watcher.rewatch(pair.near(), first, link_watcher::interest::read_and_write);
    CHECK(polled(watcher) == peers{first});
}

TEST_CASE("A socket whose other end was closed is reported") {
    link_watcher watcher;
    socket_pair pair;
    watcher.watch(pair.near(), first);
    pair.close(1);
    CHECK(polled(watcher) == peers{first});
}

TEST_CASE("A socket that is not watched any more is not reported, even if a copy of it stays open") {
    link_watcher watcher;
    socket_pair pair;
    watcher.watch(pair.near(), first);
    const int copy = ::dup(pair.near());  // as in a forked child
    pair.send_from_far();
    watcher.unwatch(pair.near());
    pair.close(0);
    CHECK(polled(watcher).empty());
    ::close(copy);
}

TEST_CASE("More sockets than one call reports are all reported, the others first") {
    link_watcher watcher;
    std::vector<std::unique_ptr<socket_pair>> pairs;
    for (std::uint32_t i = 0; i < 2 * link_watcher::most_found; ++i) {
        pairs.push_back(std::make_unique<socket_pair>());
        pairs.back()->send_from_far();
        watcher.watch(pairs.back()->near(), task_id{i + 1});
    }
    std::vector<task_id> found;
    watcher.poll(found);
    CHECK(found.size() == link_watcher::most_found);
    watcher.poll(found);
    std::ranges::sort(found);
    found.erase(std::ranges::unique(found).begin(), found.end());
    CHECK(found.size() == 2 * link_watcher::most_found);
}

TEST_CASE("A wait ends at its deadline, not before") {
    link_watcher watcher;
    const deadline until(3ms);
    std::vector<task_id> found;
    watcher.wait(until, found);
    CHECK(until.passed());
    CHECK(found.empty());
    watcher.wait(deadline(-1ms), found);
    CHECK(found.empty());
}

TEST_CASE("A wake ends the next wait once, and the current one of another thread") {
    link_watcher watcher;
    std::vector<task_id> found;
    watcher.wake();
    watcher.wake();
    watcher.wait({}, found);
    const deadline until(2ms);
    watcher.wait(until, found);
    CHECK(until.passed());
    std::thread sleeper([&] { watcher.wait({}, found); });
    watcher.wake();
    sleeper.join();
    CHECK(found.empty());
}

}  // namespace link_watcher_test
