#include "libpart/cost/network_checks.hpp"

#include <fmt/format.h>

#include <cmath>

#include "banyan/part/error.hpp"

namespace banyan::part {

void check_time(const char* what, double seconds) {
    if (!std::isfinite(seconds) || seconds < 0)
        throw error(fmt::format("network: {} = {} s, allowed: finite numbers from 0", what, seconds));
}

void check_frame(const frame_format& frame) {
    if (frame.data_bytes < 1 || frame.overhead_bytes < 0)
        throw error(fmt::format("network: frames of {} data bytes and {} overhead bytes, allowed: from 1 and from 0",
                                frame.data_bytes, frame.overhead_bytes));
}

void check_network(const network& net, std::int64_t item_bytes) {
    check_time("lambda", net.latency_s);
    check_time("tau", net.time_per_byte_s);
    check_time("tau of the backplane", net.backplane_time_per_byte_s);
    check_frame(net.frame);
    check_item_bytes(item_bytes);
}

void check_item_bytes(std::int64_t item_bytes) {
    constexpr std::int64_t max_item_bytes = std::int64_t{1} << 30;
    if (item_bytes < 1 || item_bytes > max_item_bytes)
        throw error(fmt::format("network: items of {} bytes, allowed: 1 to {}", item_bytes, max_item_bytes));
}

}  // namespace banyan::part
