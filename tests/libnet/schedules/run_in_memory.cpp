#include "tests/libnet/schedules/run_in_memory.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <span>
#include <utility>

#include "tests/libnet/schedules/memory_rules.hpp"

namespace banyan::testing {
namespace {

using net::step;

// What the ranks' clocks count, and whether a message moves only after its receive has started, as long messages do.
struct run_options {
    std::uint64_t per_message = 0, per_item = 0, per_combined = 0;
    bool rendezvous = false;
};

struct transfer {
    bool done = false;
    std::uint64_t done_at = 0;
};

struct started_send {
    int peer;
    std::vector<std::int64_t> items;
    std::uint64_t started_at;
    std::size_t transfer;
};

struct arrived_message {
    std::vector<std::int64_t> items;
    std::uint64_t arrived_at = 0;
};

struct rank_run {
    net::schedule plan;
    rank_memory* memory = nullptr;
    std::vector<std::int64_t> scratch;
    std::vector<transfer> transfers;
    std::size_t waited_for = 0;
    struct posted {
        int peer;
        net::items_at to;
        std::size_t transfer;
    };
    std::deque<posted> receives;
    std::vector<int> expected;  // from each rank: the started receives less the messages that have moved
    std::deque<started_send> sends;
    std::size_t next = 0;
    std::uint64_t clock = 0, out_free = 0, in_free = 0;

    std::span<std::int64_t> at(const net::items_at& items) {
        auto& whole = items.where == net::area::scratch                      ? scratch
                      : items.where == net::area::input && !memory->in_place ? memory->input
                                                                             : memory->output;
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
    ranks_in_memory(std::vector<rank_run> ranks, const item_operation& operation, run_options options)
        : ranks_(std::move(ranks)), operation_(operation), options_(options) {}

    // The time when the last rank ends. Messages move in the order of time: only when no rank can continue, so no send
    // that starts later can begin earlier.
    std::uint64_t run() {
        for (int r = 0; r < static_cast<int>(ranks_.size()); ++r)
            advance(r);
        while (options_.rendezvous ? move_expected_message() : move_earliest_message()) {
        }
        std::uint64_t last = 0;
        for (std::size_t r = 0; r < ranks_.size(); ++r) {
            if (!ranks_[r].ended())
                throw std::runtime_error("rank " + std::to_string(r) + " waits for ever in step " +
                                         std::to_string(ranks_[r].next));
            last = std::max(last, ranks_[r].clock);
        }
        for (const auto& [pair, queue] : arrived_)
            if (!queue.empty())
                throw std::runtime_error("a message from rank " + std::to_string(pair.first) + " to rank " +
                                         std::to_string(pair.second) + " is not received");
        return last;
    }
    std::uint64_t messages = 0, items = 0;

  private:
    rank_run& at(int r) { return ranks_[static_cast<std::size_t>(r)]; }

    // Of the first sends of all ranks, the one that can begin first.
    bool move_earliest_message() {
        int earliest = -1;
        std::uint64_t begin = 0;
        for (int r = 0; r < static_cast<int>(ranks_.size()); ++r) {
            if (at(r).sends.empty()) continue;
            const started_send& first = at(r).sends.front();
            const std::uint64_t can_begin = std::max({first.started_at, at(r).out_free, at(first.peer).in_free});
            if (earliest >= 0 && can_begin >= begin) continue;
            earliest = r;
            begin = can_begin;
        }
        if (earliest < 0) return false;
        move_message(earliest, 0, begin);
        return true;
    }

    // Any send whose receive has started. Messages to different peers do not wait for each other.
    bool move_expected_message() {
        for (int r = 0; r < static_cast<int>(ranks_.size()); ++r)
            for (std::size_t i = 0; i < at(r).sends.size(); ++i)
                if (at(at(r).sends[i].peer).expected[static_cast<std::size_t>(r)] > 0) {
                    move_message(r, i, 0);
                    return true;
                }
        return false;
    }

    void move_message(int from, std::size_t index, std::uint64_t begin) {
        const auto position = at(from).sends.begin() + static_cast<std::ptrdiff_t>(index);
        started_send moved = std::move(*position);
        at(from).sends.erase(position);
        --at(moved.peer).expected[static_cast<std::size_t>(from)];
        const std::uint64_t end = begin + options_.per_message + options_.per_item * moved.items.size();
        at(from).out_free = at(moved.peer).in_free = end;
        at(from).transfers[moved.transfer] = {true, end};
        ++messages;
        items += moved.items.size();
        arrived_[{from, moved.peer}].push_back({std::move(moved.items), end});
        advance(from);
        advance(moved.peer);
    }

    void advance(int r) {
        while (!at(r).ended() && take_step(r))
            ++at(r).next;
    }

    bool take_step(int r) {
        rank_run& me = at(r);
        const step& now = me.plan.steps[me.next];
        switch (now.what) {
            case step::kind::send:
                send(r, me, now);
                return true;
            case step::kind::receive:
                me.receives.push_back({now.peer, now.to, me.transfers.size()});
                ++me.expected.at(static_cast<std::size_t>(now.peer));
                me.transfers.emplace_back();
                (void)me.at(now.to);
                return true;
            case step::kind::wait:
                return wait(r, me, now.transfers);
            case step::kind::combine:
                combine(me, now);
                return true;
            case step::kind::copy: {
                const auto from = me.at(now.from), to = me.at(now.to);
                const std::vector<std::int64_t> copied(from.begin(), from.end());
                std::ranges::copy(copied, to.begin());
                return true;
            }
        }
        return true;
    }

    void send(int r, rank_run& me, const step& now) {
        if (now.peer < 0 || now.peer >= static_cast<int>(ranks_.size()) || now.peer == r)
            throw std::runtime_error("rank " + std::to_string(r) + " sends to rank " + std::to_string(now.peer));
        const auto payload = me.at(now.from);
        me.sends.push_back({now.peer, {payload.begin(), payload.end()}, me.clock, me.transfers.size()});
        me.transfers.emplace_back();
    }

    bool wait(int r, rank_run& me, std::size_t count) {
        std::erase_if(me.receives, [&](const rank_run::posted& receive) { return take_arrived(r, me, receive); });
        for (std::size_t i = me.waited_for; i < count; ++i)
            if (!me.transfers.at(i).done) return false;
        for (; me.waited_for < count; ++me.waited_for)
            me.clock = std::max(me.clock, me.transfers[me.waited_for].done_at);
        return true;
    }

    bool take_arrived(int r, rank_run& me, const rank_run::posted& receive) {
        auto& queue = arrived_[{receive.peer, r}];
        if (queue.empty()) return false;
        const auto to = me.at(receive.to);
        if (queue.front().items.size() != to.size())
            throw std::runtime_error("rank " + std::to_string(r) + " expects " + std::to_string(to.size()) +
                                     " items from rank " + std::to_string(receive.peer) + " and gets " +
                                     std::to_string(queue.front().items.size()));
        std::ranges::copy(queue.front().items, to.begin());
        me.transfers[receive.transfer] = {true, queue.front().arrived_at};
        queue.pop_front();
        return true;
    }

    void combine(rank_run& me, const step& now) {
        const auto left = me.at(now.from), right = me.at(now.right), to = me.at(now.to);
        if (left.size() != to.size() || right.size() != to.size())
            throw std::runtime_error("a combination of different lengths");
        for (std::size_t i = 0; i < to.size(); ++i)
            to[i] = operation_(left[i], right[i]);
        me.clock += options_.per_combined * to.size();
    }

    std::vector<rank_run> ranks_;
    const item_operation& operation_;
    run_options options_;
    std::map<std::pair<int, int>, std::deque<arrived_message>> arrived_;
};

ranks_in_memory ranks_for(const net::algorithm& how, const std::function<net::collective_shape(int)>& shape_of,
                          std::vector<rank_memory>& ranks, const item_operation& operation, run_options options) {
    std::vector<rank_run> runs;
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        rank_run run;
        run.plan = how.make(shape_of(static_cast<int>(r)));
        check_memory_rules(run.plan, ranks[r].in_place);
        run.memory = &ranks[r];
        run.expected.resize(ranks.size());
        run.scratch.resize(run.plan.scratch_items, -1);
        runs.push_back(std::move(run));
    }
    return {std::move(runs), operation, options};
}

}  // namespace

net::algorithm_cost run_once_in_memory(const net::algorithm& how,
                                       const std::function<net::collective_shape(int rank)>& shape_of,
                                       std::vector<rank_memory>& ranks, const item_operation& operation) {
    net::algorithm_cost seen;
    ranks_in_memory counted = ranks_for(how, shape_of, ranks, operation, {.per_message = 1});
    seen.rounds = static_cast<int>(counted.run());
    seen.messages = counted.messages;
    seen.items = counted.items;
    return seen;
}

net::algorithm_cost run_in_memory(const net::algorithm& how,
                                  const std::function<net::collective_shape(int rank)>& shape_of,
                                  std::vector<rank_memory>& ranks, const item_operation& operation) {
    std::uint64_t path_items = 0, path_combined = 0;
    for (const run_options options : {run_options{.per_item = 1}, run_options{.per_combined = 1}}) {
        std::vector<rank_memory> copies = ranks;
        const std::uint64_t time = ranks_for(how, shape_of, copies, operation, options).run();
        (options.per_item ? path_items : path_combined) = time;
    }
    std::vector<rank_memory> copies = ranks;
    ranks_for(how, shape_of, copies, operation, {.rendezvous = true}).run();
    net::algorithm_cost seen = run_once_in_memory(how, shape_of, ranks, operation);
    seen.path_items = path_items;
    seen.path_combined = path_combined;
    return seen;
}

}  // namespace banyan::testing
