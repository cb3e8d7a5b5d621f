// What makes links and sleeps: one driver per mailbox and transport.
#pragma once

#include <cstdint>
#include <memory>

#include "banyan/net/error.hpp"
#include "banyan/net/message.hpp"
#include "libnet/transport/link.hpp"

namespace banyan::net::detail {

/// What a driver tells its mailbox. Called only from inside poll() and sleep(), on the thread that called these. The
/// mailbox's lock is held in poll() and not in sleep(), where the mailbox takes it itself.
class driver_events {
  public:
    virtual ~driver_events() = default;
    /// A link to `peer` is ready; `its_grant_bytes` is the eager credit the peer granted. At most one link per peer.
    virtual void on_link(task_id peer, std::shared_ptr<link> made, std::uint64_t its_grant_bytes) = 0;
    /// No link to `peer` can be made.
    virtual void on_connect_failed(task_id peer, const error& why) = 0;
    /// The link to `peer` may have bytes to read, or room to write.
    virtual void on_ready(task_id peer) = 0;
    /// Something outside the links needs the mailbox's attention (a loss reported by the daemon).
    virtual void on_wake() = 0;
};

/// Thread rule: wake() may be called by any thread at any time; all other calls are made by one thread at a time,
/// holding the mailbox's lock. Only sleep() is called without that lock, so that other threads may read and write the
/// links meanwhile; nothing but wake() is called while a thread is in it.
class driver {
  public:
    virtual ~driver() = default;
    /// Starts making a link to `peer`; ends in on_link or on_connect_failed, unless the peer's own link comes first.
    /// Never blocks.
    virtual void connect(task_id peer) = 0;
    /// Handles what has happened, without blocking.
    virtual void poll() = 0;
    /// Arranges that poll() reports links that become readable by on_ready(); sleep() implies it.
    virtual void arm() = 0;
    /// Blocks until a link of this mailbox is readable, a link named in `watch_writable` is writable, an event has been
    /// delivered, or `until` has passed. May return early.
    virtual void sleep(deadline until) = 0;
    /// Makes the sleep() under way return soon, or the next one at once. Any thread; never blocks.
    virtual void wake() = 0;
    /// The mailbox has bytes for `peer` that its link does not take now: sleep() must wake when it does.
    virtual void watch_writable(task_id peer) = 0;
    /// Forgets a link that the mailbox has dropped. Called before the link is destroyed.
    virtual void forget(task_id peer) = 0;
    /// True while a link may come that `peer` has in use already, with messages on it. Never blocks.
    [[nodiscard]] virtual bool link_under_way(task_id peer) const = 0;
    /// True while links are being made: poll() needs to be called.
    [[nodiscard]] virtual bool busy() const = 0;
};

}  // namespace banyan::net::detail
