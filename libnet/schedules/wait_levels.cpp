#include "libnet/schedules/wait_levels.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "libnet/schedules/shapes_of_ranks.hpp"

namespace banyan::net {
namespace {

constexpr int of_a_send = -1;

struct levelled_rank {
    schedule plan;
    std::size_t next = 0;
    int level = 0;
    std::vector<int> sources;  // of the transfers begun so far: the sender's rank, or of_a_send
    std::size_t waited_for = 0;
    int highest_received = -1;  // in the wait that is under way
};

class level_walk {
  public:
    level_walk(const algorithm& how, const collective_shape& shape) : ranks_(static_cast<std::size_t>(shape.size)) {
        shapes_of_ranks shapes(how.kind, shape);
        for (int r = 0; r < shape.size; ++r)
            ranks_[static_cast<std::size_t>(r)].plan = how.make(shapes.of(r));
    }

    int run() {
        for (bool moves = true; moves;) {
            moves = false;
            for (std::size_t r = 0; r < ranks_.size(); ++r)
                while (take_step(static_cast<int>(r), ranks_[r]))
                    moves = true;
        }
        return std::ranges::max(ranks_, {}, &levelled_rank::level).level;
    }

  private:
    // False if the rank has ended or waits for a message that has not been sent yet.
    bool take_step(int r, levelled_rank& me) {
        if (me.next == me.plan.steps.size()) return false;
        const step& now = me.plan.steps[me.next];
        if (now.what == step::kind::send) {
            me.sources.push_back(of_a_send);
            sent_[{r, now.peer}].push_back(me.level);
        } else if (now.what == step::kind::receive) {
            me.sources.push_back(now.peer);
        } else if (now.what == step::kind::wait && !wait(r, me, now.transfers)) {
            return false;
        }
        ++me.next;
        return true;
    }

    // The messages of a pair are received in the order in which they were sent.
    bool wait(int r, levelled_rank& me, std::size_t transfers) {
        for (; me.waited_for < transfers; ++me.waited_for) {
            const int source = me.sources[me.waited_for];
            if (source == of_a_send) continue;
            std::deque<int>& messages = sent_[{source, r}];
            if (messages.empty()) return false;
            me.highest_received = std::max(me.highest_received, messages.front());
            messages.pop_front();
        }
        if (me.highest_received >= 0) me.level = std::max(me.level, me.highest_received + 1);
        me.highest_received = -1;
        return true;
    }

    std::vector<levelled_rank> ranks_;
    std::map<std::pair<int, int>, std::deque<int>> sent_;  // levels of the senders
};

}  // namespace

int wait_levels(const algorithm& how, const collective_shape& shape) {
    return level_walk(how, shape).run();
}

}  // namespace banyan::net
