// A master hands out work to workers that ask for it, receives from any source, late, or by polling.
#include <set>

#include "tests/libnet/programs/program_testing.hpp"

namespace work_queue_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

constexpr int work_tag = 1, result_tag = 2, stop_tag = 3;

struct item {
    int number = -1;
    int value = 0;
};

int solved(const item& work) {
    return work.number * work.number + 1;
}

void answer(const group& world, task_id worker, int& next, int items, int& stopped) {
    const rank to = world.rank_of(worker);
    if (next < items) {
        const item work{next++, 0};
        world.send(to, tag{work_tag}, std::span<const item>(&work, 1));
    } else {
        world.send(to, tag{stop_tag}, {});
        ++stopped;
    }
}

// How the master takes results.
enum class taking { any_source, late, try_recv, claim };

message_info take(const group& world, taking how, item& result) {
    const selector from{any_source, tag{result_tag}, world.user_context()};
    const auto buffer = std::as_writable_bytes(std::span(&result, 1));
    if (how == taking::claim) return world.box().claim(from).recv(buffer);
    if (how != taking::try_recv) return world.box().recv(from, buffer);
    for (;;) {
        if (const auto got = world.box().try_recv(from, buffer)) return *got;
        std::this_thread::yield();
    }
}

void be_master(const group& world, taking how, int items) {
    if (how == taking::late) compute(150ms);
    int next = 0, stopped = 0;
    std::set<int> done;
    while (stopped < world.size() - 1) {
        at(world, "takes a result; workers stopped:", stopped);
        item result;
        const message_info info = take(world, how, result);
        if (result.number >= 0) {
            demand(done.insert(result.number).second && result.value == solved(result), "result");
        }
        if (how == taking::late && next % 50 == 49) compute(20ms);
        answer(world, info.source, next, items, stopped);
    }
    demand(done.size() == static_cast<std::size_t>(items), "all items are solved");
}

// Asks for work with an empty result, ends when the master stops it.
void be_worker(const group& world) {
    item result;
    for (;;) {
        world.send(rank{0}, tag{result_tag}, std::span<const item>(&result, 1));
        at(world, "waits for work");
        const message got = world.box().recv({world.task(rank{0}), any_tag, world.user_context()});
        if (got.info.tag == tag{stop_tag}) return;
        std::copy(got.payload.begin(), got.payload.end(), std::as_writable_bytes(std::span(&result, 1)).begin());
        result.value = solved(result);
        if (result.number % 7 == 0) compute(1ms);
    }
}

void check_queue(taking how) {
    check_runs(
        {.body = [=](group& world) { world.rank() == rank{0} ? be_master(world, how, 300) : be_worker(world); }});
}

// Workers send results of all lengths; several threads of the master claim and receive them. Some claim a second
// message and put the first one back: then the workers run until all is received, otherwise they end at once.
void claim_by_threads(group& world, bool put_back) {
    constexpr int each = 30;
    const auto length = [](int from, int i) { return static_cast<std::size_t>((from * 31 + i * 977) % 13) * 20'000; };
    if (world.rank() != rank{0}) {
        for (int i = 0; i < each; ++i)
            world.send(rank{0}, tag{i}, pattern(length(world.rank().value, i), seed_of(world.rank().value, i)));
        if (put_back) (void)world.recv(rank{0}, tag{each});
        return;
    }
    const int all = each * (world.size() - 1);
    in_threads(4, [&](int thread) {
        for (int i = thread; i < all; i += 4) {
            at(world, "claims message", i);
            claimed_message mine = world.box().claim({any_source, any_tag, world.user_context()});
            if (put_back && i % 3 == 0)
                if (auto other = world.box().try_claim({any_source, any_tag, world.user_context()}))
                    mine = std::move(*other);
            std::vector<std::byte> in(mine.info().size_bytes);
            mine.recv(in);
            const int from = world.rank_of(mine.info().source).value, number = mine.info().tag.value;
            demand(in == pattern(length(from, number), seed_of(from, number)), "content");
        }
    });
    for (int to = 1; put_back && to < world.size(); ++to)
        world.send(rank{to}, tag{each}, {});
}

// All ranks end when the work is done, at different times, without a message; the master waits for none of them.
void unequal_work(group& world) {
    if (world.rank() == rank{0}) {
        long sum = 0;
        for (int i = 1; i < world.size(); ++i) {
            at(world, "receives result", i);
            long part = 0;
            world.box().recv({any_source, tag{1}, world.user_context()}, std::as_writable_bytes(std::span(&part, 1)));
            sum += part;
        }
        demand(sum == static_cast<long>(world.size()) * (world.size() - 1) / 2, "sum");
        at(world, "receives once more");
        const errc code = error_of([&] { (void)world.box().recv({any_source, any_tag, world.user_context()}); });
        demand(world.size() == 1 || code == errc::peer_lost, "no task is left to receive from");
        return;
    }
    compute(10ms * world.rank().value);
    const long part = world.rank().value;
    world.send(rank{0}, tag{1}, std::span<const long>(&part, 1));
}

}  // namespace

TEST_CASE("A work queue with receives from any source", "[queue]") {
    check_queue(taking::any_source);
}

TEST_CASE("A work queue whose master receives late", "[queue]") {
    check_queue(taking::late);
}

TEST_CASE("A work queue whose master polls with try_recv", "[queue]") {
    check_queue(taking::try_recv);
}

TEST_CASE("A work queue whose master claims results", "[queue]") {
    check_queue(taking::claim);
}

TEST_CASE("Several threads claim the messages of ranks that end", "[queue]") {
    check_runs({.body = [](group& world) { claim_by_threads(world, false); }});
}

TEST_CASE("Several threads claim messages and put some back", "[queue]") {
    check_runs({.body = [](group& world) { claim_by_threads(world, true); }});
}

TEST_CASE("Workers end at different times and the master learns when none is left", "[queue]") {
    check_runs({.body = unequal_work, .at_once = 6});
}

}  // namespace work_queue_test
