// Compiled without contraction of products and sums, as network_model.cpp.
#include "libnet/schedules/schedule_walk.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <queue>
#include <utility>
#include <vector>

#include "libnet/schedules/shapes_of_ranks.hpp"

namespace banyan::net {
namespace {

struct walking_rank {
    schedule plan;
    std::size_t next = 0;
    double clock = 0;
    double out_free = 0;         // when the next message may leave
    std::vector<double> done;    // when each transfer is done; negative: not known yet
    std::size_t waited_for = 0;  // the first transfers that earlier steps have waited for
    bool is_blocked = false;
};

struct host_use {
    double out_free = 0, in_free = 0;  // of its link to the other hosts
    double processor_s = 0;
};

class schedule_walk {
  public:
    schedule_walk(const algorithm& how, const collective_shape& shape, std::size_t item_bytes,
                  const network_model& model)
        : model_(model),
          item_bytes_(static_cast<double>(item_bytes)),
          host_of_(shape.host_of),
          ranks_(static_cast<std::size_t>(shape.size)) {
        shapes_of_ranks shapes(how.kind, shape);
        for (int r = 0; r < shape.size; ++r) {
            at(r).plan = how.make(shapes.of(r));
            ready_.push({0, r});
        }
    }

    double run() {
        while (!ready_.empty()) {
            const int r = ready_.top().second;
            ready_.pop();
            while (take_step(r)) {
            }
        }
        double last = bytes_between_ * model_.shared_byte_s;
        for (const walking_rank& rank : ranks_)
            last = std::max(last, rank.clock);
        for (const auto& [host, use] : hosts_)
            last = std::max(last, use.processor_s / model_.cores);
        return last;
    }

  private:
    [[nodiscard]] walking_rank& at(int r) { return ranks_[static_cast<std::size_t>(r)]; }
    [[nodiscard]] int host(int r) const { return host_of_.empty() ? 0 : host_of_[static_cast<std::size_t>(r)]; }
    [[nodiscard]] double bytes_of(const items_at& items) const {
        return static_cast<double>(items.count) * item_bytes_;
    }

    // False if the rank has ended, waits for messages, or is no longer the one with the earliest clock.
    bool take_step(int r) {
        walking_rank& me = at(r);
        if (me.next == me.plan.steps.size()) return false;
        const step& now = me.plan.steps[me.next];
        switch (now.what) {
            case step::kind::send:
                send(r, me, now);
                break;
            case step::kind::receive:
                receive(r, me, now);
                break;
            case step::kind::wait:
                return wait(r, me, now.transfers);
            case step::kind::combine:
            case step::kind::copy:
                me.clock += bytes_of(now.to) * model_.copy_byte_s;
                hosts_[host(r)].processor_s += bytes_of(now.to) * model_.copy_byte_s;
        }
        ++me.next;
        return true;
    }

    void send(int r, walking_rank& me, const step& now) {
        const double bytes = bytes_of(now.from);
        const bool is_between = host(r) != host(now.peer);
        const link_times& link = is_between ? model_.between_hosts : model_.inside_host;
        host_use &mine = hosts_[host(r)], &theirs = hosts_[host(now.peer)];
        const double flight = bytes * link.byte_s;
        double begin = std::max(me.clock, me.out_free);
        if (is_between) begin = std::max({begin, mine.out_free, theirs.in_free});
        me.out_free = begin + std::max(link.gap_s, flight);
        if (is_between) mine.out_free = theirs.in_free = begin + flight;
        if (is_between) bytes_between_ += bytes;
        const double each_end = (model_.processor_message_s + bytes * model_.processor_byte_s) / 2;
        mine.processor_s += each_end;
        theirs.processor_s += each_end;
        me.done.push_back(begin + flight);
        under_way_[{r, now.peer}].push_back(begin + link.start_s + flight);
        deliver(r, now.peer);
        wake(now.peer);
    }

    void receive(int r, walking_rank& me, const step& now) {
        posted_[{now.peer, r}].push_back(me.done.size());
        me.done.push_back(-1);
        deliver(now.peer, r);
    }

    // Gives the messages of a pair to its receives, in order.
    void deliver(int from, int to) {
        std::deque<double>& messages = under_way_[{from, to}];
        std::deque<std::size_t>& receives = posted_[{from, to}];
        while (!messages.empty() && !receives.empty()) {
            at(to).done[receives.front()] = messages.front();
            messages.pop_front();
            receives.pop_front();
        }
    }

    void wake(int r) {
        if (!at(r).is_blocked) return;
        at(r).is_blocked = false;
        ready_.push({at(r).clock, r});
    }

    bool wait(int r, walking_rank& me, std::size_t transfers) {
        for (; me.waited_for < transfers; ++me.waited_for) {
            const double done = me.done[me.waited_for];
            me.is_blocked = done < 0;
            if (me.is_blocked) return false;
            me.clock = std::max(me.clock, done);
        }
        ++me.next;
        ready_.push({me.clock, r});
        return false;
    }

    const network_model& model_;
    double item_bytes_;
    std::span<const int> host_of_;
    std::vector<walking_rank> ranks_;
    std::map<int, host_use> hosts_;
    std::map<std::pair<int, int>, std::deque<double>> under_way_;  // arrivals
    std::map<std::pair<int, int>, std::deque<std::size_t>> posted_;
    double bytes_between_ = 0;
    using waiting_rank = std::pair<double, int>;
    std::priority_queue<waiting_rank, std::vector<waiting_rank>, std::greater<>> ready_;
};

}  // namespace

double walked_time(const algorithm& how, const collective_shape& shape, std::size_t item_bytes,
                   const network_model& model) {
    return schedule_walk(how, shape, item_bytes, model).run();
}

}  // namespace banyan::net
