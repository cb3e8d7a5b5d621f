// Credit is counted without loss in both directions. A peer that uses or returns too much is detected.
#include "libnet/protocol/credit_account.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <vector>

namespace credit_account_test {

using namespace banyan::net::detail;

namespace {

constexpr std::uint64_t window = 8192, overhead = message_overhead_bytes;

credit_account with_window() {
    credit_account account(window);
    account.open(window);
    return account;
}

}  // namespace

TEST_CASE("a window pays for messages of half its size and for as many as fit", "[protocol][credit]") {
    credit_account account(window);
    CHECK_FALSE(account.fits_window(0));  // the window of the peer is not known yet
    CHECK_FALSE(account.suffices_for(0));
    account.open(window);
    CHECK(account.fits_window(window / 2 - overhead));
    CHECK_FALSE(account.fits_window(window / 2 - overhead + 1));
    CHECK(account.suffices_for(window - overhead));
    account.use(window / 2 - overhead);
    CHECK(account.suffices_for(window / 2 - overhead));
    CHECK_FALSE(account.suffices_for(window / 2 - overhead + 1));
    account.use(window / 2 - overhead);
    CHECK(account.left_bytes() == 0);
    CHECK_FALSE(account.suffices_for(0));
    CHECK(account.fits_window(0));
}

TEST_CASE("a message that is withdrawn before it is written costs nothing", "[protocol][credit]") {
    auto account = with_window();
    account.use(1000);
    CHECK(account.left_bytes() == window - 1000 - overhead);
    account.undo_use(1000);
    CHECK(account.left_bytes() == window);
}

TEST_CASE("a peer may return what was used and no more", "[protocol][credit]") {
    auto account = with_window();
    account.use(100);
    CHECK(account.regain(0));
    CHECK(account.regain(100 + overhead));
    CHECK(account.left_bytes() == window);
    CHECK_FALSE(account.regain(1));
}

TEST_CASE("a peer may use its window and no more", "[protocol][credit]") {
    credit_account account(window);
    const std::uint64_t count = window / (64 + overhead);
    for (std::uint64_t i = 0; i < count; ++i)
        REQUIRE(account.charge(64));
    CHECK(account.charged_bytes() == window);
    CHECK_FALSE(account.charge(0));
}

TEST_CASE("credit is due once released, and worth a frame of its own from a quarter of the window",
          "[protocol][credit]") {
    credit_account account(window);
    REQUIRE(account.charge(window / 2));
    CHECK(account.returnable_bytes() == 0);  // no receive has taken the message
    CHECK_FALSE(account.release(window / 4 - 1));
    CHECK(account.release(1));
    CHECK(account.returnable_bytes() == window / 4);
    account.returned(window / 4);
    CHECK(account.returnable_bytes() == 0);
    CHECK(account.charged_bytes() == window / 4 + overhead);
    CHECK_FALSE(account.release(0));
}

TEST_CASE("credit of a frame that is taken out is due again", "[protocol][credit]") {
    credit_account account(window);
    REQUIRE(account.charge(window / 2));
    CHECK(account.release(window / 4));
    account.returned(window / 4);
    CHECK_FALSE(account.undo_return(0));
    CHECK(account.undo_return(window / 4));
    CHECK(account.due_bytes() == window / 4);
    CHECK(account.charged_bytes() == window / 2 + overhead);
}

TEST_CASE("a frame returns as much credit as its header holds", "[protocol][credit]") {
    constexpr std::uint64_t large = std::uint64_t{1} << 33;
    credit_account account(large);
    REQUIRE(account.charge(large - overhead));
    CHECK(account.release(large));
    CHECK(account.returnable_bytes() == 0xffffffffu);
    account.returned(account.returnable_bytes());
    CHECK(account.due_bytes() == large - 0xffffffffu);
}

TEST_CASE("a sender's remaining credit and its receiver's charge make the window", "[protocol][credit]") {
    const auto seed = GENERATE(range(1u, 21u));
    std::mt19937 random(seed);
    auto sender = with_window();
    credit_account receiver(window);
    std::vector<std::uint64_t> kept;
    for (int step = 0; step < 1000; ++step) {
        const std::uint64_t size = random() % 2000;
        if (sender.suffices_for(size)) {
            sender.use(size);
            REQUIRE(receiver.charge(size));
            kept.push_back(credit_account::cost_of(size));
        } else if (!kept.empty()) {
            const bool worth_a_frame = receiver.release(kept.back());
            kept.pop_back();
            if (worth_a_frame || random() % 3 == 0) {
                const auto back = receiver.returnable_bytes();
                receiver.returned(back);
                REQUIRE(sender.regain(back));
            }
        }
        REQUIRE(sender.left_bytes() + receiver.charged_bytes() == window);
        REQUIRE(receiver.due_bytes() <= receiver.charged_bytes());
    }
}

}  // namespace credit_account_test
