// Rounds of exchanges: each rank passes on what has come two rounds before, in memory that is used in turn.
#include "libnet/collectives/exchange_rounds.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <stdexcept>

#include "banyan/net/collectives.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace exchange_rounds_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

using block = std::vector<int>;

bool is_empty(int round) {
    return round == 1 || round == 6 || round == 7;
}

// Items of a block between two ranks, the same in both directions.
std::size_t length_between(int a, int b, std::size_t most) {
    return (a + b) % 3 == 0 ? 0 : most / static_cast<std::size_t>(1 + std::min(a, b));
}

// A block in memory of its own for each of three rounds, and for each rank.
class turns {
  public:
    turns(int me, int ranks, std::size_t most) {
        for (auto& blocks : memory_)
            for (int q = 0; q < ranks; ++q)
                blocks.emplace_back(length_between(me, q, most), -1);
    }
    block& of(int round, int other) {
        return memory_[static_cast<std::size_t>(round % 3)][static_cast<std::size_t>(other)];
    }

  private:
    std::array<std::vector<block>, 3> memory_;
};

// What `from` sends to `to`: one more than what came from there two rounds before, or a number that names the pair.
bool begins_chain(int round) {
    return round < 2 || is_empty(round - 2);
}
int value_of(int round, int from, int to) {
    return begins_chain(round) ? 10'000 * round + 100 * from + to : value_of(round - 2, to, from) + 1;
}

class relay {
  public:
    relay(group& world, int rounds, std::size_t most)
        : me_(world.rank().value),
          ranks_(world.size()),
          out_(me_, ranks_, most),
          in_(me_, ranks_, most),
          rounds_(static_cast<std::size_t>(rounds)) {
        for (int i = 0; i < rounds; ++i)
            if (!is_empty(i)) prepare(i, rounds_[static_cast<std::size_t>(i)]);
    }
    [[nodiscard]] std::span<const exchange_round> rounds() const { return rounds_; }
    [[nodiscard]] int taken() const { return taken_; }

  private:
    void prepare(int i, exchange_round& made) {
        for (int q = 0; q < ranks_; ++q) {
            made.out.push_back(std::as_bytes(std::span(out_.of(i, q))));
            made.in.push_back(std::as_writable_bytes(std::span(in_.of(i, q))));
        }
        made.prepare = [this, i] {
            for (int q = 0; q < ranks_; ++q)
                for (std::size_t k = 0; k < out_.of(i, q).size(); ++k)
                    out_.of(i, q)[k] = begins_chain(i) ? value_of(i, me_, q) : kept_.of(i - 2, q)[k] + 1;
        };
        made.take = [this, i] {
            ++taken_;
            for (int q = 0; q < ranks_; ++q) {
                if (q == me_) continue;
                demand(in_.of(i, q) == block(in_.of(i, q).size(), value_of(i, q, me_)), "a block");
                kept_.of(i, q) = in_.of(i, q);
                std::ranges::fill(in_.of(i, q), -1);
            }
        };
    }

    int me_, ranks_;
    turns out_, in_, kept_{in_};
    std::vector<exchange_round> rounds_;
    int taken_ = 0;
};

}  // namespace

TEST_CASE("exchange rounds: a chain of blocks of any length", "[exchange_rounds]") {
    const int size = GENERATE(1, 2, 5);
    on_every_transport(size, [&](group& world) {
        for (const std::size_t most : {1u, 1000u, 20'000u}) {
            const int rounds = most == 1 ? 1 : 12;
            relay chain(world, rounds, most);
            exchange_in_rounds(world, chain.rounds(), limit);
            demand(chain.taken() == (rounds == 1 ? 1 : 9), "every round that is not empty is taken");
        }
        exchange_in_rounds(world, {}, limit);
    });
}

TEST_CASE("exchange rounds: a wrong number of blocks is refused, and the group stays usable", "[exchange_rounds]") {
    on_every_transport(3, [](group& world) {
        std::vector<exchange_round> rounds(1);
        rounds[0].out.resize(3);
        rounds[0].in.resize(2);
        demand(error_of([&] { exchange_in_rounds(world, rounds, limit); }) == errc::invalid_argument, "two blocks");
        rounds[0].in.resize(3);
        exchange_in_rounds(world, rounds, limit);  // all are empty messages
        barrier(world, limit);
    });
}

TEST_CASE("exchange rounds: another length, or an exception, on one rank ends them on all", "[exchange_rounds]") {
    const bool throws = GENERATE(false, true);
    constexpr int odd = 2;
    std::atomic<int> told{0};
    on_every_transport(4, [&](group& world) {
        const bool is_odd = world.rank() == rank{odd};
        const block out(4, 7);
        std::vector<block> in(4, block(2));
        std::vector<exchange_round> rounds(4);  // of which two are empty
        for (exchange_round* each : {&rounds[0], &rounds[3]})
            for (block& place : in) {
                each->out.push_back(std::as_bytes(std::span(out).first(2)));
                each->in.push_back(std::as_writable_bytes(std::span(place)));
            }
        if (is_odd && throws) rounds[3].prepare = [] { throw std::domain_error("on purpose"); };
        if (is_odd && !throws) rounds[3].out.assign(4, std::as_bytes(std::span(out)));
        bool as_expected = false;
        try {
            exchange_in_rounds(world, rounds, limit);
            barrier(world, limit);
        } catch (const error& e) {
            as_expected = e.which() == (throws ? errc::collective_failed : errc::collective_mismatch);
        } catch (const std::domain_error&) {
            as_expected = is_odd && throws;
        }
        demand(as_expected, "the error");
        ++told;
        wait_for(told, 4);
    });
    CHECK(told == 4);
}

}  // namespace exchange_rounds_test
