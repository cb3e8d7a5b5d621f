#include "libnet/schedules/pairwise_reduce_scatter.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "libnet/schedules/standard_combination.hpp"

namespace banyan::net {
namespace {

// The number of rounds by which a transfer starts before its operand is needed. A wait for a receive includes the sends
// before it. If sends ran ahead of the receive, ranks would wait for each other.
constexpr int receive_ahead = 1;
constexpr int send_ahead = receive_ahead + 1;

class pairwise_rounds {
  public:
    pairwise_rounds(schedule_builder& out, std::span<const int> ranks, int member, const item_blocks& blocks,
                    const items_at& own, items_at result)
        : out_(out),
          ranks_(ranks),
          member_(member),
          blocks_(blocks),
          own_(own),
          combination_(out, blocks.size(), result) {
        combination_.add(member, own_block(member));
    }

    void run() {
        for (int k = 1; k < blocks_.size(); ++k) {
            start_receives(k + receive_ahead);
            start_sends(k + send_ahead);
            const receive& now = receives_[static_cast<std::size_t>(k - 1)];
            out_.wait_for(now.transfers);
            combination_.add(now.from, now.operand);
        }
    }

  private:
    struct receive {
        int from;  // member
        items_at operand;
        std::size_t transfers;  // of the schedule up to this receive
    };

    [[nodiscard]] int rank_at(int member) const { return ranks_[static_cast<std::size_t>(member)]; }
    // The own items for a member.
    [[nodiscard]] items_at own_block(int member) const {
        return part_of(own_, blocks_.begin(member), blocks_.count(member));
    }

    // Starts the receives of the rounds up to `last`.
    void start_receives(int last) {
        while (static_cast<int>(receives_.size()) < std::min(last, blocks_.size() - 1)) {
            const int k = static_cast<int>(receives_.size()) + 1;
            const int from = (member_ + k) % blocks_.size();
            const items_at operand = combination_.memory();
            out_.receive(rank_at(from), operand);
            receives_.push_back({from, operand, out_.transfers()});
        }
    }
    void start_sends(int last) {
        while (sends_ < std::min(last, blocks_.size() - 1)) {
            const int to = (member_ + blocks_.size() - ++sends_) % blocks_.size();
            out_.send(rank_at(to), own_block(to));
        }
    }

    schedule_builder& out_;
    std::span<const int> ranks_;
    int member_;
    const item_blocks& blocks_;
    items_at own_;
    standard_combination combination_;
    std::vector<receive> receives_;
    int sends_ = 0;
};

}  // namespace

void add_pairwise_reduce_scatter(schedule_builder& out, int rank, const item_blocks& blocks, items_at result) {
    std::vector<int> ranks(static_cast<std::size_t>(blocks.size()));
    std::iota(ranks.begin(), ranks.end(), 0);
    add_member_reduce_scatter(out, ranks, rank, blocks, {area::input, 0, blocks.total()}, result);
}

void add_member_reduce_scatter(schedule_builder& out, std::span<const int> ranks, int member, const item_blocks& blocks,
                               const items_at& own, items_at result) {
    pairwise_rounds(out, ranks, member, blocks, own, result).run();
}

algorithm_cost pairwise_reduce_scatter_cost(const item_blocks& blocks) {
    if (blocks.total() == 0) return {};
    const auto others = static_cast<std::uint64_t>(blocks.size() - 1);
    const std::uint64_t path = others * blocks.longest();
    return {static_cast<int>(others), others * static_cast<std::uint64_t>(blocks.filled()), others * blocks.total(),
            path, path};
}

}  // namespace banyan::net
