// The agreement of shrink in random worlds: ranks die between any two of their messages, and messages of different
// pairs overtake each other. No rank hangs, and all that decide agree.
#include "libnet/collectives/survivor_agreement.hpp"

#include <catch2/catch.hpp>
#include <deque>
#include <memory>
#include <optional>
#include <random>
#include <set>

#include "tests/common/long_form.hpp"

namespace survivor_agreement_test {

using namespace banyan::net;

namespace {

using kind = survivor_message::kind;
using outcome = survivor_agreement::outcome;

struct simulated_rank {
    std::unique_ptr<survivor_agreement> agreement;
    std::set<int> awaited;
    enum class state { running, decided, left_out, died } now = state::running;
    int sends_left = -1;  // it dies after so many messages; -1: it does not
};

// Messages of a pair keep their order. A rank that has died is noticed after its last message has arrived.
class world {
  public:
    world(int size, unsigned seed, int deaths, int broken_pairs)
        : size_(size), random_(seed), ranks_(count(size)), queues_(count(size * size)), broken_(count(size * size)) {
        for (int i = 0; i < deaths; ++i)
            rank(any(size)).sends_left = any(3 * size);
        for (int i = 0; i < broken_pairs; ++i)
            breaks_later_.push_back({any(size), any(size)});
        for (int r = 0; r < size; ++r) {
            rank(r).agreement = std::make_unique<survivor_agreement>(r, std::vector<bool>(count(size)),
                                                                     static_cast<unsigned>(any(100)));
            begin(r);
        }
    }

    // Returns false if ranks wait and nothing can happen.
    bool run() {
        while (true) {
            if (!breaks_later_.empty() && any(20) == 0) break_pair();
            std::vector<std::pair<int, int>> possible;
            bool running = false;
            for (int to = 0; to < size_; ++to) {
                if (rank(to).now != simulated_rank::state::running) continue;
                running = true;
                for (const int from : rank(to).awaited)
                    if (!queue(from, to).empty() || is_lost(from, to)) possible.push_back({from, to});
            }
            if (!running) return true;
            if (possible.empty()) return false;
            const auto [from, to] = possible[static_cast<std::size_t>(any(static_cast<int>(possible.size())))];
            deliver(from, to);
        }
    }

    const simulated_rank& at(int r) const { return ranks_[count(r)]; }

  private:
    static std::size_t count(int n) { return static_cast<std::size_t>(n); }
    simulated_rank& rank(int r) { return ranks_[count(r)]; }
    std::deque<survivor_message>& queue(int from, int to) { return queues_[count(from * size_ + to)]; }
    int any(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
    bool is_lost(int from, int to) const {
        return at(from).now == simulated_rank::state::died || broken_[count(from * size_ + to)];
    }

    void break_pair() {
        const auto [a, b] = breaks_later_.back();
        breaks_later_.pop_back();
        if (a == b) return;
        broken_[count(a * size_ + b)] = broken_[count(b * size_ + a)] = true;
        queue(a, b).clear();
        queue(b, a).clear();
    }

    void send(int from, const std::vector<int>& receivers, const survivor_message& message) {
        for (const int to : receivers) {
            if (rank(from).now == simulated_rank::state::died) return;
            if (rank(from).sends_left-- == 0) return die(from);
            if (!broken_[count(from * size_ + to)])
                queue(from, to).push_back(survivor_message::unpacked(message.packed()));
        }
    }
    // The last messages of each pair may be lost with it.
    void die(int r) {
        rank(r).now = simulated_rank::state::died;
        for (int to = 0; to < size_; ++to)
            while (!queue(r, to).empty() && any(3) == 0)
                queue(r, to).pop_back();
    }

    void begin(int r) {
        const auto others = rank(r).agreement->others();
        rank(r).awaited = {others.begin(), others.end()};
        send(r, others, rank(r).agreement->begin_round());
        end_if_complete(r);
    }
    void deliver(int from, int to) {
        rank(to).awaited.erase(from);
        if (queue(from, to).empty()) {
            rank(to).agreement->lose(from);
        } else {
            rank(to).agreement->take(from, queue(from, to).front());
            queue(from, to).pop_front();
        }
        end_if_complete(to);
    }
    void end_if_complete(int r) {
        using state = simulated_rank::state;
        if (!rank(r).awaited.empty() || rank(r).now != state::running) return;
        survivor_agreement& agreement = *rank(r).agreement;
        const outcome found = agreement.end_round();
        send(r, agreement.take_excluded(), {kind::excluded, 0, agreement.dead()});
        if (found == outcome::decided)
            send(r, agreement.others(), {kind::decision, agreement.next_context(), agreement.dead()});
        if (found == outcome::left_out) send(r, agreement.others(), {kind::leaving, 0, agreement.dead()});
        if (rank(r).now == state::died) return;
        if (found == outcome::undecided) return begin(r);
        rank(r).now = found == outcome::decided ? state::decided : state::left_out;
    }

    int size_;
    std::mt19937 random_;
    std::vector<simulated_rank> ranks_;
    std::vector<std::deque<survivor_message>> queues_;
    std::vector<bool> broken_;
    std::vector<std::pair<int, int>> breaks_later_;
};

}  // namespace

TEST_CASE("survivor agreement: all survivors decide, and decide the same", "[agreement]") {
    const auto seeds = static_cast<unsigned>(banyan::testing::samples(20'000));
    for (unsigned seed = 0; seed < seeds; ++seed) {
        const int size = 1 + static_cast<int>(seed % 8);
        const int deaths = static_cast<int>(seed / 8 % 5);
        world all(size, seed, deaths, 0);
        INFO("seed " << seed << ", " << size << " ranks");
        REQUIRE(all.run());
        std::optional<std::pair<std::vector<bool>, std::uint32_t>> decision;
        for (int r = 0; r < size; ++r) {
            if (all.at(r).now == simulated_rank::state::died) continue;
            REQUIRE(all.at(r).now == simulated_rank::state::decided);
            const std::pair mine(all.at(r).agreement->dead(), all.at(r).agreement->next_context());
            REQUIRE_FALSE(mine.first[static_cast<std::size_t>(r)]);
            if (!decision) decision = mine;
            REQUIRE(mine == *decision);
        }
        if (deaths == 0) REQUIRE(decision->first == std::vector<bool>(static_cast<std::size_t>(size)));
    }
}

TEST_CASE("survivor agreement: lost connections never make a rank hang", "[agreement]") {
    const auto seeds = static_cast<unsigned>(banyan::testing::samples(5'000));
    for (unsigned seed = 0; seed < seeds; ++seed) {
        world all(2 + static_cast<int>(seed % 6), seed, static_cast<int>(seed / 6 % 3), 1 + static_cast<int>(seed % 3));
        INFO("seed " << seed);
        REQUIRE(all.run());
    }
}

TEST_CASE("survivor agreement: the context is higher than any that a survivor has used", "[agreement]") {
    survivor_agreement mine(0, std::vector<bool>(3), 5);
    (void)mine.begin_round();
    mine.take(1, {kind::round, 9, std::vector<bool>(3)});
    mine.take(2, {kind::round, 7, std::vector<bool>(3)});
    CHECK(mine.end_round() == outcome::decided);
    CHECK(mine.next_context() == 9);
}

}  // namespace survivor_agreement_test
