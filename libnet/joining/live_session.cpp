#include "libnet/joining/live_session.hpp"

#include <openssl/crypto.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <thread>

#include "banyan/net/error.hpp"
#include "libnet/base/asio.hpp"
#include "libnet/joining/uncaught_exception.hpp"

namespace banyan::net::detail {

void close_at_exit();

namespace {

// Never destroyed: exit() may come at any time.
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

// Handlers run in the opposite order of their registration. What delivery uses (connections are still made there) must
// have registered its own before: it is initialised here.
bool register_at_exit() {
    using boost::system::error_code;
    (void)error_category();
    for (const error_code code : {error_code(EIO, boost::system::system_category()),
                                  error_code(EIO, boost::system::generic_category()), error_code(asio::error::eof)})
        (void)std::error_code(code);
    // Without an option the call does nothing.
    return OPENSSL_init_crypto(OPENSSL_INIT_ADD_ALL_DIGESTS, nullptr) == 1 && std::atexit(close_at_exit) == 0;
}

}  // namespace

live_session::live_session(attachment& daemon) : daemon_(daemon) {
    registry& known = the_registry();
    [[maybe_unused]] static const bool registered = register_at_exit();  // if not: such an end fails the run by name
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
    if (!delivered) return;  // exit() was called inside a call that keeps the lock: its thread cannot be ended either
    box_->stop();            // its thread must not use what the handlers to come destroy
    if (*delivered) daemon_.leave();
}

// Registered with atexit(). exit() may have been called inside a call of the mailbox or while the session is closed, so
// it waits for a lock only as long as its holder may take; for receivers as long as the session's destructor does. If
// the daemon is not told, it reports an end without closing.
void close_at_exit() {
    registry& known = the_registry();
    if (known.process != ::getpid() || known.holder == std::this_thread::get_id()) return;
    const std::unique_lock lock(known.guard, known.longest_close.load());
    if (lock && known.current) known.current->leave_at_exit();
}

}  // namespace banyan::net::detail
