#include "libnet/messaging/connections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <new>
#include <utility>

namespace banyan::net::detail {
namespace {

constexpr std::size_t most_regions = 1024;  // per system call: IOV_MAX of Linux

std::size_t size_of(std::span<const iovec> regions) {
    std::size_t bytes = 0;
    for (const iovec& region : regions)
        bytes += region.iov_len;
    return bytes;
}

}  // namespace

connections::connections(task_id self, detail::protocol& protocol, peer_failures& failures, const member_names& names)
    : self_(self), protocol_(protocol), failures_(failures), names_(names), regions_(most_regions) {}

void connections::connect_wanted() {
    protocol_.connect_wanted([this](task_id peer) { driver_->connect(peer); });
}

bool connections::add(task_id peer, std::shared_ptr<link> made, std::uint64_t its_window_bytes) {
    if (protocol_.channels().state_of(peer) == channel::state::lost) return false;
    list_.push_back(std::make_unique<connection>(connection{peer, std::move(made), &protocol_.stream(peer)}));
    by_peer_[peer] = recent_ = list_.back().get();
    protocol_.peer_up(peer, its_window_bytes);
    return true;
}

// A program often talks to one peer several times in a row, so the last result is cached.
connections::connection* connections::find(task_id peer) {
    if (recent_ && recent_->peer == peer) return recent_;
    const auto found = by_peer_.find(peer);
    return found == by_peer_.end() ? nullptr : recent_ = found->second;
}

void connections::set_ready(task_id peer) {
    if (connection* linked = find(peer)) linked->ready = true;
}

// Reads until a frame ends, so that a program that polls seldom finds the whole message: a stream needs several calls
// to read the start of a frame and its rest.
bool connections::read_frames(connection& from) {
    constexpr int most_reads = 64;  // bounded, because other links wait
    const bool moved_any = read(from);
    for (int more = 1; more < most_reads && !from.ended && !from.frames->between_frames(); ++more)
        if (!read(from)) break;
    return moved_any;
}

bool connections::read(connection& from) {
    const std::size_t used = from.frames->read_regions(regions_);
    const moved result = from.bytes->read(std::span(regions_).first(used));
    from.ready = result.what == moved::state::some &&
                 (result.bytes == size_of(std::span(regions_).first(used)) || from.bytes->holds_bytes());
    try {
        return take(from, result);
    } catch (const std::bad_alloc&) {  // no memory is left, even to report the end of the link
        abandon_out_of_memory(from.peer);
        return true;
    }
}

// Handles the result of a read: bytes, or the end of the link.
bool connections::take(connection& from, const moved& result) {
    try {
        if (result.what == moved::state::some) {
            from.frames->bytes_read(result.bytes);
            return true;
        }
    } catch (const error& refused) {
        const bool shortage = refused.which() == errc::resource_limit;
        end(from.peer, shortage ? errc::resource_limit : errc::protocol_violation,
            fmt::format("{} sent {}: {}", names_.of(from.peer),
                        shortage ? "bytes that this task has no memory for" : "bytes that the protocol does not allow",
                        refused.what()));
        return true;
    } catch (const std::bad_alloc&) {  // a frame is parsed in part, so the bytes that follow cannot be interpreted
        end(from.peer, errc::resource_limit,
            fmt::format("{} sent bytes that this task has no memory for: out of memory for the record of a message",
                        names_.of(from.peer)));
        return true;
    }
    if (result.what == moved::state::forged)
        end(from.peer, errc::authentication_failed,
            names_.of(from.peer) + " is lost: its connection delivered bytes that were changed or inserted on the way");
    else if (result.what == moved::state::ended || result.what == moved::state::broken)
        end(from.peer, errc::peer_lost, end_of(from, result));
    return result.what != moved::state::would_block;
}

// The text of the error when a link has ended.
std::string connections::end_of(const connection& c, const moved& last) const {
    if (const auto* text = failures_.pending_text(c.peer)) return *text;
    if (last.what == moved::state::broken)
        return fmt::format("{} is lost: {}", names_.of(c.peer), std::strerror(last.error_number));
    if (!c.frames->between_frames()) return names_.of(c.peer) + " is lost: its connection ended inside a message";
    if (protocol_.channels().peer_sent_goodbye(c.peer)) return names_.of(c.peer) + " has ended";
    return names_.of(c.peer) + " is lost: it closed its connection without a goodbye";
}

bool connections::write(connection& to) {
    bool moved_any = false;
    while (to.frames->wants_write() && !to.write_broken && !to.ended) {
        const std::size_t used = to.frames->write_regions(regions_);
        const moved result = to.bytes->write(std::span(regions_).first(used));
        to.frames->set_begun(to.bytes->has_uncounted());
        if (result.what == moved::state::some) {
            to.frames->bytes_written(result.bytes);
            moved_any = true;
            continue;
        }
        to.write_broken = result.what ==
                          moved::state::broken;  // bytes that the peer has sent are read before the link counts as lost
        to.ready |= to.write_broken;
        full_ |= !to.write_broken;
        break;
    }
    return moved_any;
}

bool connections::flush() {
    coalescing_.set_flushed();
    full_ = false;
    bool moved_any = false;
    protocol_.write_out([&](channel& to) {
        if (connection* linked = find(to.peer)) moved_any |= write(*linked);
    });
    return moved_any;
}

bool connections::coalesces(const operation& op) {
    if (op.done && op.what == operation::kind::receive) return coalescing_.is_waiting();
    const std::size_t size = op.payload.size_bytes();
    if (!op.may_copy || !op.done || size > coalescing::short_bytes) {
        coalescing_.end_stream();
        return false;
    }
    return coalescing_.add(size + wire::header_bytes, &deadline::clock::now);
}

bool connections::all_delivered() const {
    return std::all_of(list_.begin(), list_.end(),
                       [](const auto& c) { return c->write_broken || c->bytes->delivered(); });
}

void connections::watch_full(const leader_sleep& sleep) {
    for (auto& c : list_) {
        if (!c->waits_for_room()) continue;
        sleep.set(c->write_watch);
        driver_->watch_writable(c->peer);
    }
}

bool connections::need_attention(const leader_sleep& sleep) const {
    return std::any_of(list_.begin(), list_.end(), [&](const auto& c) {
        const bool unwatched = c->waits_for_room() && !sleep.is_watched(c->write_watch);
        return unwatched || (c->bytes->holds_bytes() && !c->ended);  // the system does not report bytes inside the link
    });
}

peer_links::state connections::state_of(task_id peer) const {
    const auto found = by_peer_.find(peer);
    if (found != by_peer_.end()) return found->second->ended ? state::ended : state::linked;
    return driver_->link_under_way(peer) ? state::under_way : state::none;
}

bool connections::read(task_id peer) {
    return read(*find(peer));
}

void connections::end(task_id peer, errc why, const std::string& text) {
    ended_.reserve(ended_.size() + 1);
    protocol_.peer_lost(peer, why, text);
    ended_.push_back({peer, why});
    if (connection* linked = find(peer)) linked->ended = true;
    failures_.set_reported(peer);
}

// No byte is moved on the link any more.
void connections::abandon_out_of_memory(task_id peer) noexcept {
    if (peer == self_) return;
    connection* linked = find(peer);
    if (linked) linked->ended = true;
    try {
        end_out_of_memory(peer);
    } catch (const std::bad_alloc&) {
        if (linked) linked->unreported = true;
        failures_.check_soon();
    }
}

// A part of a message may be in the program's memory or be parsed already, so the stream cannot be continued.
void connections::end_out_of_memory(task_id peer) {
    end(peer, errc::resource_limit,
        fmt::format("the link to {} was closed: out of memory for a message under way (ulimit -v)", names_.of(peer)));
}

void connections::report_unreported() noexcept {
    for (const auto& c : list_)
        if (std::exchange(c->unreported, false)) abandon_out_of_memory(c->peer);
}

bool connections::have_unreported() const {
    return std::any_of(list_.begin(), list_.end(), [](const auto& c) { return c->unreported; });
}

void connections::drop_ended() {
    while (!ended_.empty()) {
        const auto [peer, why] = ended_.back();
        driver_->forget(peer, why);  // may throw: the link is then dropped by a later call
        ended_.pop_back();
        recent_ = nullptr;
        by_peer_.erase(peer);
        std::erase_if(list_, [gone = peer](const auto& c) { return c->peer == gone; });
    }
}

void connections::drop_all() noexcept {
    try {
        for (auto& c : list_)
            driver_->forget(c->peer, errc::closed);
    } catch (const std::exception&) {  // the links end with the driver
    }
    recent_ = nullptr;
    by_peer_.clear();
    list_.clear();
}

}  // namespace banyan::net::detail
