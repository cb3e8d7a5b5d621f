// Every byte of output arrives exactly once, regardless of restarts of the coordinator.
#include "daemon/client/output_position.hpp"

#include <catch2/catch.hpp>
#include <deque>
#include <random>
#include <string>

#include "daemon/host/task_relay.hpp"
#include "tests/common/error_of.hpp"

namespace output_position_test {

using namespace banyan;
using namespace banyan::daemon;

namespace {

/// The output of one task in its host daemon. The bytes from `credited_` on are stored, at most one window of them.
class sending_task {
  public:
    explicit sending_task(std::string all) : all_(std::move(all)) {}
    [[nodiscard]] std::string next(std::size_t most) {
        const std::size_t window = credited_ + task_relay::window_bytes - sent_;
        const auto piece = all_.substr(sent_, std::min(most, window));
        sent_ += piece.size();
        return piece;
    }
    void credit(std::size_t bytes) { credited_ += bytes; }
    // Handles ResumeOutput: frees the bytes before `credited`.
    void resume(std::uint64_t received, std::uint64_t credited) {
        REQUIRE(credited >= credited_);
        REQUIRE(received >= credited);
        REQUIRE(received <= all_.size());
        REQUIRE(received - credited < task_relay::window_bytes);
        credited_ = credited;
        sent_ = received;
    }
    [[nodiscard]] const std::string& all() const { return all_; }

  private:
    std::string all_;
    std::size_t sent_ = 0;
    std::size_t credited_ = 0;
};

/// Several tasks, a command, and a coordinator that loses the bytes in transit when it crashes.
class simulated_run {
  public:
    explicit simulated_run(std::mt19937& random) : random_(random), position_(task_count), printed_(task_count) {
        for (std::size_t rank = 0; rank < task_count; ++rank) {
            std::string text(random_() % 600'000, ' ');
            for (auto& letter : text)
                letter = static_cast<char>('a' + random_() % 26);
            tasks_.emplace_back(std::move(text));
        }
    }

    void step() {
        const auto rank = random_() % task_count;
        switch (random_() % 3) {
            case 0:
                if (auto piece = tasks_[rank].next(1 + random_() % 65'000); !piece.empty())
                    output_.emplace_back(rank, std::move(piece));
                break;
            case 1:
                take_output();
                break;
            default:
                if (credits_.empty()) break;
                tasks_[credits_.front().first].credit(credits_.front().second);
                credits_.pop_front();
        }
    }
    void crash() {
        // The command handles what it has received before it reconnects.
        for (auto handled = random_() % (output_.size() + 1); handled > 0; --handled)
            take_output();
        output_.clear();
        credits_.clear();
        for (std::size_t rank = 0; rank < task_count; ++rank)
            tasks_[rank].resume(position_.received()[rank], position_.credited()[rank]);
    }
    [[nodiscard]] bool is_complete() const {
        for (std::size_t rank = 0; rank < task_count; ++rank)
            if (printed_[rank].size() < tasks_[rank].all().size()) return false;
        return true;
    }
    void check() const {
        for (std::size_t rank = 0; rank < task_count; ++rank)
            CHECK((printed_[rank] == tasks_[rank].all()));
    }

  private:
    static constexpr std::size_t task_count = 3;

    void take_output() {
        if (output_.empty()) return;
        const auto [rank, text] = std::move(output_.front());
        output_.pop_front();
        printed_[rank] += text;
        const auto credit = position_.take(static_cast<int>(rank), text.size());
        if (credit > 0) credits_.emplace_back(rank, credit);
    }

    std::mt19937& random_;
    output_position position_;
    std::vector<std::string> printed_;
    std::vector<sending_task> tasks_;
    std::deque<std::pair<std::size_t, std::string>> output_;   // in transit to the command
    std::deque<std::pair<std::size_t, std::size_t>> credits_;  // in transit to the host
};

}  // namespace

TEST_CASE("Every byte of output is taken once and the run does not stop, wherever the coordinator crashes") {
    std::mt19937 random(23);
    for (int round = 0; round < 60; ++round) {
        simulated_run run(random);
        const auto mean_steps_between = 1 + random() % 60;
        int steps = 0;
        int crashes = 0;
        for (; !run.is_complete() && steps < 100'000; ++steps) {
            const bool crashes_now = crashes < 200 && random() % mean_steps_between == 0;
            if (crashes_now) ++crashes;
            crashes_now ? run.crash() : run.step();
        }
        CHECK(steps < 100'000);
        run.check();
    }
}

TEST_CASE("Credit is returned in batches, and the rest stays open") {
    output_position position(2);
    CHECK(position.take(1, output_position::batch_bytes - 1) == 0);
    CHECK(position.credited()[1] == 0);
    CHECK(position.take(1, 2) == output_position::batch_bytes + 1);
    CHECK(position.take(1, 5) == 0);
    CHECK(position.received() == std::vector<std::uint64_t>{0, output_position::batch_bytes + 6});
    CHECK(position.credited() == std::vector<std::uint64_t>{0, output_position::batch_bytes + 1});
}

TEST_CASE("Output of a rank that the run does not have is refused") {
    output_position position(2);
    CHECK(testing::error_of([&] { position.take(2, 1); }) == net::errc::protocol_violation);
    CHECK(testing::error_of([&] { position.take(-1, 1); }) == net::errc::protocol_violation);
}

}  // namespace output_position_test
