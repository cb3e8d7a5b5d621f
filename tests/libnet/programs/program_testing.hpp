// Runs a user's program as ranks that are threads, on every transport and for several numbers of ranks.
//
// Each run is a process of its own with a time limit. A run that hangs reports where each rank waits and ends alone;
// the runs after it take place.
#pragma once

#include <catch2/catch.hpp>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "tests/common/byte_comparison.hpp"
#include "tests/common/compute.hpp"
#include "tests/common/error_of.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/long_form.hpp"

namespace banyan::testing {

using namespace std::chrono_literals;

/// Few ranks where tests are shortened: their threads take long under a sanitizer. The runs with BANYAN_ENCRYPTION
/// repeat those without it, so fewer sizes are enough.
inline std::vector<int> usual_sizes() {
    if (full_form()) return {2, 4, 16, 17};
    if (shortened()) return {5, 2};
    if (std::getenv("BANYAN_ENCRYPTION")) return {4, 17};
    return {2, 4, 17};
}

/// One user's program and the runs of it.
struct program {
    std::function<void(net::group& world)> body;
    std::vector<int> sizes = usual_sizes();
    net::mailbox_options options{};
    std::chrono::seconds limit{60};  ///< a run that takes longer hangs; three times as much under a sanitizer
    int at_once = 2;                 ///< runs side by side; more where ranks sleep most of the time
};

/// Runs it and checks that each run ends without a failure. BANYAN_TEST_RANKS=4 and BANYAN_TEST_TRANSPORT=tcp choose
/// from the runs.
void check_runs(const program& what);

/// Runs `body` in a child process. The result is "" if it returns in time, otherwise the error, the signal, or where
/// each rank waits.
std::string outcome_in_child(const std::function<void()>& body, std::chrono::seconds limit = 60s);

/// Notes what this rank does next, for the report of a hang. `value` completes the text.
void at(const net::group& world, const char* what, long value = -1);

/// Ranks report through this; Catch2's assertions are for one thread only.
void demand(bool holds, const std::string& what);

/// A number that ranks raise and wait for without a call of the library. Each run has its own: it is a process, whose
/// time limit holds for the waits too.
class milestone {
  public:
    void reach(int value) {
        value_ = value;
        value_.notify_all();
    }
    void add_one() {
        ++value_;
        value_.notify_all();
    }
    [[nodiscard]] bool has_reached(int value) const { return value_ >= value; }
    void wait_for(int value) const {
        for (int seen = value_; seen < value; seen = value_)
            value_.wait(seen);
    }

  private:
    std::atomic<int> value_{0};
};

/// compute(), but the rank needs a core all the time.
void compute_busily(std::chrono::milliseconds time);

/// `size` bytes that tell a message apart from others; the same for the same seed.
std::vector<std::byte> pattern(std::size_t size, unsigned seed);
/// A seed for message `number` with `tag` from `source`.
inline unsigned seed_of(int source, int tag, int number = 0) {
    return static_cast<unsigned>((source * 1009 + tag) * 10007 + number);
}

/// The rank `distance` further round the ring.
inline net::rank neighbour(const net::group& world, int distance) {
    return net::rank{(world.rank().value + distance + world.size()) % world.size()};
}

/// Ranks 0 and 1, 2 and 3, ... are partners; the last of an odd number of ranks has none.
inline std::optional<net::rank> partner(const net::group& world) {
    const int other = world.rank().value ^ 1;
    if (other >= world.size()) return std::nullopt;
    return net::rank{other};
}

/// Receives a message with the given tag and checks its length and content.
void expect_message(const net::group& world, net::rank from, int tag, std::size_t size, unsigned seed);

/// Calls `body` in `count` threads and waits for them. Rethrows the first failure.
void in_threads(int count, const std::function<void(int number)>& body);

/// The largest resident memory of this process so far; 0 under a sanitizer. A child starts with what it inherits.
std::size_t peak_memory_bytes();

}  // namespace banyan::testing
