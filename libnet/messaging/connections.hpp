// The links to the peers: made, read, written, and ended.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "libnet/messaging/coalescing.hpp"
#include "libnet/messaging/leader_sleep.hpp"
#include "libnet/messaging/member_names.hpp"
#include "libnet/messaging/peer_failures.hpp"
#include "libnet/protocol/protocol.hpp"
#include "libnet/transport/driver.hpp"

namespace banyan::net::detail {

/// Moves bytes between the protocol and the links. Nothing here blocks.
///
/// Thread rule: the mailbox's lock guards all members and is held by every caller, but for use_driver(), which is
/// called once, before any other thread knows the object, and for driver::start, stop, sleep and wake. While a thread
/// sleeps in the driver, other threads may read and write the links; they call neither drop_ended() nor drop_all().
class connections final : public peer_links {
  public:
    /// The references must outlive this; `self` has no link.
    connections(task_id self, detail::protocol& protocol, peer_failures& failures, const member_names& names);

    void use_driver(std::unique_ptr<driver> made) { driver_ = std::move(made); }
    /// What makes the links; only after use_driver().
    [[nodiscard]] driver& maker() const { return *driver_; }
    /// The driver delivers nothing any more. Without the lock.
    void stop_driver() {
        if (driver_) driver_->stop();
    }

    // --- making
    /// Asks the driver for the links that messages wait for.
    void connect_wanted();
    /// Takes a link that the driver has made; false if the peer has been given up.
    bool add(task_id peer, std::shared_ptr<link> made, std::uint64_t its_window_bytes);
    [[nodiscard]] std::size_t size() const { return list_.size(); }
    /// So few that they are read without asking the driver first which of them are readable.
    [[nodiscard]] bool are_few() const { return list_.size() <= few; }

    // --- reading and writing
    /// The driver says that the link may have bytes to read.
    void set_ready(task_id peer);
    /// Reads each link once or, with `whole_frames`, until a frame ends; only those that may have something, unless
    /// `all`. True if anything moved.
    bool read_ready(bool all, bool whole_frames) {
        bool moved_any = false;
        for (std::size_t i = 0; i < list_.size(); ++i) {  // links may be added meanwhile, never removed
            connection& c = *list_[i];
            if ((all || c.ready) && !c.ended) moved_any |= whole_frames ? read_frames(c) : read(c);
        }
        return moved_any;
    }
    /// Writes what the protocol has to write, as far as the links take it; true if anything moved.
    bool flush();
    /// True when a send just started is short and is to leave together with the next one.
    [[nodiscard]] bool coalesces(const operation& op);
    /// A link did not take all that was there to write.
    [[nodiscard]] bool are_full() const { return full_; }
    /// True while flush() is to be called, though no one asks for it.
    [[nodiscard]] bool want_flush() const { return full_ || coalescing_.is_waiting(); }
    /// The same, and the time for it has come.
    [[nodiscard]] bool want_flush_now() const { return full_ || coalescing_.is_overdue(deadline::clock::now()); }
    /// True when everything written has reached the peers' hosts.
    [[nodiscard]] bool all_delivered() const;

    // --- a leader's sleep in the driver
    /// Has the driver watch the links that have bytes to write, for the sleep that has begun.
    void watch_full(const leader_sleep& sleep);
    /// True if the sleep under way has to end for a link: it is not watched and has bytes to write, or it holds bytes
    /// to read that the system does not announce.
    [[nodiscard]] bool need_attention(const leader_sleep& sleep) const;

    // --- ending
    [[nodiscard]] state state_of(task_id peer) const override;
    bool read(task_id peer) override;
    /// May throw std::bad_alloc, and then nothing is changed.
    void end(task_id peer, errc why, const std::string& text) override;
    /// Ends a link whose stream cannot be continued for want of memory. The protocol is told now, or by
    /// tell_untold() if this too takes more memory than there is. For the task itself it does nothing.
    void cut_short_of_memory(task_id peer) noexcept;
    /// The same, but throws std::bad_alloc where the protocol cannot be told.
    void end_short_of_memory(task_id peer);
    void tell_untold() noexcept;
    [[nodiscard]] bool have_untold() const;
    [[nodiscard]] bool have_ended() const { return !ended_.empty(); }
    /// Drops the links that have ended. Not while a thread sleeps in the driver.
    void drop_ended();
    /// Drops all links, whatever is on them.
    void drop_all() noexcept;

  private:
    struct connection {
        task_id peer;
        std::shared_ptr<link> bytes;
        frame_stream* frames;
        bool ready = true;                    // may have bytes to read
        bool write_broken = false;            // what the peer has sent is still read
        leader_sleep::watch write_watch = 0;  // the sleep that ends when there is room to write
        bool ended = false;                   // to be dropped as soon as the driver can be told
        bool untold = false;                  // ended, and the protocol was not told, for want of memory

        [[nodiscard]] bool waits_for_room() const { return frames->wants_write() && !write_broken; }
    };
    struct ended_peer {
        task_id peer;
        errc why;
    };
    static constexpr std::size_t few = 4;

    [[nodiscard]] connection* find(task_id peer);
    bool read(connection& from);
    bool read_frames(connection& from);
    bool take(connection& from, const moved& result);
    bool write(connection& to);
    [[nodiscard]] std::string end_of(const connection& c, const moved& last) const;

    const task_id self_;
    detail::protocol& protocol_;
    peer_failures& failures_;
    const member_names& names_;
    std::unique_ptr<driver> driver_;
    std::vector<std::unique_ptr<connection>> list_;
    std::unordered_map<task_id, connection*> by_peer_;
    connection* recent_ = nullptr;   // the one asked for last
    std::vector<iovec> regions_;     // for one system call
    std::vector<ended_peer> ended_;  // to be dropped once no loop runs over list_
    coalescing coalescing_;
    bool full_ = false;  // a link did not take all that was there to write
};

}  // namespace banyan::net::detail
