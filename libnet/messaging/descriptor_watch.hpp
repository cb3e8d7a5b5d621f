// The thread of a wait_descriptor: waits in the mailbox while the program waits in poll().
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "libnet/base/event_descriptor.hpp"
#include "libnet/messaging/any_set.hpp"

namespace banyan::net::detail {

/// Thread rule: the mailbox's lock guards watching_; set_ and message_ are changed only while the thread is idle.
/// mutex_ guards state_. All functions are called by one thread at a time. release() and the destructor wait for the
/// thread, which leaves the mailbox at once when watching_ is false.
class descriptor_watch {
  public:
    explicit descriptor_watch(mailbox_impl& box);
    ~descriptor_watch();
    descriptor_watch(const descriptor_watch&) = delete;
    descriptor_watch& operator=(const descriptor_watch&) = delete;

    [[nodiscard]] int descriptor() const { return event_.number(); }
    [[nodiscard]] mailbox_impl& box() const { return box_; }
    void watch(request_span requests, const std::optional<selector>& message);
    void release();

  private:
    enum class state : unsigned char { idle, watching, ending };

    void run();
    void wait_in_mailbox();
    [[nodiscard]] bool is_ready() const;
    void set_state(state next);

    mailbox_impl& box_;
    const event_descriptor event_{"a wait_descriptor"};
    bool watching_ = false;
    std::optional<any_set> set_;
    std::optional<selector> message_;

    std::mutex mutex_;
    std::condition_variable changed_;
    state state_ = state::idle;
    std::thread thread_;
};

}  // namespace banyan::net::detail
