#include "libnet/tracing/clock_alignment.hpp"

#include <cmath>

namespace banyan::net::tracing {

std::optional<clock_reading> best_reading(std::span<const clock_sample> samples) {
    const clock_sample* shortest = nullptr;
    for (const clock_sample& each : samples) {
        if (each.came < each.left) continue;
        if (!shortest || each.came - each.left < shortest->came - shortest->left) shortest = &each;
    }
    if (!shortest) return std::nullopt;
    const nanoseconds half = (shortest->came - shortest->left) / 2;
    const nanoseconds middle = shortest->left + half;
    return clock_reading{middle, shortest->other - middle, half + 1};
}

clock_alignment::clock_alignment(std::span<const clock_reading> readings) {
    if (readings.empty()) return;
    const clock_reading& first = readings.front();
    const clock_reading& last = readings.back();
    at_ = first.at;
    offset_ = first.offset;
    if (last.at > first.at)
        drift_ = static_cast<double>(last.offset - first.offset) / static_cast<double>(last.at - first.at);
}

nanoseconds clock_alignment::to_other(nanoseconds own) const {
    return own + offset_ + std::llround(drift_ * static_cast<double>(own - at_));
}

}  // namespace banyan::net::tracing
