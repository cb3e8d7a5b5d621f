// How a program joins the virtual machine it was started in.
#pragma once

#include <memory>

#include "banyan/net/group.hpp"
#include "banyan/net/mailbox_options.hpp"

namespace banyan::net {

/// A program's membership in a run: its mailbox and the group of all tasks of the run ("world").
/// Started by `banyan run` it finds its daemon through the environment; started alone it is a world of one task.
/// Only trivial work before it: make it first in main().
///
/// The destructor delivers what was sent (mailbox_options::linger) and tells the daemon that the task leaves. exit()
/// does the same for a session that lives: what sends that have returned have taken is delivered, other operations are
/// not waited for. A process that ends in another way with status 0 (_exit, quick_exit, or an exit() that cannot
/// deliver: in a signal handler while a call of this library works on the mailbox, or after `linger`) makes its run
/// fail: messages that it had sent may be lost. An exception that nothing catches is told to the daemon before the
/// process aborts; `banyan run` prints it with the rank. In a child that the task forks, the destructor and exit() do
/// nothing.
class session {
  public:
    /// Attaches and waits until all tasks of the run have attached (or `until`). Throws attach_failed, timeout,
    /// peer_lost or host_lost when a task of the run ends before it attaches, invalid_argument for options outside
    /// their range, and resource_limit without descriptors or a thread. Reads BANYAN_TRANSPORT (auto, tcp, unix),
    /// BANYAN_ENCRYPTION and BANYAN_CHECK_COLLECTIVES.
    explicit session(mailbox_options options = {}, deadline until = std::chrono::seconds(60));
    session(session&&) noexcept;
    ~session();

    [[nodiscard]] group& world();
    [[nodiscard]] mailbox& box();
    /// True when started by a daemon, false for a program started alone.
    [[nodiscard]] bool attached() const;

  private:
    struct state;
    std::unique_ptr<state> state_;
};

}  // namespace banyan::net
