// Measures the messages between two ranks of a group while the other ranks wait: start-up, gap and time for each byte.
#pragma once

#include "libnet/collectives/collective_messages.hpp"
#include "libnet/schedules/network_model.hpp"

namespace banyan::net {

/// About how long each part of a measurement takes. A part has a few messages even if they take longer.
inline constexpr double measured_part_s = 1e-3;

/// Ping-pongs with rank `peer`, which calls answer_link_measurement() at the same time: of 8 bytes, and of a length
/// that takes a quarter of measured_part_s (16 KiB to 256 KiB), then bursts of messages of 4 KiB. Medians. Blocks;
/// throws as collective_messages.
link_times measure_link(collective_messages& ch, int peer);
void answer_link_measurement(collective_messages& ch, int peer);

/// A length whose message takes about `seconds`, a power of two from 16 KiB to 256 KiB.
std::size_t length_for(double seconds, double byte_s);

/// The middle value; of an even number, the lower of both. `values` is not empty.
double median_of(std::vector<double> values);

}  // namespace banyan::net
