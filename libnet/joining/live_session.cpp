#include "libnet/joining/live_session.hpp"

#include <unistd.h>

#include <atomic>
#include <thread>

#include "libnet/base/at_exit.hpp"
#include "libnet/joining/session_trace.hpp"
#include "libnet/joining/uncaught_exception.hpp"

namespace banyan::net::detail {

void close_at_exit();

namespace {

// Never destroyed, because exit() may be called at any time.
struct registry {
    std::timed_mutex guard;  // held by the thread that registers, closes or ends the session
    std::atomic<std::thread::id> holder{};
    live_session* current = nullptr;
    std::atomic<pid_t> process{0};  // of `current`
    std::atomic<std::chrono::milliseconds> longest_close{};
};

registry& the_registry() {
    static registry& one = *new registry;
    return one;
}

}  // namespace

live_session::live_session(attachment& daemon) : daemon_(daemon) {
    registry& known = the_registry();
    [[maybe_unused]] static const bool registered =
        at_exit(close_at_exit);  // if this failed, the run reports an end without closing
    const std::lock_guard lock(known.guard);
    known.current = this;
    known.process = ::getpid();
    report_uncaught_to(&daemon);
}

live_session::~live_session() {
    registry& known = the_registry();
    if (known.process != ::getpid()) {
        (void)closing_.release();
        return;
    }
    if (!closing_) close();
    report_uncaught_to(nullptr);
    known.current = nullptr;
    known.holder = std::thread::id{};
}

void live_session::use_mailbox(mailbox_impl& box) {
    const std::lock_guard lock(the_registry().guard);
    box_ = &box;
    the_registry().longest_close = box.linger() + std::chrono::seconds(1);
}

void live_session::close() {
    registry& known = the_registry();
    if (known.process != ::getpid()) return;
    closing_ = std::unique_lock(known.guard);
    known.holder = std::this_thread::get_id();
    box_ = nullptr;
}

void live_session::leave_at_exit() {
    if (!box_) return;
    const auto delivered = box_->deliver_buffered(box_->linger());
    if (!delivered)
        return;  // exit() was called inside a call that keeps the lock; the thread of the library cannot be ended then
                 // either
    box_->stop();  // the library's thread must not use objects that later exit handlers destroy
    session_trace::write_current();
    if (*delivered) daemon_.leave();
}

// Registered with atexit(). exit() may have been called inside a call of the mailbox, or while the session is being
// closed. So it waits for the lock no longer than its holder may need, and for receivers as long as the session's
// destructor does. If it does not reach the daemon, the daemon reports an end without closing.
void close_at_exit() {
    registry& known = the_registry();
    if (known.process != ::getpid() || known.holder == std::this_thread::get_id()) return;
    const std::unique_lock lock(known.guard, known.longest_close.load());
    if (lock && known.current) known.current->leave_at_exit();
}

}  // namespace banyan::net::detail
