// The part of the postbox that works while the program does not call it: for what the program believes sent.
#include <exception>
#include <mutex>

#include "libnet/runtime/postbox.hpp"

namespace banyan::net::detail {

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
    if (!flusher_.flush_soon()) flush_all();
}

bool postbox::look_late() {
    driver_->poll();
    if (engine_.has_stuck()) announce_stuck();
    return progress();
}

// A thread that has the lock, or waits in the mailbox, writes what is there to write itself; otherwise the links,
// credit and grants that buffered sends wait for are looked for here.
std::chrono::microseconds postbox::flush_in_background() {
    if (!turn_.try_lock()) return background_flusher::shortest_pause;
    const std::lock_guard held(*this, std::adopt_lock);
    background_flusher::left_over left{.sends = engine_.has_orphans() && !leader_ && !closing_};
    try {
        if (full_ || gathered_.overdue(deadline::clock::now())) flush_all();
        if (left.sends) left.moved = look_late();
    } catch (const std::exception&) {  // no memory, or nothing left in the system: for the program to meet
        left.failed = true;
    }
    left.writes = full_ || gathered_.holds();
    return flusher_.pause_after(left);
}

}  // namespace banyan::net::detail
