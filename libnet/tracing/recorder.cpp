#include "libnet/tracing/recorder.hpp"

#include <time.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace banyan::net::tracing {

namespace {

constexpr nanoseconds longest_gap = 5'000;  // between two steps of one wait, without a computation of the program

}  // namespace

nanoseconds now() {
    timespec t{};
    (void)::clock_gettime(CLOCK_MONOTONIC, &t);
    return nanoseconds{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

recorder::recorder(std::size_t most_bytes) : most_bytes_(most_bytes) {
    trace_.begin = now();
}

std::int64_t recorder::send_started(task_id to, context_id context, net::tag tag, std::uint64_t bytes) noexcept {
    ++starts_;
    const nanoseconds at = now();
    const sent_message message{at, bytes, to, context, tag, thread_number(), false};
    return add(trace_.sent, message, at) ? static_cast<std::int64_t>(trace_.sent.size()) : 0;
}

void recorder::send_withdrawn(std::int64_t number) noexcept {
    if (number > 0 && static_cast<std::size_t>(number) <= trace_.sent.size())
        trace_.sent[static_cast<std::size_t>(number - 1)].withdrawn = true;
}

nanoseconds recorder::receive_started() noexcept {
    ++starts_;
    return now();
}

void recorder::receive_ended(received_message message) noexcept {
    message.ended = now();
    message.thread = thread_number();
    if (!add(trace_.received, message, message.ended))
        trace_.first_dropped_receive = std::min(trace_.first_dropped_receive, message.order);
}

void recorder::blocked(blocked_interval interval) noexcept {
    interval.end = now();
    interval.thread = thread_number();
    if (interval.thread >= threads_.size()) return drop(interval.begin);
    thread_state& mine = threads_[interval.thread];
    if (!extend(mine, interval) && add(trace_.blocked, interval, interval.begin)) mine.last = trace_.blocked.size();
    mine.starts = starts_;
}

bool recorder::extend(thread_state& mine, const blocked_interval& interval) noexcept {
    if (full_ || mine.last == 0 || mine.starts != starts_) return false;
    blocked_interval& before = trace_.blocked[mine.last - 1];
    if (interval.begin - before.end > longest_gap) return false;
    before.end = interval.end;
    if (before.receive != interval.receive) before.receive = 0;
    return true;
}

template <class Event>
bool recorder::add(std::deque<Event>& list, const Event& event, nanoseconds ends) noexcept {
    if (full_ || used_bytes_ + sizeof(Event) > most_bytes_) {
        drop(ends);
        return false;
    }
    try {
        list.push_back(event);
    } catch (const std::exception&) {  // out of memory
        drop(ends);
        return false;
    }
    used_bytes_ += sizeof(Event);
    return true;
}

void recorder::drop(nanoseconds ends) noexcept {
    if (!std::exchange(full_, true)) trace_.end = ends;
    ++trace_.dropped;
}

// Threads are few, and the same one usually records several events in a row.
std::uint16_t recorder::thread_number() noexcept {
    const auto self = std::this_thread::get_id();
    const auto found = std::find_if(threads_.begin(), threads_.end(), [&](const auto& t) { return t.id == self; });
    const auto number = static_cast<std::uint16_t>(found - threads_.begin());
    if (found != threads_.end() || number == std::numeric_limits<std::uint16_t>::max()) return number;
    try {
        threads_.push_back({self});
    } catch (const std::exception&) {  // out of memory
    }
    return number;
}

task_trace recorder::take() noexcept {
    if (!std::exchange(full_, true)) trace_.end = now();
    return std::move(trace_);
}

}  // namespace banyan::net::tracing
