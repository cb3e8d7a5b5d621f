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

/// Moves bytes between the protocol and the links. Never blocks.
///
/// Thread rule: the mailbox's lock guards all members, and every caller holds it. The exceptions are driver::start,
/// stop, sleep and wake, and use_driver(), which is called once, before any other thread knows the object. While a
/// thread sleeps in the driver, other threads may read and write the links, but must not call drop_ended() or
/// drop_all().
class connections final : public peer_links {
  public:
    /// The references must outlive this object. `self` has no link.
    connections(task_id self, detail::protocol& protocol, peer_failures& failures, const member_names& names);

    void use_driver(std::unique_ptr<driver> made) { driver_ = std::move(made); }
    /// The driver, which makes the links; only after use_driver().
    [[nodiscard]] driver& maker() const { return *driver_; }
    /// The driver makes no more calls. Called without the lock.
    void stop_driver() {
        if (driver_) driver_->stop();
    }

    // --- making
    /// Asks the driver for the links that messages wait for.
    void connect_wanted();
    /// Adds a link that the driver has made. Returns false if the peer is lost already.
    bool add(task_id peer, std::shared_ptr<link> made, std::uint64_t its_window_bytes);
    [[nodiscard]] std::size_t size() const { return list_.size(); }
    /// True if the links are so few that all are read without asking the driver which ones are readable.
    [[nodiscard]] bool are_few() const { return list_.size() <= few; }

    // --- reading and writing
    /// The driver reports that the link may have bytes to read.
    void set_ready(task_id peer);
    /// Reads each link once or, with `whole_frames`, until a frame ends. Reads only links that may have bytes, unless
    /// `all` is true. Returns true if any byte was moved.
    bool read_ready(bool all, bool whole_frames) {
        bool moved_any = false;
        for (std::size_t i = 0; i < list_.size(); ++i) {  // links may be added meanwhile, but not removed
            connection& c = *list_[i];
            if ((all || c.ready) && !c.ended) moved_any |= whole_frames ? read_frames(c) : read(c);
        }
        return moved_any;
    }
    /// Writes the frames of the protocol as far as the links accept them; returns true if any byte was moved.
    bool flush();
    /// True when nothing has to be written for an operation that was just started: a short send that leaves together
    /// with the next one, or a receive between such sends that has found its message.
    [[nodiscard]] bool coalesces(const operation& op);
    /// A link has not accepted all bytes that were to be written.
    [[nodiscard]] bool are_full() const { return full_; }
    /// True while flush() has to be called without a call of the program.
    [[nodiscard]] bool want_flush() const { return full_ || coalescing_.is_waiting(); }
    /// True if flush() has to be called now, without a call of the program.
    [[nodiscard]] bool want_flush_now() const { return full_ || coalescing_.is_overdue(deadline::clock::now()); }
    /// True when all written bytes have reached the peers' hosts.
    [[nodiscard]] bool all_delivered() const;

    // --- a leader's sleep in the driver
    /// The driver watches the links that have bytes to write, for the sleep that has begun.
    void watch_full(const leader_sleep& sleep);
    /// True if the current sleep has to end for a link: the link is not watched and has bytes to write, or it holds
    /// bytes to read that the system does not report.
    [[nodiscard]] bool need_attention(const leader_sleep& sleep) const;

    // --- ending
    [[nodiscard]] state state_of(task_id peer) const override;
    bool read(task_id peer) override;
    /// May throw std::bad_alloc before anything has changed.
    void end(task_id peer, errc why, const std::string& text) override;
    /// Ends a link whose stream cannot be continued because no memory is left. The protocol is informed now. If that
    /// needs memory too, a later report_unreported() informs it. Does nothing for the task itself.
    void abandon_out_of_memory(task_id peer) noexcept;
    /// As abandon_out_of_memory(), but throws std::bad_alloc if the protocol cannot be informed.
    void end_out_of_memory(task_id peer);
    void report_unreported() noexcept;
    [[nodiscard]] bool have_unreported() const;
    [[nodiscard]] bool have_ended() const { return !ended_.empty(); }
    /// Drops the links that have ended. Not while a thread sleeps in the driver.
    void drop_ended();
    /// Drops all links in any state.
    void drop_all() noexcept;

  private:
    struct connection {
        task_id peer;
        std::shared_ptr<link> bytes;
        frame_stream* frames;
        bool ready = true;                    // may have bytes to read
        bool write_broken = false;            // bytes that the peer has sent are still read
        leader_sleep::watch write_watch = 0;  // the sleep that ends when the link accepts bytes
        bool ended = false;                   // dropped as soon as the driver can be informed
        bool unreported = false;              // ended, but there was no memory to inform the protocol

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
    connection* recent_ = nullptr;   // the connection that was used last
    std::vector<iovec> regions_;     // for one system call
    std::vector<ended_peer> ended_;  // dropped when no loop over list_ is running
    coalescing coalescing_;
    bool full_ = false;  // a link has not accepted all bytes
};

}  // namespace banyan::net::detail
