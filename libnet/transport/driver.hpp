// Makes links and sleeps: one driver per mailbox and transport.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "banyan/net/error.hpp"
#include "banyan/net/message.hpp"
#include "libnet/transport/link.hpp"

namespace banyan::net::detail {

/// The calls of a driver to its mailbox. All but serve() are made with the mailbox's lock held: from inside poll(), or
/// from a function given to serve().
class driver_events {
  public:
    virtual ~driver_events() = default;
    /// A link to `peer` is ready. `its_window_bytes`: the credit window that the peer opens. At most one link per peer.
    /// Returns false if the peer is lost already; then the link is closed.
    virtual bool on_link(task_id peer, std::shared_ptr<link> made, std::uint64_t its_window_bytes) = 0;
    /// No link to `peer` can be made.
    virtual void on_connect_failed(task_id peer, const error& why) = 0;
    /// The link to `peer` may have bytes to read, or room to write.
    virtual void on_ready(task_id peer) = 0;
    /// Something other than a link needs the mailbox's attention, such as a loss reported by the daemon.
    virtual void on_wake() = 0;
    /// For a thread of the driver: takes the mailbox's lock, calls `deliver`, which calls the functions above, and
    /// handles their effects, so that links are used while the program computes.
    virtual void serve(const std::function<void()>& deliver) = 0;
};

/// Thread rule: any thread may call wake() at any time. All other calls are made with the mailbox's lock held, except
/// sleep(), which one thread calls without it, so that other threads can read and write the links. While a thread is in
/// sleep(), only wake(), connect() and link_under_way() may be called.
class driver {
  public:
    virtual ~driver() = default;
    /// Starts delivering events. Called once, when the mailbox is complete, without its lock. A driver with a thread of
    /// its own starts it here; throws errc::resource_limit if the system has no thread.
    virtual void start() {}
    /// Ends the driver's own threads; no event is delivered any more. Called last, without the lock.
    virtual void stop() {}
    /// Starts making a link to `peer`. Ends in on_link or on_connect_failed, unless the peer's own link comes first.
    /// Never blocks and makes no call of driver_events.
    virtual void connect(task_id peer) = 0;
    /// Delivers waiting events, without blocking.
    virtual void poll() = 0;
    /// From now on poll() reports readable links by on_ready(), and sleep() wakes for them.
    virtual void arm() = 0;
    /// Blocks until a link of this mailbox is readable, a link given to watch_writable() is writable, poll() has
    /// something to deliver, or `until` has passed. May return early. Delivers nothing.
    virtual void sleep(deadline until) = 0;
    /// Makes the current sleep() return soon, or the next one at once. Any thread; never blocks.
    virtual void wake() = 0;
    /// The link to `peer` has not accepted all bytes: the next sleep() must wake when the link accepts more.
    virtual void watch_writable(task_id peer) = 0;
    /// The mailbox drops its link to the peer, or the peer is lost without a link, for the reason `why`. Called before
    /// the link is destroyed.
    virtual void forget(task_id peer, errc why) = 0;
    /// True while a link may come that `peer` already uses, possibly for messages. Never blocks.
    [[nodiscard]] virtual bool link_under_way(task_id peer) const = 0;
    /// True while poll() has something to deliver that does not come from a link.
    [[nodiscard]] virtual bool busy() const = 0;
};

}  // namespace banyan::net::detail
