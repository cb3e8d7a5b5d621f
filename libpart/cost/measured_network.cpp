#include "banyan/part/measured_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "banyan/part/error.hpp"
#include "libpart/cost/network_checks.hpp"

namespace banyan::part {
namespace {

void check_class(const size_class& each) {
    for (double value : {each.from_bytes, each.latency_s, each.time_per_byte_s})
        if (!std::isfinite(value) || value < 0)
            throw error(fmt::format("network: {} in the class from {} bytes, allowed: finite numbers from 0", value,
                                    each.from_bytes));
}

/// Seconds of one direction: the largest sum of latencies of one sender, plus the time of the bytes.
double direction_s(std::span<const transfer> transfers, int processors, const measured_network& net,
                   std::int64_t item_bytes) {
    std::vector<double> latency(static_cast<std::size_t>(processors));
    std::vector<double> out(latency.size());
    std::vector<double> in(latency.size());
    double total = 0;
    for (const transfer& t : transfers) {
        const double bytes = static_cast<double>(t.items) * static_cast<double>(item_bytes);
        const size_class& rate = net.at(bytes);
        latency[static_cast<std::size_t>(t.from)] += rate.latency_s;
        out[static_cast<std::size_t>(t.from)] += bytes * rate.time_per_byte_s;
        in[static_cast<std::size_t>(t.to)] += bytes * rate.time_per_byte_s;
        total += bytes * rate.time_per_byte_s;
    }
    const double busiest = std::max(std::ranges::max(out), std::ranges::max(in));
    return std::ranges::max(latency) + (net.kind() == medium::shared ? total : busiest);
}

}  // namespace

measured_network::measured_network(std::vector<size_class> classes, medium kind)
    : classes_(std::move(classes)), kind_(kind) {
    if (classes_.empty() || classes_.front().from_bytes != 0)
        throw error("network: the first class of message sizes must begin at 0 bytes");
    for (const size_class& each : classes_)
        check_class(each);
    const auto not_above = [](const size_class& a, const size_class& b) { return a.from_bytes >= b.from_bytes; };
    if (const auto wrong = std::ranges::adjacent_find(classes_, not_above); wrong != classes_.end())
        throw error(fmt::format("network: classes of message sizes must ascend, got {} bytes before {}",
                                wrong->from_bytes, std::next(wrong)->from_bytes));
}

const size_class& measured_network::at(double bytes) const {
    const auto above = std::ranges::upper_bound(classes_, std::max(bytes, 0.0), {}, &size_class::from_bytes);
    return *std::prev(above);
}

double measured_network::message_s(double bytes) const {
    const size_class& rate = at(bytes);
    return rate.latency_s + bytes * rate.time_per_byte_s;
}

double communication_cost_s(const communication& sent, const measured_network& net, std::int64_t item_bytes) {
    check_item_bytes(item_bytes);
    double cost = 0;
    for (int k = 0; k < sent.directions(); ++k) {
        const auto [first, last] = std::ranges::equal_range(sent.transfers(), k, {}, &transfer::direction);
        cost += direction_s({first, last}, sent.processors(), net, item_bytes);
    }
    return cost;
}

}  // namespace banyan::part
