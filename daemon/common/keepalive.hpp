// How coordinator and host daemons notice each other's silence.
#pragma once

#include <chrono>

namespace banyan::daemon {

/// The coordinator asks each host daemon for a sign of life this often.
inline constexpr std::chrono::milliseconds keepalive_interval{500};

/// Silence longer than this is death: with one more interval a dead host is known within 6 s.
inline constexpr std::chrono::milliseconds keepalive_limit{5000};

}  // namespace banyan::daemon
