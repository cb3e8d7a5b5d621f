// Every byte of output reaches the command exactly once and in order, regardless of interruptions of the connection.
#include "daemon/host/kept_output.hpp"

#include <catch2/catch.hpp>
#include <deque>
#include <random>
#include <string>

namespace kept_output_test {

using namespace banyan::daemon;

namespace {

/// The bytes that were read, in order, and the stream of each.
struct transcript {
    std::string bytes;
    std::string streams;  // 'e' or 'o' for each byte
    void add(bool is_error, const std::string& data) {
        bytes += data;
        streams.append(data.size(), is_error ? 'e' : 'o');
    }
    bool operator==(const transcript&) const = default;
};

/// A task, its stored output and a command. Pieces and credits in transit are lost when the coordinator dies.
class way {
  public:
    explicit way(unsigned seed) : random_(seed) {}

    void step() {
        switch (pick(6)) {
            case 0:
            case 1:
                return print();
            case 2:
            case 3:
                return deliver();
            case 4:
                return give_credit();
            default:
                if (pick(8) == 0) lose_coordinator();
                if (pick(4) == 0) come_back();
        }
    }
    /// Continues until all output has arrived.
    void finish() {
        if (kept.is_held()) come_back();
        while (!under_way_.empty())
            deliver();
    }

    kept_output kept;
    transcript printed;
    transcript read;

  private:
    std::size_t pick(std::size_t count) { return random_() % count; }

    void print() {
        if (!kept.has_room()) return;
        const std::size_t most = pick(3) == 0 ? kept_output::piece_bytes : 100;
        std::string data;
        for (std::size_t left = 1 + pick(most); left > 0; --left)
            data += static_cast<char>(random_());
        const bool is_error = pick(3) == 0;
        printed.add(is_error, data);
        if (!kept.is_held()) under_way_.push_back({is_error, data});
        kept.add(is_error, data);
        CHECK(kept.kept_bytes() < kept_output::window_bytes + kept_output::piece_bytes);
    }
    void deliver() {
        if (under_way_.empty()) return;
        read.add(under_way_.front().is_error, under_way_.front().data);
        under_way_.pop_front();
    }
    // The command counts a credit as returned when it has sent it. A crash of a coordinator can lose the message.
    void give_credit() {
        const std::size_t bytes = pick(read.bytes.size() - credited_ + 1);
        credited_ += bytes;
        if (!kept.is_held() && !lost_) kept.taken(bytes);
    }
    void lose_coordinator() {
        under_way_.resize(pick(under_way_.size() + 1));
        while (!under_way_.empty() && pick(2) == 0)
            deliver();
        under_way_.clear();
        if (pick(2) == 0) lost_ = true;  // the credit is lost before the host daemon notices
        if (lost_ && pick(2) == 0) give_credit();
        lost_ = false;
        kept.hold();
    }
    void come_back() {
        if (!kept.is_held()) return;
        for (auto& piece : kept.resume(read.bytes.size(), credited_)) {
            CHECK(piece.data.size() <= kept_output::piece_bytes);
            under_way_.push_back(std::move(piece));
        }
        CHECK(kept.kept_bytes() == printed.bytes.size() - credited_);
    }

    std::mt19937 random_;
    std::deque<kept_output::piece> under_way_;
    std::size_t credited_ = 0;
    bool lost_ = false;
};

}  // namespace

TEST_CASE("A command whose coordinator dies at random times gets every byte once and in order") {
    for (unsigned seed = 0; seed < 60; ++seed) {
        INFO("seed " << seed);
        way w(seed);
        for (int steps = 0; steps < 300; ++steps)
            w.step();
        w.finish();
        REQUIRE(w.printed.bytes.size() > 1000);
        REQUIRE((w.read == w.printed));
    }
}

TEST_CASE("Output with credit is freed, and the rest is sent again from the position of the command") {
    kept_output kept;
    kept.add(false, "abc");
    kept.add(true, "def");
    kept.add(false, "ghi");
    kept.taken(4);
    CHECK(kept.kept_bytes() == 5);
    kept.hold();
    const auto again = kept.resume(5, 4);
    REQUIRE(again.size() == 2);
    CHECK(again[0].is_error);
    CHECK(again[0].data == "f");
    CHECK(again[1].data == "ghi");
    CHECK_FALSE(kept.is_held());
}

TEST_CASE("Small pieces are joined, so that single bytes do not take many times their memory") {
    kept_output kept;
    for (int i = 0; i < 1000; ++i)
        kept.add(false, "x");
    kept.hold();
    CHECK(kept.resume(0, 0).size() == 1);
}

TEST_CASE("Credit that comes while output is held is not counted, because the command reports its total then") {
    kept_output kept;
    kept.add(false, "abcdef");
    kept.hold();
    kept.taken(2);
    CHECK(kept.kept_bytes() == 6);
    CHECK(kept.resume(3, 2).front().data == "def");
    CHECK(kept.kept_bytes() == 4);
}

TEST_CASE("Impossible totals are limited to the stored output") {
    kept_output kept;
    kept.add(false, "abcdef");
    kept.taken(100);
    CHECK(kept.kept_bytes() == 0);
    kept.add(false, "ghi");
    kept.hold();
    CHECK(kept.resume(1'000'000, 2'000'000).empty());
    CHECK(kept.kept_bytes() == 0);
    kept.add(false, "jkl");
    kept.hold();
    CHECK(kept.resume(0, 0).front().data == "jkl");
}

TEST_CASE("Discarded output is not stored") {
    kept_output kept;
    kept.add(false, std::string(kept_output::piece_bytes, 'x'));
    kept.hold();
    kept.discard();
    CHECK(kept.kept_bytes() == 0);
    CHECK_FALSE(kept.is_held());
}

}  // namespace kept_output_test
