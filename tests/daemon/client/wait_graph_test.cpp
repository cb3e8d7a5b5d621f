// Finding the ranks that can never continue, and the cycle among them.
#include "daemon/client/wait_graph.hpp"

#include <catch2/catch.hpp>
#include <limits>

namespace wait_graph_test {

using namespace banyan::daemon;
using namespace banyan::net;
using detail::awaited_message;
using detail::blocked_call;

namespace {

using ranks = std::vector<int>;

rank_waits waits(ranks others) {
    return {true, {std::move(others)}};
}

task_waits task(int rank, std::vector<awaited_message> awaited, double seconds = 1) {
    task_waits made;
    made.task.task = task_id{static_cast<std::uint32_t>(rank) + 1};
    made.task.rank = rank;
    made.what = task_waits::answer::answered;
    if (awaited.empty()) return made;
    blocked_call call{
        .what = blocked_call::kind::receive, .awaited = std::move(awaited), .awaited_count = 0, .waited = {}};
    call.awaited_count = call.awaited.size();
    call.waited = std::chrono::duration<double>(seconds);
    made.seen.calls.push_back(std::move(call));
    return made;
}

awaited_message from(int rank) {
    awaited_message made;
    made.peer = task_id{static_cast<std::uint32_t>(rank) + 1};
    return made;
}

}  // namespace

TEST_CASE("a ring of any size is a cycle, the lowest rank first") {
    for (int n = 1; n < 40; ++n) {
        std::vector<rank_waits> ring;
        ranks expected;
        for (int i = 0; i < n; ++i) {
            ring.push_back(waits({(i + 1) % n}));
            expected.push_back(i);
        }
        CHECK(find_cycle(ring) == expected);
        ring[static_cast<std::size_t>(n / 2)].blocked = false;  // one rank computes
        CHECK(find_cycle(ring).empty());
    }
}

TEST_CASE("ranks that wait for a cycle are not in it") {
    CHECK(find_cycle({waits({1}), waits({2}), waits({1})}) == ranks{1, 2});
    CHECK(find_cycle({}).empty());
    CHECK(find_cycle({waits({7}), waits({-1})}).empty());  // these tasks have ended
}

TEST_CASE("a call that any of several ranks can end is stuck only if all of them are") {
    CHECK(find_cycle({waits({1, 2}), waits({0}), {false, {}}}).empty());
    CHECK(find_cycle({waits({1, 2}), waits({0}), waits({0})}) == ranks{0, 1});
    CHECK(find_cycle({{true, {{1}, {2}}}, waits({0}), {false, {}}}).empty());  // another thread of rank 0 can continue
}

TEST_CASE("the graph of calls: any source means all ranks, short waits and messages in transit are no deadlock") {
    CHECK(find_cycle(graph_of({task(0, {from(1)}), task(1, {from(0)})})) == ranks{0, 1});
    CHECK(find_cycle(graph_of({task(0, {awaited_message{}}), task(1, {from(0)})})) == ranks{0, 1});
    CHECK(find_cycle(graph_of({task(0, {awaited_message{}}), task(1, {from(0)}), task(2, {})})).empty());
    CHECK(find_cycle(graph_of({task(0, {from(1)}, 0.01), task(1, {from(0)})})).empty());
    auto coming = from(1);
    coming.under_way = true;
    CHECK(find_cycle(graph_of({task(0, {coming}), task(1, {from(0)})})).empty());
    CHECK(find_cycle(graph_of({task(0, {from(2)}), task(1, {from(0)})})).empty());  // rank 2 has ended
    for (const int no_rank : {-1, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()})
        CHECK(graph_of({task(no_rank, {from(0)}), task(0, {from(0)})}).size() == 1);
    auto silent = task(1, {from(0)});
    silent.what = task_waits::answer::silent;
    CHECK(find_cycle(graph_of({task(0, {from(1)}), silent})).empty());
}

}  // namespace wait_graph_test
