// How a program joins its virtual machine.
#pragma once

#include <memory>

#include "banyan/net/group.hpp"
#include "banyan/net/mailbox_options.hpp"
#include "banyan/net/rank_speeds.hpp"

namespace banyan::net {

/// A program's membership in a run: its mailbox and the group of all tasks of the run ("world"). A program started by
/// `banyan run` finds its daemon through the environment. A program started alone is a world of one task. Make the
/// session at the start of main(), before any long work: the other tasks wait for it.
///
/// The destructor delivers the messages that were sent (mailbox_options::linger) and tells the daemon that the task
/// leaves. exit() with a live session does the same for sends that have returned, and does not wait for other
/// operations. A process that ends in another way with status 0 makes its run fail, because messages that it has sent
/// may be lost. These ways are _exit, quick_exit, and an exit() that cannot deliver: in a signal handler during a call
/// of this library, or after `linger`. If an uncaught exception ends the process, `banyan run` prints the exception
/// with the rank. In a child that the task forks, the destructor and exit() do nothing,
/// and calls that send or receive throw not_attached.
class session {
  public:
    /// Attaches and blocks until all tasks of the run have attached, or until the deadline `until`. Throws
    /// attach_failed; timeout; peer_lost or host_lost if a task of the run ends before it attaches; invalid_argument
    /// for options outside their range; resource_limit if there are no descriptors or threads. A task has one session:
    /// another one, also in a program that the task starts, is refused (attach_failed). Reads BANYAN_TRANSPORT
    /// (auto, tcp, unix), BANYAN_ENCRYPTION, BANYAN_CHECK_COLLECTIVES and BANYAN_COLLECTIVE_ALGORITHMS
    /// (mailbox_options.hpp).
    explicit session(mailbox_options options = {}, deadline until = std::chrono::seconds(60));
    session(session&&) noexcept;
    ~session();

    [[nodiscard]] group& world();
    [[nodiscard]] mailbox& box();
    /// True if a daemon has started the program; false if the program was started alone.
    [[nodiscard]] bool attached() const;
    /// The speed of each rank of world(), to divide work by: part::speeds(session.speeds().values). Of a program that
    /// was started alone: one speed, 1.
    [[nodiscard]] const rank_speeds& speeds() const;

  private:
    struct state;
    std::unique_ptr<state> state_;
};

}  // namespace banyan::net
