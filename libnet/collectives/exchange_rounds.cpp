// Messages of a pair of ranks keep their order, and all ranks have the same rounds, so the rounds need no tags of their
// own. The receives of a round are posted one step early: then a block of a rank that is ahead does not arrive before
// its receive and is not copied.
#include "libnet/collectives/exchange_rounds.hpp"

#include <fmt/format.h>

#include "libnet/collectives/collective_messages.hpp"

namespace banyan::net {
namespace {

void check_rounds(const group& g, std::span<const exchange_round> rounds) {
    const auto ranks = static_cast<std::size_t>(g.size());
    for (const exchange_round& each : rounds) {
        if (each.out.empty() && each.in.empty()) continue;
        if (each.out.size() != ranks || each.in.size() != ranks)
            throw error(errc::invalid_argument,
                        fmt::format("exchange_in_rounds: a round with {} blocks to send and {} to receive; allowed: "
                                    "{}, one for each rank, or none",
                                    each.out.size(), each.in.size(), ranks));
    }
}

class rounds_run {
  public:
    rounds_run(collective_messages& messages, std::span<const exchange_round> rounds)
        : messages_(messages), rounds_(rounds), under_way_(rounds.size()) {}

    void run() {
        const std::size_t count = rounds_.size();
        if (count > 0) post(0);
        for (std::size_t i = 0; i < count; ++i) {
            if (i + 1 < count) post(i + 1);
            send(i);
            if (i > 0) finish(i - 1);
        }
        if (count > 0) finish(count - 1);
    }

  private:
    struct transfers {
        std::vector<request> requests;
        std::vector<collective_messages::expected_length> expected;  // one for each request
    };

    // The rank so many places after this one; -1: the one before it.
    [[nodiscard]] int rank_at(int distance) const {
        return (messages_.rank() + messages_.size() + distance) % messages_.size();
    }

    void post(std::size_t number) {
        const auto& in = rounds_[number].in;
        transfers& started = under_way_[number];
        for (int i = 1; i < messages_.size() && !in.empty(); ++i) {
            const int source = rank_at(-i);
            const std::span<std::byte> place = in[static_cast<std::size_t>(source)];
            started.requests.push_back(messages_.async_recv(source, place));
            started.expected.push_back({source, place.size()});
        }
    }

    // Each rank begins with another receiver.
    void send(std::size_t number) {
        const exchange_round& now = rounds_[number];
        if (now.prepare) call_program([&] { now.prepare(); });
        transfers& started = under_way_[number];
        for (int i = 1; i < messages_.size() && !now.out.empty(); ++i) {
            const int target = rank_at(i);
            started.requests.push_back(messages_.async_send(target, now.out[static_cast<std::size_t>(target)]));
            started.expected.push_back({});
        }
    }

    void finish(std::size_t number) {
        transfers& started = under_way_[number];
        messages_.finish(started.requests, started.expected);
        started.requests.clear();
        if (rounds_[number].take) call_program([&] { rounds_[number].take(); });
    }

    collective_messages& messages_;
    std::span<const exchange_round> rounds_;
    std::vector<transfers> under_way_;  // by round
};

}  // namespace

void exchange_in_rounds(const group& g, std::span<const exchange_round> rounds, deadline until) {
    check_rounds(g, rounds);
    run_collective(g, collective_call{.kind = collective_kind::alltoall}, until,
                   [&](collective_messages& messages) { rounds_run(messages, rounds).run(); });
}

}  // namespace banyan::net
