#include "libnet/schedules/ring_reduce_scatter.hpp"

#include "libnet/schedules/segments.hpp"

namespace banyan::net {
namespace {

class ring_rounds {
  public:
    ring_rounds(schedule_builder& out, int rank, const item_blocks& blocks, const items_at& result, std::size_t segment)
        : out_(out), rank_(rank), blocks_(blocks), result_(result), segment_(segment) {
        for (int i = 0; i < std::min(3, rounds()); ++i)
            buffers_[i] = out.scratch(blocks.longest());
    }

    void run() {
        if (rounds() == 0) return out_.copy(blocks_.block(area::input, 0), result_);
        send_segments(out_, right(), blocks_.block(area::input, (rank_ + rounds()) % blocks_.size()), segment_);
        receive(0);
        for (int k = 0; k < rounds(); ++k) {
            if (k + 1 < rounds()) receive(k + 1);
            combine(k);
        }
        out_.wait();
    }

  private:
    struct round {
        std::size_t before_receive = 0;  // transfers of the schedule
        std::size_t after_send = 0;
    };

    // A buffer is received into in one round, sent from in the next, and received into again in the round after that.
    void receive(int k) {
        if (k >= 3) out_.wait_for(rounds_[static_cast<std::size_t>(k - 3)].after_send);
        rounds_.push_back({out_.transfers(), 0});
        const int left = (rank_ + rounds()) % blocks_.size();
        receive_segments(out_, left, theirs(k), segment_);
    }

    void combine(int k) {
        round& now = rounds_[static_cast<std::size_t>(k)];
        const bool last = k + 1 == rounds();
        const items_at received = theirs(k), own = blocks_.block(area::input, block_of(k));
        const items_at combined = last ? result_ : received;
        for (std::size_t i = 0; i < segment_count(own.count, segment_); ++i) {
            const items_at to = segment_of(combined, segment_, i);
            out_.wait_for(now.before_receive + i + 1);
            out_.combine(segment_of(received, segment_, i), segment_of(own, segment_, i), to);
            if (!last) out_.send(right(), to);
        }
        now.after_send = out_.transfers();
    }

    [[nodiscard]] int rounds() const { return blocks_.size() - 1; }
    [[nodiscard]] int right() const { return (rank_ + 1) % blocks_.size(); }
    // The block that is received in round k.
    [[nodiscard]] int block_of(int k) const { return (rank_ + 2 * blocks_.size() - k - 2) % blocks_.size(); }
    [[nodiscard]] items_at theirs(int k) const { return part_of(buffers_[k % 3], 0, blocks_.count(block_of(k))); }

    schedule_builder& out_;
    int rank_;
    const item_blocks& blocks_;
    items_at result_;
    std::size_t segment_;
    items_at buffers_[3];
    std::vector<round> rounds_;
};

}  // namespace

void add_ring_reduce_scatter(schedule_builder& out, int rank, const item_blocks& blocks, const items_at& result,
                             std::size_t segment) {
    ring_rounds(out, rank, blocks, result, segment).run();
}

algorithm_cost ring_reduce_scatter_cost(const item_blocks& blocks, std::size_t segment) {
    if (blocks.total() == 0) return {};
    const auto hops = static_cast<std::uint64_t>(blocks.size() - 1);
    algorithm_cost cost;
    for (int b = 0; b < blocks.size(); ++b)
        cost.messages += hops * segment_count(blocks.count(b), segment);
    cost.items = hops * blocks.total();
    cost.rounds = static_cast<int>(hops * segment_count(blocks.longest(), segment));
    cost.path_items = cost.path_combined = hops * blocks.longest();
    return cost;
}

}  // namespace banyan::net
