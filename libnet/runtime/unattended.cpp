// The part of the postbox that works while the program does not call it: for what the program believes sent.
#include <algorithm>
#include <exception>
#include <mutex>

#include "libnet/runtime/postbox.hpp"

namespace banyan::net::detail {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::microseconds longest_late_pause{4'000};

}  // namespace

// True when the operation is a short send that shall leave with the next one.
bool postbox::hold_back(const operation& op) {
    const std::size_t size = op.payload.size_bytes();
    if (!op.may_copy || !op.done || size > gathering::short_bytes) {
        gathered_.end_stream();
        return false;
    }
    return gathered_.hold(size + wire::header_bytes, &deadline::clock::now);
}

// Where the system gives no thread for it, now.
void postbox::flush_later() {
    if (late_flush_due_ && late_pause_ <= gathering::most_delay) return;
    late_pause_ = gathering::most_delay;
    late_flush_due_ = late_.ring();
    if (!late_flush_due_) flush_all();
}

// The program goes on with other work and believes these messages sent: their receivers may wait for them.
void postbox::leave_buffered_sends() {
    if (closing_ || helpless_) return;
    late_pause_ = gathering::most_delay;
    late_flush_due_ = late_.ring();
    helpless_ = !late_flush_due_;  // then they leave with the next call
}

bool postbox::look_late() {
    driver_->poll();
    if (protocol_.has_stuck()) request_to_send_stuck();
    return progress();
}

// Called by late_'s thread. A thread that has the lock, or waits in the mailbox, writes what is there to write itself;
// otherwise the links, credit and clear to send that buffered sends wait for are looked for here, ever less often.
std::chrono::microseconds postbox::flush_late() {
    if (!turn_.try_lock()) return gathering::most_delay;
    const std::lock_guard held(*this, std::adopt_lock);
    const bool unattended = protocol_.has_buffered_sends() && !leader_ && !closing_;
    try {
        if (full_ || gathered_.overdue(deadline::clock::now())) flush_all();
        if (unattended)
            late_pause_ = look_late() ? gathering::most_delay : std::min(2 * late_pause_, longest_late_pause);
    } catch (const std::exception&) {  // no memory, or nothing left in the system: for the program to meet
        late_pause_ = longest_late_pause;
    }
    const bool soon = full_ || gathered_.holds();
    late_flush_due_ = soon || unattended;
    if (!late_flush_due_) return 0us;
    if (soon) late_pause_ = gathering::most_delay;
    return late_pause_;
}

}  // namespace banyan::net::detail
