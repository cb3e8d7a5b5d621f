#include "libnet/collectives/schedule_run.hpp"

#include <algorithm>
#include <cstring>

namespace banyan::net {
namespace {

class schedule_run {
  public:
    schedule_run(collective_messages& messages, const schedule& plan, const detail::collective_arguments& memory,
                 std::span<std::byte> scratch)
        : messages_(messages), plan_(plan), memory_(memory), scratch_(scratch) {
        const auto transfers = std::ranges::count_if(
            plan.steps, [](const step& s) { return s.what == step::kind::send || s.what == step::kind::receive; });
        under_way_.reserve(static_cast<std::size_t>(transfers));
        expected_.reserve(static_cast<std::size_t>(transfers));
    }

    void run() {
        for (const step& now : plan_.steps)
            take(now);
    }

  private:
    void take(const step& now) {
        switch (now.what) {
            case step::kind::send:
                under_way_.push_back(messages_.async_send(now.peer, read(now.from)));
                return expected_.push_back({});
            case step::kind::receive: {
                const std::span<std::byte> buffer = write(now.to);
                under_way_.push_back(messages_.async_recv(now.peer, buffer));
                return expected_.push_back({now.peer, buffer.size()});
            }
            case step::kind::wait:
                return wait_for(now.transfers);
            case step::kind::combine:
                return memory_.op->apply(memory_.op->op, read(now.from).data(), read(now.right).data(),
                                         write(now.to).data(), now.to.count);
            case step::kind::copy:
                return copy(read(now.from), write(now.to));
        }
    }

    // The program may give the same memory as input and output.
    static void copy(std::span<const std::byte> from, std::span<std::byte> to) {
        if (from.data() != to.data() && !from.empty()) std::memmove(to.data(), from.data(), from.size());
    }

    void wait_for(std::size_t transfers) {
        messages_.finish(std::span(under_way_).subspan(done_, transfers - done_),
                         std::span(expected_).subspan(done_, transfers - done_));
        done_ = transfers;
    }

    [[nodiscard]] std::span<std::byte> write(const items_at& items) const {
        const std::span<std::byte> whole = items.where == area::output ? memory_.output : scratch_;
        return whole.subspan(items.first * memory_.item_bytes, items.count * memory_.item_bytes);
    }
    [[nodiscard]] std::span<const std::byte> read(const items_at& items) const {
        if (items.where != area::input) return write(items);
        return memory_.input.subspan(items.first * memory_.item_bytes, items.count * memory_.item_bytes);
    }

    collective_messages& messages_;
    const schedule& plan_;
    const detail::collective_arguments& memory_;
    std::span<std::byte> scratch_;
    std::vector<request> under_way_;
    std::vector<collective_messages::expected_length> expected_;
    std::size_t done_ = 0;  // transfers that have been waited for
};

}  // namespace

void run_schedule(collective_messages& messages, const schedule& plan, const detail::collective_arguments& memory,
                  std::span<std::byte> scratch) {
    schedule_run(messages, plan, memory, scratch).run();
}

}  // namespace banyan::net
