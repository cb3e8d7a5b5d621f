#include "libnet/protocol/matcher.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

namespace matcher_test {

using namespace banyan::net;
using namespace banyan::net::detail;

// Compares random posts and arrivals with the simplest model: two lists that are searched from the front.
TEST_CASE("matching agrees with two plain lists", "[matcher]") {
    std::mt19937 generator(GENERATE(range(1u, 20u)));
    const auto random = [&] { return static_cast<std::uint32_t>(generator()); };
    matcher tested;
    std::deque<incoming> messages;
    std::deque<operation> receives;
    std::vector<incoming*> waiting;
    std::vector<operation*> posted;
    const auto fits = [](const operation& op, const incoming& m) {
        return op.from.context == m.context && (!op.from.source || *op.from.source == m.info.source) &&
               (!op.from.tag || *op.from.tag == m.info.tag);
    };
    for (int step = 0; step < 400; ++step) {
        const context_id context{random() % 2};
        if (random() % 2) {
            incoming& m = messages.emplace_back();
            m.info = {task_id{1 + random() % 3}, tag{static_cast<int>(random() % 3)}, 0};
            m.context = context;
            m.sequence = static_cast<std::uint64_t>(step);
            const auto expected = std::find_if(posted.begin(), posted.end(), [&](auto* op) { return fits(*op, m); });
            operation* taken = tested.take_posted(m.info, m.context);
            REQUIRE(taken == (expected == posted.end() ? nullptr : *expected));
            if (taken) {
                posted.erase(expected);
            } else {
                waiting.push_back(&m);
                tested.add_waiting(m);
            }
        } else {
            operation& op = receives.emplace_back();
            op.what = operation::kind::receive;
            if (random() % 2) op.from.source = task_id{1 + random() % 3};
            if (random() % 2) op.from.tag = tag{static_cast<int>(random() % 3)};
            op.from.context = context;
            const auto expected = std::find_if(waiting.begin(), waiting.end(), [&](auto* m) { return fits(op, *m); });
            incoming* found = tested.find_waiting(op.from);
            REQUIRE(found == (expected == waiting.end() ? nullptr : *expected));
            if (found) {
                tested.remove_waiting(*found);
                waiting.erase(expected);
            } else if (random() % 4 == 0) {
                tested.post(op);
                REQUIRE(tested.unpost(op));
                REQUIRE_FALSE(tested.unpost(op));
            } else {
                posted.push_back(&op);
                tested.post(op);
            }
        }
    }
}

TEST_CASE("the queues of contexts that are not used any more are dropped", "[matcher]") {
    matcher tested;
    operation lasting;
    lasting.what = operation::kind::receive;
    lasting.from.context = context_id{1};
    tested.post(lasting);
    incoming early;
    early.info.source = task_id{5};
    early.context = context_id{2};
    tested.add_waiting(early);
    std::size_t most = 0;
    for (std::uint32_t context = 3; context < 20'000; ++context) {
        operation receive;
        receive.what = operation::kind::receive;
        receive.from.context = context_id{context};
        tested.post(receive);
        REQUIRE(tested.unpost(receive));
        most = std::max(most, tested.contexts());
    }
    CHECK(most < 3000);
    CHECK(tested.find_waiting({task_id{5}, std::nullopt, context_id{2}}) == &early);
    CHECK(tested.take_posted({task_id{5}, tag{1}, 0}, context_id{1}) == &lasting);
}

}  // namespace matcher_test
