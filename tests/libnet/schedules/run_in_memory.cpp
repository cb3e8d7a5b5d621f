#include "tests/libnet/schedules/run_in_memory.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <span>
#include <utility>

namespace banyan::testing {
namespace {

using net::step;

// What the ranks' clocks count.
struct clock_rates {
    std::uint64_t per_message = 0, per_item = 0, per_combined = 0;
};

struct transfer {
    bool done = false;
    std::uint64_t done_at = 0;
};

struct sent_message {
    std::vector<std::int64_t> items;
    std::uint64_t arrives_at = 0;
};

struct rank_run {
    net::schedule plan;
    rank_memory* memory = nullptr;
    std::vector<std::int64_t> scratch;
    std::vector<transfer> transfers;
    struct posted {
        int peer;
        net::items_at to;
        std::size_t transfer;
    };
    std::vector<posted> receives;
    std::size_t next = 0;
    bool blocked = false;  // in a wait, and no message has arrived since
    std::uint64_t clock = 0, out_free = 0, in_free = 0;

    std::span<std::int64_t> at(const net::items_at& items) {
        auto& whole = items.where == net::area::input    ? memory->input
                      : items.where == net::area::output ? memory->output
                                                         : scratch;
        if (items.first + items.count > whole.size())
            throw std::runtime_error("a step uses items " + std::to_string(items.first) + " .. " +
                                     std::to_string(items.first + items.count) + " of " + std::to_string(whole.size()) +
                                     " in area " + std::to_string(static_cast<int>(items.where)));
        return std::span(whole).subspan(items.first, items.count);
    }
    bool ended() const { return next == plan.steps.size(); }
};

class ranks_in_memory {
  public:
    ranks_in_memory(std::vector<rank_run> ranks, const item_operation& operation, clock_rates rates)
        : ranks_(std::move(ranks)), operation_(operation), rates_(rates) {}

    // The time when the last rank ends.
    std::uint64_t run() {
        while (step_earliest()) {
        }
        std::uint64_t last = 0;
        for (std::size_t r = 0; r < ranks_.size(); ++r) {
            if (!ranks_[r].ended())
                throw std::runtime_error("rank " + std::to_string(r) + " waits for ever in step " +
                                         std::to_string(ranks_[r].next));
            last = std::max(last, ranks_[r].clock);
        }
        for (const auto& [pair, queue] : under_way_)
            if (!queue.empty())
                throw std::runtime_error("a message from rank " + std::to_string(pair.first) + " to rank " +
                                         std::to_string(pair.second) + " is not received");
        return last;
    }
    std::uint64_t messages = 0, items = 0;

  private:
    // Takes the step that begins first of those that can be taken.
    bool step_earliest() {
        std::vector<std::pair<std::uint64_t, int>> order;
        for (std::size_t r = 0; r < ranks_.size(); ++r)
            if (!ranks_[r].ended() && !ranks_[r].blocked)
                order.emplace_back(begin_of_step(ranks_[r]), static_cast<int>(r));
        std::ranges::sort(order);
        return std::ranges::any_of(order, [&](const auto& at) { return take_step(at.second); });
    }

    std::uint64_t begin_of_step(const rank_run& me) const {
        const step& now = me.plan.steps[me.next];
        if (now.what != step::kind::send) return me.clock;
        const auto peer = static_cast<std::size_t>(now.peer);
        return std::max({me.clock, me.out_free, peer < ranks_.size() ? ranks_[peer].in_free : 0});
    }

    bool take_step(int r) {
        rank_run& me = ranks_[static_cast<std::size_t>(r)];
        const step& now = me.plan.steps[me.next];
        switch (now.what) {
            case step::kind::send:
                send(r, me, now);
                break;
            case step::kind::receive:
                me.receives.push_back({now.peer, now.to, me.transfers.size()});
                me.transfers.emplace_back();
                (void)me.at(now.to);
                break;
            case step::kind::wait:
                me.blocked = !wait(r, me, now.transfers);
                if (me.blocked) return false;
                break;
            case step::kind::combine:
                combine(me, now);
                break;
            case step::kind::copy: {
                const auto from = me.at(now.from), to = me.at(now.to);
                const std::vector<std::int64_t> copied(from.begin(), from.end());
                std::ranges::copy(copied, to.begin());
                break;
            }
        }
        ++me.next;
        return true;
    }

    void send(int r, rank_run& me, const step& now) {
        if (now.peer < 0 || now.peer >= static_cast<int>(ranks_.size()) || now.peer == r)
            throw std::runtime_error("rank " + std::to_string(r) + " sends to rank " + std::to_string(now.peer));
        const auto payload = me.at(now.from);
        rank_run& them = ranks_[static_cast<std::size_t>(now.peer)];
        const std::uint64_t begin = std::max({me.clock, me.out_free, them.in_free});
        const std::uint64_t end = begin + rates_.per_message + rates_.per_item * payload.size();
        me.out_free = them.in_free = end;
        them.blocked = false;
        under_way_[{r, now.peer}].push_back({{payload.begin(), payload.end()}, end});
        me.transfers.push_back({true, end});
        ++messages;
        items += payload.size();
    }

    bool wait(int r, rank_run& me, std::size_t count) {
        for (auto& receive : me.receives) {
            transfer& state = me.transfers[receive.transfer];
            if (state.done) continue;
            auto& queue = under_way_[{receive.peer, r}];
            if (queue.empty()) continue;
            const auto to = me.at(receive.to);
            if (queue.front().items.size() != to.size())
                throw std::runtime_error("rank " + std::to_string(r) + " expects " + std::to_string(to.size()) +
                                         " items from rank " + std::to_string(receive.peer) + " and gets " +
                                         std::to_string(queue.front().items.size()));
            std::ranges::copy(queue.front().items, to.begin());
            state = {true, queue.front().arrives_at};
            queue.pop_front();
        }
        for (std::size_t i = 0; i < count; ++i)
            if (!me.transfers.at(i).done) return false;
        for (std::size_t i = 0; i < count; ++i)
            me.clock = std::max(me.clock, me.transfers[i].done_at);
        return true;
    }

    void combine(rank_run& me, const step& now) {
        const auto left = me.at(now.from), right = me.at(now.right), to = me.at(now.to);
        if (left.size() != to.size() || right.size() != to.size())
            throw std::runtime_error("a combination of different lengths");
        for (std::size_t i = 0; i < to.size(); ++i)
            to[i] = operation_(left[i], right[i]);
        me.clock += rates_.per_combined * to.size();
    }

    std::vector<rank_run> ranks_;
    const item_operation& operation_;
    clock_rates rates_;
    std::map<std::pair<int, int>, std::deque<sent_message>> under_way_;
};

ranks_in_memory ranks_for(const net::algorithm& how, const std::function<net::collective_shape(int)>& shape_of,
                          std::vector<rank_memory>& ranks, const item_operation& operation, clock_rates rates) {
    std::vector<rank_run> runs;
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        rank_run run;
        run.plan = how.make(shape_of(static_cast<int>(r)));
        run.memory = &ranks[r];
        run.scratch.resize(run.plan.scratch_items, -1);
        runs.push_back(std::move(run));
    }
    return {std::move(runs), operation, rates};
}

}  // namespace

net::algorithm_cost run_in_memory(const net::algorithm& how,
                                  const std::function<net::collective_shape(int rank)>& shape_of,
                                  std::vector<rank_memory>& ranks, const item_operation& operation) {
    net::algorithm_cost seen;
    for (const clock_rates rates : {clock_rates{0, 1, 0}, clock_rates{0, 0, 1}}) {
        std::vector<rank_memory> copies = ranks;
        const std::uint64_t time = ranks_for(how, shape_of, copies, operation, rates).run();
        (rates.per_item ? seen.path_items : seen.path_combined) = time;
    }
    ranks_in_memory counted = ranks_for(how, shape_of, ranks, operation, {1, 0, 0});
    seen.rounds = static_cast<int>(counted.run());
    seen.messages = counted.messages;
    seen.items = counted.items;
    return seen;
}

}  // namespace banyan::testing
