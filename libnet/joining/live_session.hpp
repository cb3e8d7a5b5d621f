// The attached session of this process. It handles an end of the process by exit() or by an uncaught exception.
#pragma once

#include <mutex>

#include "libnet/joining/attachment.hpp"
#include "libnet/messaging/mailbox_impl.hpp"

namespace banyan::net::detail {

/// While it exists, exit() delivers buffered sends and tells the daemon that the task leaves, and std::terminate()
/// reports the exception to the daemon before the process aborts. At most one exists per process, because a daemon
/// accepts a task once. In a forked child it does nothing.
class live_session {
  public:
    /// `daemon` must outlive this object.
    explicit live_session(attachment& daemon);
    ~live_session();
    live_session(const live_session&) = delete;
    live_session& operator=(const live_session&) = delete;

    /// The mailbox is ready: exit() delivers its buffered sends. It must live until close() or the destructor.
    void use_mailbox(mailbox_impl& box);
    /// For the destructor of the session, which closes the mailbox itself. From now on exit() in another thread waits
    /// for that. Blocks while an exit() in another thread is running.
    void close();

  private:
    friend void close_at_exit();
    void leave_at_exit();

    attachment& daemon_;
    mailbox_impl* box_ = nullptr;
    std::unique_lock<std::timed_mutex> closing_;
};

}  // namespace banyan::net::detail
