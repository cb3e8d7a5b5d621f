#include "banyan/grid/self_synchronization.hpp"

#include <algorithm>
#include <string>

#include "banyan/part/error.hpp"
#include "banyan/part/papers/epoch_imbalance.hpp"

namespace banyan::grid {
namespace {

// A compute time that is this many times the expected one, and this long, counts as a stop.
constexpr double stop = 10;
constexpr double shortest_stop_s = 0.1;

}  // namespace

self_synchronization::self_synchronization(int ranks, std::int64_t every, int memory)
    : every_(every), factor_(part::normal_imbalance(1, ranks)), estimate_(memory) {
    if (every < 1) throw part::error("every: " + std::to_string(every) + ", allowed: whole numbers from 1");
}

void self_synchronization::start(clock::time_point now) {
    ++iteration_;
    start_ = now;
}

void self_synchronization::computed(clock::time_point now) {
    // A time while the process was stopped (Ctrl-Z, a laptop asleep) is no compute time. An estimate that is too small
    // does no harm: the exchange waits for the neighbours.
    const double seconds = std::chrono::duration<double>(now - start_).count();
    estimate_.add(estimate_.times() < 2 ? seconds : std::min(seconds, std::max(shortest_stop_s, stop * expected_s())));
}

self_synchronization::clock::time_point self_synchronization::exchange_time() const {
    if (estimate_.times() < 2) return start_;
    return start_ +
           std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(expected_s() + bound_s()));
}

}  // namespace banyan::grid
