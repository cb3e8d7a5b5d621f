// Seconds on a network (cost.hpp).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "banyan/part/cost.hpp"
#include "banyan/part/error.hpp"

namespace banyan::part {
namespace {

void check_time(const char* what, double seconds) {
    if (!std::isfinite(seconds) || seconds < 0)
        throw error(fmt::format("network: {} = {} s, allowed are finite numbers from 0", what, seconds));
}

void check_frame(const frame_format& frame) {
    if (frame.data_bytes < 1 || frame.overhead_bytes < 0)
        throw error(fmt::format("network: frames of {} data bytes and {} overhead bytes, allowed are from 1 and from 0",
                                frame.data_bytes, frame.overhead_bytes));
}

/// Bytes of one direction on the wire: in all, and of the machine and way (out, in) with most.
struct load {
    double total = 0;
    double busiest = 0;
};

load load_of_direction(std::span<const transfer> transfers, int machines, const frame_format& frame,
                       std::int64_t item_bytes) {
    load result;
    std::vector<double> out(static_cast<std::size_t>(machines));
    std::vector<double> in(static_cast<std::size_t>(machines));
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

std::int64_t most_messages(const communication& sent, int k) {
    std::int64_t most = 0;
    for (int machine = 0; machine < sent.machines(); ++machine)
        most = std::max(most, sent.messages(machine, k));
    return most;
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

void check_network(const network& net, std::int64_t item_bytes) {
    check_time("lambda", net.latency_s);
    check_time("tau", net.time_per_byte_s);
    check_frame(net.frame);
    constexpr std::int64_t max_item_bytes = std::int64_t{1} << 30;
    if (item_bytes < 1 || item_bytes > max_item_bytes)
        throw error(fmt::format("network: items of {} bytes, allowed are 1 to {}", item_bytes, max_item_bytes));
}

double communication_cost_s(const communication& sent, const network& net, std::int64_t item_bytes) {
    check_network(net, item_bytes);
    double cost = 0;
    for (int k = 0; k < sent.directions(); ++k) {
        const auto [first, last] = std::ranges::equal_range(sent.transfers(), k, {}, &transfer::direction);
        const load bytes = load_of_direction({first, last}, sent.machines(), net.frame, item_bytes);
        cost += net.latency_s * static_cast<double>(most_messages(sent, k)) +
                net.time_per_byte_s * (net.kind == medium::shared ? bytes.total : bytes.busiest);
    }
    return cost;
}

double iteration_cost_s(const partition& parts, const speeds& machines, double seconds_per_cell_at_speed_1,
                        const communication& sent, const network& net, std::int64_t item_bytes) {
    check_time("time per cell", seconds_per_cell_at_speed_1);
    if (parts.machines() != machines.size()) throw error("iteration_cost_s: partition and speeds differ in machines");
    double longest = 0;
    for (int machine = 0; machine < machines.size(); ++machine)
        longest = std::max(longest, static_cast<double>(parts.cells(machine)) / machines[machine]);
    return longest * seconds_per_cell_at_speed_1 + communication_cost_s(sent, net, item_bytes);
}

}  // namespace banyan::part
