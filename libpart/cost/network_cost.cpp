// The time of messages on a network (cost.hpp).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "banyan/part/cost.hpp"
#include "banyan/part/error.hpp"
#include "banyan/part/measured_network.hpp"
#include "libpart/cost/network_checks.hpp"

namespace banyan::part {
namespace {

/// Bytes on the wire of one direction: in total, and the most that one processor sends or receives.
struct load {
    double total = 0;
    double busiest = 0;
};

load load_of_direction(std::span<const transfer> transfers, int processors, const frame_format& frame,
                       std::int64_t item_bytes) {
    load result;
    std::vector<double> out(static_cast<std::size_t>(processors));
    std::vector<double> in(static_cast<std::size_t>(processors));
    for (const transfer& t : transfers) {
        std::int64_t bytes = 0;
        if (__builtin_mul_overflow(t.items, item_bytes, &bytes))
            throw error(fmt::format("network: a message of {} items of {} bytes is too large", t.items, item_bytes));
        const auto framed = static_cast<double>(wire_bytes(bytes, frame));
        result.total += framed;
        const double sent = out[static_cast<std::size_t>(t.from)] += framed;
        const double received = in[static_cast<std::size_t>(t.to)] += framed;
        result.busiest = std::max({result.busiest, sent, received});
    }
    return result;
}

double transmission_s(const load& bytes, const network& net) {
    if (net.kind == medium::shared) return net.time_per_byte_s * bytes.total;
    return std::max(net.time_per_byte_s * bytes.busiest, net.backplane_time_per_byte_s * bytes.total);
}

std::int64_t most_messages(const communication& sent, int k) {
    std::int64_t most = 0;
    for (int processor = 0; processor < sent.processors(); ++processor)
        most = std::max(most, sent.messages(processor, k));
    return most;
}

/// Seconds in which the slowest processor computes its cells.
double longest_compute_s(const partition& parts, const speeds& processors, double seconds_per_cell_at_speed_1) {
    check_time("time per cell", seconds_per_cell_at_speed_1);
    if (parts.processors() != processors.size())
        throw error("iteration_cost_s: partition and speeds have different numbers of processors");
    double longest = 0;
    for (int processor = 0; processor < processors.size(); ++processor)
        longest = std::max(longest, static_cast<double>(parts.cells(processor)) / processors[processor]);
    return longest * seconds_per_cell_at_speed_1;
}

}  // namespace

std::int64_t wire_bytes(std::int64_t bytes, const frame_format& frame) {
    check_frame(frame);
    const std::int64_t frames = bytes / frame.data_bytes + (bytes % frame.data_bytes != 0 ? 1 : 0);
    std::int64_t overhead = 0;
    std::int64_t all = 0;
    if (__builtin_mul_overflow(frames, frame.overhead_bytes, &overhead) ||
        __builtin_add_overflow(bytes, overhead, &all))
        throw error(fmt::format("network: {} bytes in frames of {} + {} are too large", bytes, frame.data_bytes,
                                frame.overhead_bytes));
    return all;
}

double communication_cost_s(const communication& sent, const network& net, std::int64_t item_bytes) {
    check_network(net, item_bytes);
    double cost = 0;
    for (int k = 0; k < sent.directions(); ++k) {
        const auto [first, last] = std::ranges::equal_range(sent.transfers(), k, {}, &transfer::direction);
        const load bytes = load_of_direction({first, last}, sent.processors(), net.frame, item_bytes);
        cost += net.latency_s * static_cast<double>(most_messages(sent, k)) + transmission_s(bytes, net);
    }
    return cost;
}

double iteration_cost_s(const partition& parts, const speeds& processors, double seconds_per_cell_at_speed_1,
                        const communication& sent, const network& net, std::int64_t item_bytes) {
    return longest_compute_s(parts, processors, seconds_per_cell_at_speed_1) +
           communication_cost_s(sent, net, item_bytes);
}

double iteration_cost_s(const partition& parts, const speeds& processors, double seconds_per_cell_at_speed_1,
                        const communication& sent, const measured_network& net, std::int64_t item_bytes) {
    return longest_compute_s(parts, processors, seconds_per_cell_at_speed_1) +
           communication_cost_s(sent, net, item_bytes);
}

}  // namespace banyan::part
