// Every byte of standard input reaches the task exactly once, regardless of restarts of the coordinator.
#include "daemon/client/kept_input.hpp"

#include <catch2/catch.hpp>
#include <deque>
#include <random>

namespace kept_input_test {

using namespace banyan::daemon;

namespace {

/// The input on the host of rank 0.
struct task_side {
    std::string got;
    std::uint64_t taken = 0;
    bool ended = false;
};

/// A command that reads input, a task, and a coordinator that loses the bytes in transit when it crashes.
class simulated_input {
  public:
    explicit simulated_input(std::mt19937& random) : random_(random), all_(random() % 40'000, ' ') {
        for (auto& letter : all_)
            letter = static_cast<char>('a' + random_() % 26);
    }

    void step() {
        switch (random_() % 4) {
            case 0:
                return read_more();
            case 1:
                return pass_down();
            case 2:
                return let_task_take();
            default:
                return pass_up();
        }
    }
    // The command notices the crash later. Until then it can read input.
    void crash() {
        down_.clear();
        up_.clear();
        kept_.hold();
        for (auto more = random_() % 3; more > 0; --more)
            read_more();
        const auto rest = kept_.resume(task_.got.size(), task_.taken, task_.ended);
        under_way_ -= rest.newly_taken;
        if (!rest.data.empty() || rest.end) down_.emplace_back(rest.data, rest.end);
    }
    [[nodiscard]] bool is_complete() const { return task_.ended && task_.taken == all_.size() && kept_.size() == 0; }
    void check() const {
        CHECK((task_.got == all_));
        CHECK(under_way_ == 0);
    }

  private:
    static constexpr std::size_t window_bytes = 4096;

    void read_more() {
        if (ended_ || under_way_ >= window_bytes) return;
        const auto piece = all_.substr(read_, 1 + random_() % 2048);
        read_ += piece.size();
        under_way_ += piece.size();
        ended_ = piece.empty();
        if (kept_.add(piece, ended_)) down_.emplace_back(piece, ended_);
        CHECK(kept_.size() < window_bytes + 2048);
    }
    void pass_down() {
        if (down_.empty()) return;
        REQUIRE_FALSE(task_.ended);
        task_.got += down_.front().first;
        task_.ended = down_.front().second;
        down_.pop_front();
    }
    void let_task_take() {
        const auto some = random_() % (task_.got.size() - task_.taken + 1);
        task_.taken += some;
        if (some > 0) up_.push_back(some);
    }
    void pass_up() {
        if (up_.empty()) return;
        kept_.taken(up_.front());
        under_way_ -= up_.front();
        up_.pop_front();
    }

    std::mt19937& random_;
    std::string all_;
    std::size_t read_ = 0;
    std::size_t under_way_ = 0;
    bool ended_ = false;
    kept_input kept_;
    task_side task_;
    std::deque<std::pair<std::string, bool>> down_;
    std::deque<std::size_t> up_;
};

}  // namespace

TEST_CASE("Every byte of input reaches the task once, and its end, wherever the coordinator crashes") {
    std::mt19937 random(29);
    for (int round = 0; round < 200; ++round) {
        simulated_input input(random);
        const auto mean_steps_between = 1 + random() % 40;
        int steps = 0;
        int crashes = 0;
        for (; !input.is_complete() && steps < 100'000; ++steps) {
            const bool crashes_now = crashes < 200 && random() % mean_steps_between == 0;
            if (crashes_now) ++crashes;
            crashes_now ? input.crash() : input.step();
        }
        CHECK(steps < 100'000);
        input.check();
    }
}

TEST_CASE("Input that is read while it is held is sent with the rest, once") {
    kept_input kept;
    CHECK(kept.add("one", false));
    kept.hold();
    CHECK_FALSE(kept.add("two", true));
    const auto rest = kept.resume(2, 1, false);
    CHECK(rest.data == "etwo");
    CHECK(rest.end);
    CHECK(rest.newly_taken == 1);
    CHECK(kept.size() == 5);
}

TEST_CASE("Nothing is sent to a task that has the end of its input, and positions never decrease") {
    kept_input kept;
    CHECK(kept.add("abcdef", true));
    kept.taken(2);
    kept.hold();
    const auto whole = kept.resume(6, 3, true);
    CHECK(whole.data.empty());
    CHECK_FALSE(whole.end);
    CHECK(whole.newly_taken == 1);
    kept.hold();
    const auto unknown = kept.resume(0, 0, false);
    CHECK(unknown.data == "def");
    CHECK(unknown.end);
    CHECK(unknown.newly_taken == 0);
}

}  // namespace kept_input_test
