// Measures the messages between two ranks of a group while the other ranks wait: start-up, gap, time for each byte and
// free bytes.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "libnet/collectives/collective_messages.hpp"
#include "libnet/schedules/network_model.hpp"

namespace banyan::net {

/// About how long each part of a measurement takes. A part has a few messages even if they take longer.
inline constexpr double measured_part_s = 1e-3;

/// The period of the quotas of the laboratory. In the usual period of Linux, 100 ms, a rank has ten times the CPU time,
/// which is enough for several trips.
inline constexpr std::chrono::milliseconds quota_pause{10};

/// Whether a pause precedes each long message of a measurement: ranks with less than one core may use up their quota
/// while it arrives on a slow link.
bool needs_pauses(double cores, double byte_s);

/// Ping-pongs with rank `peer`, which calls answer_link_measurement() at the same time: of 8 bytes, of a length that
/// takes about four times measured_part_s (16 KiB to 256 KiB) and of half of it, then bursts of messages of 4 KiB. If
/// the first bytes may be free, a ping-pong of twice the length follows, because a part of the shorter ones may have
/// taken no time. Medians. On a slow link, a rank with less than one core uses trips_after_pauses() instead of these
/// long trips. Blocks; throws as collective_messages.
link_times measure_link(collective_messages& ch, int peer);
void answer_link_measurement(collective_messages& ch, int peer);

/// A message of `bytes` bytes there and one back.
struct timed_trip {
    std::size_t bytes = 0;
    double seconds = 0;
};

struct two_trips {
    timed_trip shorter, longer;
};

/// For ranks with less than one core. While a long message arrives, its receiver polls and may use up its quota. Then
/// it stops until the next period of the quota, so a trip takes some whole periods, on a faster link too. So these
/// trips are short. Each one follows a pause of 10 ms, in which the ranks get CPU time, and the link its free bytes,
/// again.
///
/// `trip_s` measures a trip of so many bytes after a pause. The lengths grow by a quarter, from 16 KiB to about 128
/// KiB. The result is the first pair of neighbours of which the shorter one takes half of measured_part_s or more, and
/// the longer one noticeably more. Nothing if there is none, because the link is fast.
std::optional<two_trips> trips_after_pauses(const timed_trip& shortest,
                                            const std::function<double(std::size_t)>& trip_s);

/// Td from two lengths, above 0. A network may take the first bytes of a message faster than the rest, into the buffer
/// of a switch or the token bucket of a rate limit.
double byte_time(const timed_trip& shorter, const timed_trip& longer);

/// Whether the first bytes of a message may be free, by the times of three lengths, each longer than the one before.
/// Then the time of a byte must be measured with longer messages: free bytes shorten byte_time(longer, longest), so
/// free_bytes_of() finds too few of them. The limit is therefore half of that of free_bytes_of().
bool may_have_free_bytes(const timed_trip& shortest, const timed_trip& longer, const timed_trip& longest);

/// F from a short message, a long one and Td: what the long message would take longer if all of its bytes took Td,
/// divided by Td. From 0 to the length. 0 if it is less than a third of the length, or saves less than the start-up of
/// a message, because the times of two messages may differ by so much in any network.
double free_bytes_of(const timed_trip& shortest, const timed_trip& longer, double byte_s);

/// A round in which each of `hosts` hosts sends `bytes` bytes to the next one, all at the same time.
struct ring_round {
    std::size_t hosts = 2;
    std::size_t bytes = 0;
    double seconds = 0;
};

/// S from a round; 0 on a switched network. There the round takes as long as a message alone: T0 and the time of the
/// bytes that are not free. The network is shared if the time without T0 is more than 1.5 times as long. Then the free
/// bytes count once for all hosts together. `free_bytes`: F if a pause precedes the round, otherwise 0; less than
/// `round.bytes`.
double shared_byte_time(const ring_round& round, const link_times& link, double free_bytes);

/// G of a link whose ranks have less than one core, from the measured one and the CPU time of a send: at least this
/// time, because the messages of a stream leave one after another, and at most T0. On a slow link the bursts do not
/// show it: the time of their bytes varies by more than that of 16 sends.
double gap_with_sends(const link_times& measured, double send_s);

/// A length whose message takes about `seconds`, a power of two from 16 KiB to 256 KiB.
std::size_t length_for(double seconds, double byte_s);

/// The middle value; of an even number, the lower of both. `values` is not empty.
double median_of(std::vector<double> values);

}  // namespace banyan::net
