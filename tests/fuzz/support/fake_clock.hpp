// A steady clock that the target advances, so that time limits pass without waiting. Linking fake_clock.cpp replaces
// the clock of the system in the whole program.
#pragma once

#include <chrono>

namespace banyan::testing {

void advance_clock(std::chrono::milliseconds by);

}  // namespace banyan::testing
