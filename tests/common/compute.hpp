// Stands for the computation of a rank in tests.
#pragma once

#include <chrono>
#include <thread>

namespace banyan::testing {

/// Takes `time`, in which the rank makes no call of the library. This is not a way to wait for an event: a test passes
/// for every `time`, because on a busy computer the rank may take much longer.
inline void compute(std::chrono::milliseconds time) {
    std::this_thread::sleep_for(time);
}

}  // namespace banyan::testing
