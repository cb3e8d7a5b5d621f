// Ends a wait when one of some tasks has died. For calls outside the sequence of a group's collectives.
#pragma once

#include <span>

#include "libnet/messaging/member_wait.hpp"

namespace banyan::net {

/// Borrows the tasks. Examines no messages and sends none.
class death_watch final : public detail::group_watch {
  public:
    explicit death_watch(std::span<const task_id> tasks) : tasks_(tasks) {}

    [[nodiscard]] std::span<const task_id> members() const override { return tasks_; }
    [[nodiscard]] bool has_news(detail::mailbox_impl&) const override { return false; }
    [[nodiscard]] bool has_backlog(detail::mailbox_impl&) const override { return false; }
    void examine_messages(detail::mailbox_impl&, task_id) override {}
    [[nodiscard]] deadline next_check() const override { return {}; }
    void send_waiting(detail::mailbox_impl&, task_id) override {}

  private:
    std::span<const task_id> tasks_;
};

}  // namespace banyan::net
