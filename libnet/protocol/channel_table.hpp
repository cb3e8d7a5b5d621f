// The channels of a task, and lists of those that need something: a connection, credit for their messages, or a write.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <unordered_map>
#include <utility>
#include <vector>

#include "libnet/protocol/channel.hpp"

namespace banyan::net::detail {

class channel_table {
  public:
    /// `frames_handler` handles the frames of all channels. `own_window_bytes` is the credit window that this task
    /// opens for each peer.
    channel_table(frame_handler& frames_handler, std::uint64_t own_window_bytes)
        : handler_(frames_handler), own_window_bytes_(own_window_bytes) {}

    /// The channel to a peer. Makes it if there is none; it then stays for the life of the table.
    channel& of(task_id peer) {
        channel* known = look_up(peer);
        return known ? *known : make(peer);
    }
    /// The channel to a peer; nullptr if none has been made: no message has been sent to the peer, and it has not been
    /// connected or lost.
    [[nodiscard]] channel* find(task_id peer) { return look_up(peer); }
    [[nodiscard]] const channel* find(task_id peer) const { return look_up(peer); }
    [[nodiscard]] channel::state state_of(task_id peer) const {
        const channel* known = look_up(peer);
        return known ? known->where : channel::state::down;
    }
    [[nodiscard]] bool peer_sent_goodbye(task_id peer) const {
        const channel* known = look_up(peer);
        return known && !known->taking;
    }
    /// Calls f(channel&) for each channel, in any order.
    template <class F>
    void for_each(F f) {
        for (auto& [task, made] : channels_)
            f(*made);
    }
    /// True if f(const channel&) is true for each channel.
    template <class F>
    [[nodiscard]] bool all_of(F f) const {
        return std::all_of(channels_.begin(), channels_.end(), [&](const auto& entry) {
            const channel& made = *entry.second;
            return f(made);
        });
    }

    /// From now on, sends to every peer are checked before they start.
    void check_sends() {
        checks_sends_ = true;
        for_each([](channel& c) { c.takes_any = false; });
    }

    // --- channels that need a connection
    /// Requests a connection for a channel that is down.
    void request_connection(channel& to) {
        wanted_.push_back(to.peer);
        to.where = channel::state::wanted;
    }
    [[nodiscard]] bool wants_connection() const { return !wanted_.empty(); }
    /// Calls connect(peer) once for each request. If a call throws, that peer and the remaining ones are passed to the
    /// next call.
    template <class F>
    void connect_wanted(F connect) {
        for (; !wanted_.empty(); wanted_.pop_back())
            connect(wanted_.back());
    }

    // --- channels whose messages lack credit
    /// To be called when messages have been added to or removed from `waiting`, or the channel is lost.
    void update_lacks_credit(channel& to) {
        const bool lacks_credit = to.where == channel::state::up && !to.waiting.empty();
        if (lacks_credit && !to.lacks_credit) {
            lacking_credit_.push_back(&to);
            to.is_receiving = true;
        }
        if (!lacks_credit && to.lacks_credit) std::erase(lacking_credit_, &to);
        to.lacks_credit = lacks_credit;
    }
    [[nodiscard]] bool any_lacks_credit() const { return !lacking_credit_.empty(); }
    /// Calls f(channel&), which may remove waiting messages but may not call update_lacks_credit(), for each connected
    /// channel whose messages lack credit. Then updates the list.
    template <class F>
    void for_each_lacking_credit(F f) {
        for (channel* to : lacking_credit_)
            f(*to);
        std::erase_if(lacking_credit_, [](channel* to) { return !(to->lacks_credit = !to->waiting.empty()); });
    }

    // --- channels with frames to write
    /// To be called before a frame is pushed.
    void will_write(channel& to) {
        if (to.unwritten) return;
        unwritten_.push_back(&to);
        to.unwritten = true;
    }
    [[nodiscard]] bool has_output() const { return !unwritten_.empty(); }
    /// Calls write(channel&) once for each channel that has frames to write. The call may leave frames unwritten.
    template <class Write>
    void write_out(Write write) {
        std::erase_if(unwritten_, [&](channel* c) {
            write(*c);
            return !(c->unwritten = c->stream.wants_write());
        });
    }

  private:
    // A program often talks to one peer several times in a row, so the last result is cached. The rest of the search is
    // not inline: each message looks up a channel, and seldom needs a search.
    [[nodiscard]] channel* look_up(task_id peer) const {
        return recent_ && recent_->peer == peer ? recent_ : search(peer);
    }
    [[nodiscard, gnu::noinline]] channel* search(task_id peer) const {
        const auto found = channels_.find(peer);
        return found == channels_.end() ? nullptr : recent_ = found->second.get();
    }
    [[gnu::noinline]] channel& make(task_id peer) {
        auto made = std::make_unique<channel>(peer, handler_, own_window_bytes_, queue_memory_);
        made->takes_any = !checks_sends_;
        return *(channels_[peer] = std::move(made));
    }

    frame_handler& handler_;
    const std::uint64_t own_window_bytes_;
    std::pmr::unsynchronized_pool_resource queue_memory_;  // reused by the queues of the channels
    std::unordered_map<task_id, std::unique_ptr<channel>> channels_;
    mutable channel* recent_ = nullptr;  // the channel that was used last
    bool checks_sends_ = false;
    std::vector<task_id> wanted_;
    std::vector<channel*> lacking_credit_;  // those with channel::lacks_credit
    std::vector<channel*> unwritten_;       // those with channel::unwritten
};

}  // namespace banyan::net::detail
