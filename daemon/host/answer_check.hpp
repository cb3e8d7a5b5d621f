// The process `banyand check`, which answers `banyan doctor` on a host.
#pragma once

#include <string>

namespace banyan::daemon {

/// What `banyan doctor` tells the host.
struct check_orders {
    std::string here;     ///< numeric address of the computer of `banyan doctor`
    std::string port;     ///< where it listens there
    std::string address;  ///< numeric address where the host listens; "-": the local end of its connection to `here`
};

/// Reads the three words from standard input.
check_orders read_check_orders();

/// Prints what the host has, a line for each fact (docs/architecture_daemon.md), and lets `banyan doctor` connect and
/// read the clock. Returns the exit status. Blocks for 11 s at most.
int answer_check(const check_orders& orders);

}  // namespace banyan::daemon
