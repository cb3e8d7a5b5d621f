// A receive can get no message exactly if all its possible sources have ended.
#include "libnet/protocol/ended_senders.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <vector>

#include "tests/libnet/protocol/unused_handler.hpp"

namespace ended_senders_test {

using namespace banyan::net;
using namespace banyan::net::detail;

namespace {

constexpr task_id self{1};
constexpr std::uint32_t tasks = 6;  // 1 .. 6
constexpr context_id no_group{0}, three{10}, two{20}, everybody{30}, alone{40};

struct fixture {
    banyan::testing::unused_handler handler;
    channel_table channels{handler, 8192};
    context_table contexts;
    ended_senders ended{self, tasks - 1, channels, contexts};

    void end(std::uint32_t peer) { ended.add(channels.of(task_id{peer})); }
    // The task that stops a receive; 0 if it can get a message.
    [[nodiscard]] std::uint32_t stops(std::optional<task_id> source, context_id context = no_group) const {
        const channel* found = ended.find({source, any_tag, context});
        return found ? found->peer.value : 0;
    }
};

}  // namespace

TEST_CASE("a receive from one source ends with that source", "[protocol][end]") {
    fixture f;
    CHECK(f.stops(task_id{2}) == 0);
    f.end(3);
    CHECK(f.stops(task_id{2}) == 0);  // it has no channel
    (void)f.channels.of(task_id{2});
    CHECK(f.stops(task_id{2}) == 0);
    CHECK(f.stops(task_id{3}) == 3);
    CHECK(f.stops(self) == 0);
    CHECK_FALSE(f.channels.find(task_id{3})->sending);
}

TEST_CASE("a peer that has ended and is then lost counts once", "[protocol][end]") {
    fixture f;
    for (std::uint32_t time = 0; time < tasks; ++time)
        f.end(2);
    CHECK(f.stops(any_source) == 0);
    for (std::uint32_t peer = 3; peer <= tasks; ++peer)
        f.end(peer);
    CHECK(f.stops(any_source) == tasks);
    f.end(2);
    CHECK(f.stops(any_source) == 2);
}

TEST_CASE("a single task can always get a message from itself", "[protocol][end]") {
    fixture f;
    ended_senders of_single_task(self, 0, f.channels, f.contexts);
    of_single_task.add(f.channels.of(task_id{2}));
    CHECK(of_single_task.find({any_source, any_tag, no_group}) == nullptr);
}

TEST_CASE("a receive from any source ends with the last of its possible sources", "[protocol][end]") {
    std::mt19937 generator(GENERATE(range(1u, 21u)));
    fixture f;
    const std::map<context_id, std::vector<std::uint32_t>> senders{
        {no_group, {2, 3, 4, 5, 6}}, {three, {2, 3}}, {two, {4}}, {everybody, {2, 3, 4, 5, 6}}, {alone, {}}};
    for (const auto& [context, others] : senders) {
        if (context == no_group) continue;
        std::vector<task_id> members{self};
        for (const std::uint32_t other : others)
            members.emplace_back(other);
        f.contexts.add(context, members);
    }
    std::vector<std::uint32_t> order{2, 3, 4, 5, 6};
    std::shuffle(order.begin(), order.end(), generator);
    std::set<std::uint32_t> gone;
    for (const std::uint32_t last : order) {
        f.end(last);
        gone.insert(last);
        for (const auto& [context, others] : senders) {
            const bool ends = !others.empty() && std::includes(gone.begin(), gone.end(), others.begin(), others.end());
            const std::uint32_t found = f.stops(any_source, context);
            REQUIRE((found != 0) == ends);
            if (!ends) continue;
            REQUIRE(std::count(others.begin(), others.end(), found) == 1);
            const bool last_is_one = std::count(others.begin(), others.end(), last) == 1;
            REQUIRE((found == last || !last_is_one));
        }
    }
    f.contexts.remove(two);  // from now on it belongs to no group
    CHECK(f.stops(any_source, two) == order.back());
}

}  // namespace ended_senders_test
