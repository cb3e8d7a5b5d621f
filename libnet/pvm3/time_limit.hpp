// The time limit of a call. Programs also give very long ones, for no limit at all.
#pragma once

#include <sys/time.h>

#include <algorithm>
#include <chrono>

#include "banyan/net/message.hpp"

namespace banyan::pvm3 {

/// The end of `limit`, which begins now. A negative limit has passed; one of centuries never passes.
inline net::deadline deadline_of(const timeval& limit) {
    using seconds = std::chrono::duration<double>;  // a sum of whole numbers might overflow
    const seconds time(static_cast<double>(limit.tv_sec) + 1e-6 * static_cast<double>(limit.tv_usec));
    return {std::max(time, seconds(0))};
}

}  // namespace banyan::pvm3
