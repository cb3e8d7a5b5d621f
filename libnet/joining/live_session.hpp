// The attached session of this process, for the case that the process ends while it lives: by exit(), or by an
// exception that nothing catches.
#pragma once

#include <mutex>

#include "libnet/joining/attachment.hpp"
#include "libnet/messaging/mailbox_impl.hpp"

namespace banyan::net::detail {

/// While it lives, exit() delivers what was sent and tells the daemon that the task leaves, and std::terminate() tells
/// the daemon the exception before the process aborts. At most one per process: a daemon accepts a task once. Does
/// nothing in a forked child.
class live_session {
  public:
    /// `daemon` must outlive this.
    explicit live_session(attachment& daemon);
    ~live_session();
    live_session(const live_session&) = delete;
    live_session& operator=(const live_session&) = delete;

    /// The mailbox is complete: exit() delivers what it holds. It must live until close() or the end of this.
    void use_mailbox(mailbox_impl& box);
    /// For the destructor of the session: from here on it closes the mailbox itself, and exit() in another thread waits
    /// for it. Waits for an exit() under way in another thread.
    void close();

  private:
    friend void close_at_exit();
    void leave_at_exit();

    attachment& daemon_;
    mailbox_impl* box_ = nullptr;
    std::unique_lock<std::timed_mutex> closing_;
};

}  // namespace banyan::net::detail
