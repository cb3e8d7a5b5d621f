#include "libnet/schedules/banyan_exchange.hpp"

#include <bit>
#include <catch2/catch.hpp>
#include <string>

#include "libnet/schedules/algorithms.hpp"

namespace banyan_exchange_test {

using namespace banyan::net;
using kind = exchange_step::kind;

namespace {

// Runs the schedules of all ranks on strings, whose concatenation is associative and not commutative. Message queues
// are by ordered pair; a rank continues as soon as the awaited value is there.
struct simulation {
    explicit simulation(int size) : size_(size), values(static_cast<std::size_t>(size)) {
        for (int r = 0; r < size; ++r) {
            values[at(r)] = std::string(1, static_cast<char>('A' + r));
            steps_.push_back(banyan_exchange(r, size));
        }
    }

    static std::size_t at(int r) { return static_cast<std::size_t>(r); }

    // Each round moves the ranks whose partner is at the matching step.
    int run() {
        std::vector<std::size_t> done(at(size_), 0);
        int rounds = 0;
        for (bool moved = true; moved;) {
            moved = false;
            const std::vector<std::string> before = values;
            const std::vector<std::size_t> done_before = done;
            for (int r = 0; r < size_; ++r) {
                if (done_before[at(r)] == steps_[at(r)].size()) continue;
                const exchange_step step = steps_[at(r)][done_before[at(r)]];
                const auto& theirs = steps_[at(step.partner)];
                const std::size_t partner_done = done_before[at(step.partner)];
                if (partner_done == theirs.size() || !matches(step, theirs[partner_done], r)) continue;
                take(r, step, before[at(step.partner)]);
                ++done[at(r)];
                moved = true;
            }
            rounds += moved;
        }
        for (int r = 0; r < size_; ++r)
            CHECK(done[at(r)] == steps_[at(r)].size());
        return rounds;
    }

    static bool matches(const exchange_step& mine, const exchange_step& theirs, int rank) {
        if (theirs.partner != rank) return false;
        switch (mine.what) {
            case kind::fold_send:
                return theirs.what == kind::fold_receive;
            case kind::fold_receive:
                return theirs.what == kind::fold_send;
            case kind::exchange:
                return theirs.what == kind::exchange && mine.partner_is_left != theirs.partner_is_left;
            case kind::unfold_send:
                return theirs.what == kind::unfold_receive;
            case kind::unfold_receive:
                return theirs.what == kind::unfold_send;
        }
        return false;
    }

    void take(int r, const exchange_step& step, const std::string& theirs) {
        std::string& mine = values[at(r)];
        const bool sends = step.what != kind::fold_receive && step.what != kind::unfold_receive;
        messages += sends;
        if (step.what == kind::unfold_receive) mine = theirs;
        if (step.what == kind::fold_receive || step.what == kind::exchange) {
            mine = step.partner_is_left ? theirs + mine : mine + theirs;
        }
    }

    int size_;
    std::vector<std::string> values;
    std::uint64_t messages = 0;
    std::vector<std::vector<exchange_step>> steps_;
};

}  // namespace

TEST_CASE("Banyan exchange: every rank ends with all values in rank order") {
    const int size = GENERATE(range(1, 70));
    std::string all;
    for (int r = 0; r < size; ++r)
        all += static_cast<char>('A' + r);
    simulation world(size);
    const int rounds = world.run();
    for (const std::string& value : world.values)
        CHECK(value == all);
    const algorithm_cost cost = allreduce_banyan_exchange.cost({.size = size, .items = 1});
    CHECK(rounds == cost.rounds);
    CHECK(world.messages == cost.messages);
}

TEST_CASE("Banyan exchange: powers of two exchange with id xor 2^k only") {
    const int size = GENERATE(2, 4, 8, 16, 64);
    for (int r = 0; r < size; ++r) {
        const auto steps = banyan_exchange(r, size);
        REQUIRE(static_cast<int>(steps.size()) == std::countr_zero(static_cast<unsigned>(size)));
        for (std::size_t k = 0; k < steps.size(); ++k)
            CHECK(steps[k].partner == (r ^ 1 << k));
    }
}

}  // namespace banyan_exchange_test
