// What makes links and sleeps: one driver per mailbox and transport.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "banyan/net/error.hpp"
#include "banyan/net/message.hpp"
#include "libnet/transport/link.hpp"

namespace banyan::net::detail {

/// What a driver tells its mailbox. All calls but serve() are made with the mailbox's lock held: from inside poll(), or
/// from a function given to serve().
class driver_events {
  public:
    virtual ~driver_events() = default;
    /// A link to `peer` is ready; `its_window_bytes` is the credit window that the peer opens. At most one link per
    /// peer. False if the mailbox has given the peer up: the link is to be closed.
    virtual bool on_link(task_id peer, std::shared_ptr<link> made, std::uint64_t its_window_bytes) = 0;
    /// No link to `peer` can be made.
    virtual void on_connect_failed(task_id peer, const error& why) = 0;
    /// The link to `peer` may have bytes to read, or room to write.
    virtual void on_ready(task_id peer) = 0;
    /// Something outside the links needs the mailbox's attention (a loss reported by the daemon).
    virtual void on_wake() = 0;
    /// For a thread of the driver's own: takes the mailbox's lock, calls `deliver`, which calls the functions above,
    /// and does what follows from them, so that the program may compute meanwhile.
    virtual void serve(const std::function<void()>& deliver) = 0;
};

/// Thread rule: wake() may be called by any thread at any time. All other calls are made holding the mailbox's lock,
/// except sleep(), which one thread calls without it, so that other threads may read and write the links meanwhile.
/// While a thread is in sleep(), nothing is called but wake(), connect() and link_under_way().
class driver {
  public:
    virtual ~driver() = default;
    /// Begins to deliver events. Called once, when the mailbox is complete, without its lock. A driver that makes its
    /// links in a thread of its own starts it here; throws errc::resource_limit if the system has no thread.
    virtual void start() {}
    /// Ends the driver's own threads: nothing is delivered any more. Called last, without the lock.
    virtual void stop() {}
    /// Starts making a link to `peer`; ends in on_link or on_connect_failed, unless the peer's own link comes first.
    /// Never blocks, never calls back.
    virtual void connect(task_id peer) = 0;
    /// Delivers what has happened, without blocking.
    virtual void poll() = 0;
    /// Arranges that poll() reports links that become readable by on_ready(), and that sleep() wakes for them.
    virtual void arm() = 0;
    /// Blocks until a link of this mailbox is readable, a link named in `watch_writable` is writable, poll() has
    /// something to deliver, or `until` has passed. May return early. Delivers nothing.
    virtual void sleep(deadline until) = 0;
    /// Makes the sleep() under way return soon, or the next one at once. Any thread; never blocks.
    virtual void wake() = 0;
    /// The mailbox has bytes for `peer` that its link does not take now: the next sleep() must wake when it does.
    virtual void watch_writable(task_id peer) = 0;
    /// The mailbox drops its link to the peer, or gives the peer up without one, for `why`. Called before the link is
    /// destroyed.
    virtual void forget(task_id peer, errc why) = 0;
    /// True while a link may come that `peer` has in use already, with messages on it. Never blocks.
    [[nodiscard]] virtual bool link_under_way(task_id peer) const = 0;
    /// True while poll() has something to deliver that comes from no link.
    [[nodiscard]] virtual bool busy() const = 0;
};

}  // namespace banyan::net::detail
