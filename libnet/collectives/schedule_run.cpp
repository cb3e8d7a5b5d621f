#include "libnet/collectives/schedule_run.hpp"

#include <algorithm>
#include <cstring>

namespace banyan::net {
namespace {

class schedule_run {
  public:
    schedule_run(collective_messages& messages, const schedule& plan, const detail::collective_arguments& memory,
                 std::span<std::byte> scratch, collective_transfers& transfers)
        : messages_(messages), plan_(plan), memory_(memory), scratch_(scratch), transfers_(transfers) {}
    schedule_run(const schedule_run&) = delete;
    schedule_run& operator=(const schedule_run&) = delete;
    ~schedule_run() { transfers_.end_run(); }

    void run() {
        for (const step& now : plan_.steps)
            take(now);
    }

  private:
    void take(const step& now) {
        switch (now.what) {
            case step::kind::send:
                return transfers_.send(messages_, now.peer, read(now.from));
            case step::kind::receive:
                return transfers_.receive(messages_, now.peer, write(now.to));
            case step::kind::wait:
                return transfers_.wait_for(messages_, now.transfers);
            case step::kind::combine:
                return call_program([&] {
                    memory_.op->apply(memory_.op->op, read(now.from).data(), read(now.right).data(),
                                      write(now.to).data(), now.to.count);
                });
            case step::kind::copy:
                return copy(read(now.from), write(now.to));
        }
    }

    // The program may give the same memory as input and output.
    static void copy(std::span<const std::byte> from, std::span<std::byte> to) {
        if (from.data() != to.data() && !from.empty()) std::memmove(to.data(), from.data(), from.size());
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
    collective_transfers& transfers_;
};

}  // namespace

collective_transfers transfers_for(const schedule& plan) {
    const auto count = std::ranges::count_if(
        plan.steps, [](const step& s) { return s.what == step::kind::send || s.what == step::kind::receive; });
    return collective_transfers(static_cast<std::size_t>(count));
}

void run_schedule(collective_messages& messages, const schedule& plan, const detail::collective_arguments& memory,
                  std::span<std::byte> scratch, collective_transfers& transfers) {
    schedule_run(messages, plan, memory, scratch, transfers).run();
}

}  // namespace banyan::net
