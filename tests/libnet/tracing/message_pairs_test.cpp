// Sends and receives of random runs are paired as they were sent.
#include "libnet/tracing/message_pairs.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>
#include <tuple>

namespace message_pairs_test {

using namespace banyan::net;
using namespace banyan::net::tracing;

namespace {

constexpr context_id context{3};

std::vector<task_trace> tasks(std::size_t count) {
    std::vector<task_trace> traces(count);
    for (std::size_t i = 0; i < count; ++i) {
        traces[i].task = task_id{static_cast<std::uint32_t>(100 + i)};
        traces[i].rank = static_cast<int>(i);
        traces[i].size = static_cast<int>(count);
    }
    return traces;
}

sent_message send_to(const task_trace& to, int tag_value, std::uint64_t number) {
    return {.at = static_cast<nanoseconds>(number),
            .bytes = number,
            .to = to.task,
            .context = context,
            .tag = tag{tag_value}};
}

received_message receive_of(const task_trace& from, int tag_value, std::uint64_t number, std::uint64_t order) {
    return {.bytes = number, .order = order, .from = from.task, .context = context, .tag = tag{tag_value}};
}

/// Every message has a number of its own as its length, which the pairing does not look at.
bool lengths_agree(const std::vector<task_trace>& traces, const pairing& found) {
    return std::all_of(found.pairs.begin(), found.pairs.end(), [&](const message_pair& p) {
        return traces[p.send.trace].sent[p.send.index].bytes == traces[p.receive.trace].received[p.receive.index].bytes;
    });
}

struct generated {
    std::vector<task_trace> traces;
    std::uint64_t received = 0;
    std::uint64_t left = 0;  // sent and never received
};

/// Each task sends random messages to random tasks; each stream of equal sender, receiver and tag is received in order,
/// up to some point, and the receives end, so are recorded, in any order.
generated random_run(std::mt19937_64& random, bool withdraw) {
    generated run;
    run.traces = tasks(1 + random() % 6);
    std::map<std::tuple<std::size_t, std::size_t, int>, std::vector<std::uint64_t>> streams;
    for (std::uint64_t number = 1; number <= 400; ++number) {
        const std::size_t from = random() % run.traces.size(), to = random() % run.traces.size();
        const int t = static_cast<int>(random() % 3);
        run.traces[from].sent.push_back(send_to(run.traces[to], t, number));
        run.traces[from].sent.back().withdrawn = withdraw && random() % 5 == 0;
        if (!run.traces[from].sent.back().withdrawn) streams[{from, to, t}].push_back(number);
    }
    std::uint64_t order = 0;
    for (auto& [key, numbers] : streams) {
        const auto& [from, to, t] = key;
        const std::size_t taken = random() % 4 == 0 ? random() % (numbers.size() + 1) : numbers.size();
        for (std::size_t i = 0; i < taken; ++i)
            run.traces[to].received.push_back(receive_of(run.traces[from], t, numbers[i], ++order));
        run.received += taken;
        run.left += numbers.size() - taken;
    }
    for (task_trace& t : run.traces)
        std::shuffle(t.received.begin(), t.received.end(), random);
    return run;
}

}  // namespace

TEST_CASE("every receive of a random run finds its send") {
    std::mt19937_64 random(3);
    for (int i = 0; i < 200; ++i) {
        const generated run = random_run(random, i % 2 == 1);
        const pairing found = pair_messages(run.traces);
        CHECK(lengths_agree(run.traces, found));
        CHECK(found.pairs.size() == run.received);
        CHECK(found.unpaired_sends == run.left);
        CHECK(found.unpaired_receives == 0);
        CHECK(std::is_sorted(found.pairs.begin(), found.pairs.end(),
                             [](const auto& a, const auto& b) { return a.receive < b.receive; }));
    }
}

TEST_CASE("messages of other contexts, tags and directions are not mixed") {
    auto traces = tasks(2);
    traces[0].sent.push_back(send_to(traces[1], 1, 10));
    traces[1].sent.push_back(send_to(traces[0], 1, 20));
    auto other = send_to(traces[1], 1, 30);
    other.context = context_id{9};
    traces[0].sent.push_front(other);
    traces[1].received.push_back(receive_of(traces[0], 2, 40, 1));
    traces[1].received.push_back(receive_of(traces[0], 1, 10, 2));
    const pairing found = pair_messages(traces);
    REQUIRE(found.pairs.size() == 1);
    CHECK(found.pairs.front() == message_pair{{0, 1}, {1, 1}});
    CHECK(found.unpaired_sends == 2);
    CHECK(found.unpaired_receives == 1);
}

TEST_CASE("receives behind one that was dropped are not paired") {
    auto traces = tasks(2);
    for (const std::uint64_t number : {1, 2, 3})
        traces[0].sent.push_back(send_to(traces[1], 5, number));
    // The second receive ended last, when the memory was full.
    traces[1].received = {receive_of(traces[0], 5, 1, 1), receive_of(traces[0], 5, 3, 3)};
    traces[1].first_dropped_receive = 2;
    const pairing found = pair_messages(traces);
    CHECK(lengths_agree(traces, found));
    CHECK(found.pairs.size() == 1);
    CHECK(found.unpaired_receives == 1);
    CHECK(found.unpaired_sends == 2);
}

}  // namespace message_pairs_test
