#include "daemon/client/output_position.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "banyan/net/error.hpp"

namespace banyan::daemon {

output_position::output_position(int tasks)
    : received_(static_cast<std::size_t>(std::max(tasks, 0))), credited_(received_) {}

std::size_t output_position::take(int rank, std::size_t bytes) {
    if (rank < 0 || static_cast<std::size_t>(rank) >= received_.size())
        throw net::error(net::errc::protocol_violation,
                         fmt::format("the coordinator sent output of rank {} of {}", rank, received_.size()));
    auto& received = received_[static_cast<std::size_t>(rank)];
    auto& credited = credited_[static_cast<std::size_t>(rank)];
    received += bytes;
    const std::uint64_t open = received - credited;
    if (open < batch_bytes) return 0;
    credited = received;
    return open;
}

}  // namespace banyan::daemon
