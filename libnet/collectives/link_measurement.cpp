#include "libnet/collectives/link_measurement.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <thread>

#include "libnet/base/cores.hpp"

namespace banyan::net {
namespace {

using clock = std::chrono::steady_clock;

constexpr std::size_t short_bytes = 8, burst_bytes = 4096;
constexpr std::size_t least_long_bytes = std::size_t{16} << 10, most_long_bytes = std::size_t{256} << 10;
constexpr std::uint64_t burst_messages = 16;
constexpr double least_byte_s = 1e-12;       // the model needs a number above 0
constexpr double least_free_part = 1.0 / 3;  // of a long message; less may be noise

// What the answering rank does next: `trips` times it receives `messages` of `bytes` and sends one of `answer_bytes`.
struct trip_order {
    std::uint64_t trips = 0;  // 0: the measurement has ended
    std::uint64_t messages = 1;
    std::uint64_t bytes = short_bytes;
    std::uint64_t answer_bytes = short_bytes;
};

void send_burst(collective_messages& ch, int peer, std::span<const std::byte> bytes, std::uint64_t messages) {
    std::vector<request> sends;
    for (std::uint64_t i = 0; i < messages; ++i)
        sends.push_back(ch.async_send(peer, bytes));
    ch.wait_all(sends);
}

// The median time of a trip, there and back; one more trip before them is not measured. A pause precedes each trip.
double time_trips(collective_messages& ch, int peer, trip_order order, std::chrono::milliseconds pause = {}) {
    const std::vector<std::byte> out(order.bytes);
    std::vector<std::byte> in(order.answer_bytes);
    ++order.trips;
    ch.send(peer, std::as_bytes(std::span(&order, 1)));
    std::vector<double> seconds;
    for (std::uint64_t i = 0; i < order.trips; ++i) {
        if (pause.count() > 0) std::this_thread::sleep_for(pause);
        const auto start = clock::now();
        send_burst(ch, peer, out, order.messages);
        ch.recv(peer, in);
        if (i > 0) seconds.push_back(std::chrono::duration<double>(clock::now() - start).count());
    }
    return median_of(std::move(seconds));
}

std::uint64_t trips_in(double seconds, double trip_s, std::uint64_t least, std::uint64_t most) {
    return std::clamp(static_cast<std::uint64_t>(seconds / std::max(trip_s, 1e-7)), least, most);
}

timed_trip time_long_trips(collective_messages& ch, int peer, std::size_t bytes) {
    const double first = time_trips(ch, peer, {.trips = 1, .bytes = bytes, .answer_bytes = bytes});
    const std::uint64_t trips = trips_in(measured_part_s, first, 2, 9);
    return {bytes, time_trips(ch, peer, {.trips = trips, .bytes = bytes, .answer_bytes = bytes})};
}

struct link_bytes {
    double byte_s = 0, free_bytes = 0;
};

// From long trips that follow each other. `bytes` is the length of the second one.
link_bytes measure_in_a_row(collective_messages& ch, int peer, const timed_trip& shortest, std::size_t bytes) {
    const timed_trip half = time_long_trips(ch, peer, bytes / 2);
    const timed_trip whole = time_long_trips(ch, peer, bytes);
    double byte_s = byte_time(half, whole);
    // On a fast link, messages of twice the length are also slower because of caches and the rendezvous, so there the
    // limit is not halved.
    const bool is_slow = bytes < most_long_bytes;
    if (is_slow ? may_have_free_bytes(shortest, half, whole) : free_bytes_of(shortest, half, byte_s) > 0)
        byte_s = byte_time(whole, time_long_trips(ch, peer, 2 * bytes));  // part of `whole` may have been free too
    return {byte_s, free_bytes_of(shortest, half, byte_s)};
}

std::optional<link_bytes> measure_after_pauses(collective_messages& ch, int peer, const timed_trip& shortest) {
    const auto timed = [&](std::size_t bytes) {
        return time_trips(ch, peer, {.trips = 2, .bytes = bytes, .answer_bytes = bytes}, quota_pause);
    };
    const auto trips = trips_after_pauses(shortest, timed);
    if (!trips) return std::nullopt;
    const double byte_s = byte_time(trips->shorter, trips->longer);
    return link_bytes{byte_s, free_bytes_of(shortest, trips->shorter, byte_s)};
}

link_bytes measure_bytes(collective_messages& ch, int peer, const timed_trip& shortest) {
    const double rough = byte_time(shortest, time_long_trips(ch, peer, least_long_bytes));
    if (needs_pauses(detail::usable_cores(), rough))
        if (const auto found = measure_after_pauses(ch, peer, shortest)) return *found;
    return measure_in_a_row(ch, peer, shortest, length_for(4 * measured_part_s, rough));
}

double gap_time(collective_messages& ch, int peer, double start_s, double byte_s) {
    trip_order burst{.trips = 1, .messages = burst_messages, .bytes = burst_bytes};
    burst.trips = trips_in(measured_part_s, time_trips(ch, peer, burst), 3, 9);
    const double in_flight = static_cast<double>(burst_messages * burst_bytes) * byte_s;
    const double all_gaps = time_trips(ch, peer, burst) - 2 * start_s - in_flight;
    return std::clamp(all_gaps / static_cast<double>(burst_messages - 1), start_s / 50, start_s);
}

// The free bytes of a message, 0 if they are less than the fraction `least_part` of it or save less than a start-up.
double free_bytes_above(double least_part, const timed_trip& shortest, const timed_trip& longer, double byte_s) {
    const auto bytes = static_cast<double>(longer.bytes);
    const double paid_s = std::max(0.0, (longer.seconds - shortest.seconds) / 2);
    const double found = std::max(0.0, bytes - paid_s / byte_s);
    const bool is_noise = found < least_part * bytes || found * byte_s < shortest.seconds / 2;
    return is_noise ? 0 : found;
}

}  // namespace

double median_of(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

std::size_t length_for(double seconds, double byte_s) {
    const double bytes =
        std::clamp(seconds / byte_s, static_cast<double>(least_long_bytes), static_cast<double>(most_long_bytes));
    return std::bit_floor(static_cast<std::size_t>(bytes));
}

double byte_time(const timed_trip& shorter, const timed_trip& longer) {
    const double added_s = (longer.seconds - shorter.seconds) / 2;
    return std::max(added_s / static_cast<double>(longer.bytes - shorter.bytes), least_byte_s);
}

double free_bytes_of(const timed_trip& shortest, const timed_trip& longer, double byte_s) {
    return free_bytes_above(least_free_part, shortest, longer, byte_s);
}

bool may_have_free_bytes(const timed_trip& shortest, const timed_trip& longer, const timed_trip& longest) {
    return free_bytes_above(least_free_part / 2, shortest, longer, byte_time(longer, longest)) > 0;
}

bool needs_pauses(double cores, double byte_s) {
    return cores < 1 && length_for(4 * measured_part_s, byte_s) < most_long_bytes;
}

double shared_byte_time(const ring_round& round, const link_times& link, double free_bytes) {
    constexpr double shared_from = 1.5;
    const auto bytes = static_cast<double>(round.bytes);
    const double passed_s = round.seconds - link.start_s;
    const bool is_shared = passed_s > shared_from * (bytes - free_bytes) * link.byte_s;
    return is_shared ? passed_s / (bytes * static_cast<double>(round.hosts) - free_bytes) : 0;
}

double gap_with_sends(const link_times& measured, double send_s) {
    return std::max(measured.gap_s, std::min(send_s, measured.start_s));
}

std::optional<two_trips> trips_after_pauses(const timed_trip& shortest,
                                            const std::function<double(std::size_t)>& trip_s) {
    constexpr double least_growth = 1.125;  // half of that of a link without free bytes
    const auto added_s = [&](const timed_trip& trip) { return trip.seconds - shortest.seconds; };
    timed_trip shorter{least_long_bytes, trip_s(least_long_bytes)};
    while (shorter.bytes < most_long_bytes / 2) {
        const std::size_t bytes = shorter.bytes / 4 * 5;
        const timed_trip longer{bytes, trip_s(bytes)};
        const bool is_slow = shorter.seconds >= measured_part_s / 2;
        if (is_slow && added_s(longer) > least_growth * added_s(shorter)) return two_trips{shorter, longer};
        shorter = longer;
    }
    return std::nullopt;
}

link_times measure_link(collective_messages& ch, int peer) {
    const double first = time_trips(ch, peer, {.trips = 3});
    const double trip = time_trips(ch, peer, {.trips = trips_in(measured_part_s, first, 5, 51)});
    const timed_trip shortest{short_bytes, trip};
    const auto [byte_s, free_bytes] = measure_bytes(ch, peer, shortest);
    const double start_s = std::max(trip / 2, 1e-9);
    const double gap_s = gap_time(ch, peer, start_s, byte_s);
    const trip_order end;
    ch.send(peer, std::as_bytes(std::span(&end, 1)));
    return {start_s, gap_s, byte_s, free_bytes};
}

void answer_link_measurement(collective_messages& ch, int peer) {
    for (trip_order order;;) {
        ch.recv(peer, std::as_writable_bytes(std::span(&order, 1)));
        if (order.trips == 0) return;
        std::vector<std::byte> in(order.bytes), out(order.answer_bytes);
        for (std::uint64_t i = 0; i < order.trips; ++i) {
            for (std::uint64_t k = 0; k < order.messages; ++k)
                ch.recv(peer, in);
            ch.send(peer, out);
        }
    }
}

}  // namespace banyan::net
