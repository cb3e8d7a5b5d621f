// Compiled without contraction of products and sums, for the reason given in network_model.cpp.
#include "libnet/schedules/schedule_walk.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <map>
#include <queue>
#include <tuple>
#include <utility>
#include <vector>

#include "libnet/schedules/shapes_of_ranks.hpp"

namespace banyan::net {
namespace {

struct walking_transfer {
    double done = 0;      // when; negative: not known yet
    double handling = 0;  // CPU time when its wait ends
    bool comes_from_other_host = false;
};

struct walking_rank {
    schedule plan;
    std::size_t next = 0;
    double clock = 0;
    double out_free = 0;  // when the next message may leave
    std::vector<walking_transfer> transfers;
    std::size_t waited_for = 0;  // the first transfers that earlier steps have waited for
    bool is_running = false;     // has a core
    std::size_t missing = 0;     // messages of the current wait that have not been sent yet
    double until = 0;            // when the other messages of that wait have arrived
    double wait_began = -1;      // the current wait; negative: does not wait
    bool was_away = false;       // has been without a core since its last step
};

struct walking_host {
    int ranks = 0;
    int free_cores = 1;
    std::deque<int> ready;                      // ranks that wait for a core
    double out_free = 0, in_free = 0;           // of its link to the other hosts
    double sent_bytes = 0, received_bytes = 0;  // to and from other hosts
    double cpu_s = 0;
};

class schedule_walk {
  public:
    schedule_walk(const algorithm& how, const collective_shape& shape, std::size_t item_bytes,
                  const network_model& model)
        : model_(model),
          item_bytes_(static_cast<double>(item_bytes)),
          core_speed_(std::min(1.0, model.cores)),
          host_of_(shape.host_of),
          ranks_(static_cast<std::size_t>(shape.size)) {
        shapes_of_ranks shapes(how.kind, shape);
        for (int r = 0; r < shape.size; ++r) {
            at(r).plan = how.make(shapes.of(r));
            walking_host& mine = hosts_[host(r)];
            ++mine.ranks;
            mine.free_cores = static_cast<int>(std::ceil(std::min(model.cores, 1e6)));
            plan_event(0, r);
        }
    }

    double run() {
        while (!events_.empty()) {
            const auto [time, number, r] = events_.top();
            events_.pop();
            at(r).clock = time;
            if (at(r).is_running)
                take_step(r, at(r));
            else
                want_core(r);
        }
        double last = bytes_between_ * model_.shared_byte_s;
        for (const walking_rank& rank : ranks_)
            last = std::max(last, rank.clock);
        for (const auto& [number, host] : hosts_)
            last = std::max(last, host.cpu_s / model_.cores);
        return std::max(last, link_time());
    }

  private:
    [[nodiscard]] walking_rank& at(int r) { return ranks_[static_cast<std::size_t>(r)]; }
    [[nodiscard]] int host(int r) const { return host_of_.empty() ? 0 : host_of_[static_cast<std::size_t>(r)]; }
    [[nodiscard]] double bytes_of(const items_at& items) const {
        return static_cast<double>(items.count) * item_bytes_;
    }
    // The CPU time of a message of `bytes` bytes, at both ends together.
    [[nodiscard]] double message_s(double bytes) const { return model_.cpu_message_s + bytes * model_.cpu_byte_s; }

    void plan_event(double time, int r) { events_.push({time, ++events_so_far_, r}); }

    // The time in which the busiest link regains the free bytes that a call uses.
    [[nodiscard]] double link_time() const {
        const link_times& link = model_.between_hosts;
        if (!(link.free_bytes > 0)) return 0;  // the walk contains the time of all bytes
        double most_bytes = 0;
        for (const auto& [number, host] : hosts_)
            most_bytes = std::max({most_bytes, host.sent_bytes, host.received_bytes});
        return most_bytes * link.byte_s;
    }

    // The rank computes for so long, then takes its next step.
    void occupy(int r, walking_rank& me, double seconds) {
        hosts_[host(r)].cpu_s += seconds;
        plan_event(me.clock + seconds / core_speed_, r);
    }

    void want_core(int r) {
        walking_host& mine = hosts_[host(r)];
        if (mine.free_cores == 0) {
            at(r).was_away = true;
            return mine.ready.push_back(r);
        }
        --mine.free_cores;
        give_core(r, at(r).clock);
    }
    void give_core(int r, double time) {
        at(r).is_running = true;
        plan_event(time, r);
    }
    void release_core(int r, walking_rank& me) {
        walking_host& mine = hosts_[host(r)];
        me.is_running = false;
        me.was_away = true;
        if (mine.ready.empty()) {
            ++mine.free_cores;
            return;
        }
        const int next = mine.ready.front();
        mine.ready.pop_front();
        give_core(next, me.clock);
    }

    // Takes the next step that takes time, after the steps before it that take none.
    void take_step(int r, walking_rank& me) {
        const std::vector<step>& steps = me.plan.steps;
        for (; me.next < steps.size() && steps[me.next].what == step::kind::receive; ++me.next)
            receive(r, me, steps[me.next]);
        if (me.next == steps.size()) return release_core(r, me);
        const step& now = steps[me.next];
        if (now.what == step::kind::wait) return wait(r, me, now.transfers);
        ++me.next;
        if (now.what == step::kind::send) return send(r, me, now);
        occupy(r, me, bytes_of(now.to) * model_.copy_byte_s);
    }

    void send(int r, walking_rank& me, const step& now) {
        const double bytes = bytes_of(now.from);
        const bool is_between = host(r) != host(now.peer);
        const link_times& link = is_between ? model_.between_hosts : model_.inside_host;
        walking_host &mine = hosts_[host(r)], &theirs = hosts_[host(now.peer)];
        const double all_s = message_s(bytes), own_s = sender_part * all_s;
        const double earliest = std::max(me.clock, me.out_free);
        double begin = earliest, flight = bytes * link.byte_s;
        if (is_between) {
            begin = std::max({earliest, mine.out_free, theirs.in_free});
            mine.out_free = theirs.in_free = begin + flight;
            mine.sent_bytes += bytes;
            theirs.received_bytes += bytes;
            bytes_between_ += bytes;
        }
        // Free bytes shorten the flight, then the wait for the links.
        const double saved = std::min(link.free_bytes * link.byte_s, begin - earliest + flight);
        const double saved_in_flight = std::min(saved, flight);
        begin -= saved - saved_in_flight;
        flight -= saved_in_flight;
        me.out_free = begin + std::max(link.gap_s, flight);
        me.transfers.push_back({.done = begin + flight});
        const double alone_s = link.start_s + flight;  // includes the CPU time of both ends, if it is long enough
        // a receiver whose quota is used up does not go on at once, so T0 follows the send
        const double way_s = is_between && core_speed_ < 1 ? link.start_s : 0;
        const double arrival = std::max(begin + alone_s - (all_s - own_s), me.clock + own_s / core_speed_ + way_s);
        under_way_[{r, now.peer}].push_back(arrival);
        deliver(r, now.peer);
        occupy(r, me, own_s);
    }

    void receive(int r, walking_rank& me, const step& now) {
        posted_[{now.peer, r}].push_back(me.transfers.size());
        const bool is_between = host(r) != host(now.peer);
        const double part = is_between ? 1 - sender_part : receiver_part;
        me.transfers.push_back(
            {.done = -1,
             .handling = part * model_.cpu_message_s + (1 - sender_part) * bytes_of(now.to) * model_.cpu_byte_s,
             .comes_from_other_host = is_between});
        deliver(now.peer, r);
    }

    // Gives the messages of a pair to its receives, in order.
    void deliver(int from, int to) {
        std::deque<double>& messages = under_way_[{from, to}];
        std::deque<std::size_t>& receives = posted_[{from, to}];
        for (; !messages.empty() && !receives.empty(); messages.pop_front(), receives.pop_front())
            set_done(to, at(to), receives.front(), messages.front());
    }

    void set_done(int r, walking_rank& me, std::size_t transfer, double time) {
        me.transfers[transfer].done = time;
        if (me.missing == 0 || transfer >= me.plan.steps[me.next].transfers) return;
        me.until = std::max(me.until, time);
        if (--me.missing == 0) plan_event(std::max(me.until, me.clock), r);
    }

    void wait(int r, walking_rank& me, std::size_t transfers) {
        if (me.wait_began < 0) me.wait_began = me.clock;
        me.until = me.clock;
        for (std::size_t i = me.waited_for; i < transfers; ++i) {
            if (me.transfers[i].done < 0) ++me.missing;
            me.until = std::max(me.until, me.transfers[i].done);
        }
        const bool goes_on = me.missing == 0 && me.until <= me.clock;
        if (!goes_on && me.missing == 0) plan_event(me.until, r);
        if (!goes_on) return release_core(r, me);
        // a message from another host includes the change
        const bool changes = std::exchange(me.was_away, false) && !waits_for_other_host(me, transfers);
        double handled = changes ? change_part * model_.cpu_message_s : 0;
        if (hosts_[host(r)].ranks == 1) handle_at_arrival(r, me, transfers);
        for (; me.waited_for < transfers; ++me.waited_for)
            handled += me.transfers[me.waited_for].handling;
        ++me.next;
        me.wait_began = -1;
        occupy(r, me, handled);
    }

    // For a rank that is alone on its host. Its clock becomes the time when the last message of the wait is handled.
    void handle_at_arrival(int r, walking_rank& me, std::size_t transfers) {
        const auto begin = me.transfers.begin();
        const auto first = begin + static_cast<std::ptrdiff_t>(me.waited_for);
        std::vector<walking_transfer> handled(first, begin + static_cast<std::ptrdiff_t>(transfers));
        std::ranges::sort(handled, {}, [](const walking_transfer& one) { return std::pair(one.done, one.handling); });
        me.clock = me.wait_began;
        for (const walking_transfer& one : handled) {
            me.clock = std::max(me.clock, one.done) + one.handling / core_speed_;
            hosts_[host(r)].cpu_s += one.handling;
        }
        me.waited_for = transfers;
    }

    static bool waits_for_other_host(const walking_rank& me, std::size_t transfers) {
        for (std::size_t i = me.waited_for; i < transfers; ++i)
            if (me.transfers[i].comes_from_other_host) return true;
        return false;
    }

    const network_model& model_;
    double item_bytes_;
    double core_speed_;
    std::span<const int> host_of_;
    std::vector<walking_rank> ranks_;
    std::map<int, walking_host> hosts_;
    std::map<std::pair<int, int>, std::deque<double>> under_way_;  // arrivals
    std::map<std::pair<int, int>, std::deque<std::size_t>> posted_;
    double bytes_between_ = 0;
    using event = std::tuple<double, std::uint64_t, int>;  // time, number, rank; equal times in the order of planning
    std::priority_queue<event, std::vector<event>, std::greater<>> events_;
    std::uint64_t events_so_far_ = 0;
};

}  // namespace

double walked_time(const algorithm& how, const collective_shape& shape, std::size_t item_bytes,
                   const network_model& model) {
    return schedule_walk(how, shape, item_bytes, model).run();
}

}  // namespace banyan::net
