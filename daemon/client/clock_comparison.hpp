// Compares the clock of this computer with that of a host, on a connection to its `banyand check`.
#pragma once

#include <optional>
#include <string>

#include "daemon/client/host_examination.hpp"
#include "libnet/base/asio.hpp"

namespace banyan::daemon {

struct clock_comparison {
    std::string failure;                 ///< why there is no connection; "": there is one
    std::optional<clock_reading> clock;  ///< the most exact of several readings; nothing if the host does not answer
};

/// Blocks for 6 s at most.
clock_comparison compare_clocks(const net::asio::ip::tcp::endpoint& host);

}  // namespace banyan::daemon
