// Ranks that call different collectives, or the same one with different parameters: all ranks get an error that names
// the calls.
#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <functional>
#include <string>

#include "banyan/net/neighbour_allgather.hpp"
#include "banyan/net/neighbour_exchange.hpp"
#include "banyan/net/persistent_varying.hpp"
#include "tests/common/compute.hpp"
#include "tests/common/findings.hpp"
#include "tests/common/group_sizes.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace mismatch_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

using calls = std::function<void(const group&)>;

struct mistake {
    const char* name;
    calls of_rank_1;
    calls of_the_others;
    std::vector<std::string> told;  // what the error says, in any order
};

void call_broadcast(const group& g, int root, std::size_t length = 4) {
    std::vector<int> items(length);
    broadcast(g, items, rank{root});
}

void call_gather(const group& g, int root) {
    std::vector<int> mine(3), all(3 * static_cast<std::size_t>(g.size()));
    gather(g, mine, all, rank{root});
}

void call_allreduce(const group& g, std::size_t length = 1) {
    std::vector<int> items(length);
    allreduce(g, items, std::plus<>());
}

void call_scatter_varying(const group& g, int root) {
    varying<int> all;
    if (g.rank() == rank{root}) all = {std::vector<int>(static_cast<std::size_t>(g.size())), {}};
    if (g.rank() == rank{root}) all.counts.assign(static_cast<std::size_t>(g.size()), 1);
    (void)scatter_varying(g, all, rank{root});
}

void run_persistent_broadcast(const group& g, int root) {
    std::vector<int> items(4);
    persistent_broadcast(g, items, rank{root}).run();
}

void prepare_gather_varying(const group& g) {
    const std::vector<int> mine(2);
    varying<int> all;
    (void)persistent_gather_varying(g, mine, all);
}

void exchange_with_neighbours(const group& g, std::size_t length) {
    const cartesian_topology ring(g, cartesian_shape({{g.size(), true}}));
    std::vector<int> out(2 * length), in(2 * length);
    persistent_neighbour_exchange(ring, out, in).run();
}

void gather_from_neighbours(const group& g, std::size_t length) {
    const cartesian_topology ring(g, cartesian_shape({{g.size(), true}}));
    std::vector<int> mine(length), all(2 * length);
    neighbour_allgather(ring, mine, all);
}

// No call has a deadline: without a report they wait for ever.
std::vector<mistake> mistakes() {
    return {
        {"kind",
         [](const group& g) { barrier(g); },
         [](const group& g) { call_allreduce(g); },
         {"rank 1 called barrier", "allreduce", "1st collective"}},
        {"both wait",
         [](const group& g) { call_broadcast(g, 0); },
         [](const group& g) { call_gather(g, 0); },
         {"broadcast", "gather", "1st collective"}},
        {"order",
         [](const group& g) { call_broadcast(g, 0), barrier(g); },
         [](const group& g) { barrier(g), call_broadcast(g, 0); },
         {"broadcast", "barrier", "1st collective"}},
        {"order, some end the first",
         [](const group& g) { call_broadcast(g, 1), call_gather(g, 0); },
         [](const group& g) { call_gather(g, 0), call_broadcast(g, 1); },
         {"broadcast", "gather"}},
        {"root, both wait",
         [](const group& g) { call_broadcast(g, 0); },
         [](const group& g) { call_broadcast(g, 1); },
         {"broadcast", "root"}},
        {"root, both send",
         [](const group& g) { call_broadcast(g, 1); },
         [](const group& g) { call_broadcast(g, 0); },
         {"broadcast", "root"}},
        {"one more",
         [](const group& g) { barrier(g), barrier(g), call_allreduce(g); },
         [](const group& g) { barrier(g), call_allreduce(g); },
         {"rank 1 called barrier", "allreduce", "2nd collective"}},
        {"length",
         [](const group& g) { call_allreduce(g, 3); },
         [](const group& g) { call_allreduce(g, 2); },
         {"allreduce", "12", "8", "1st collective"}},
        {"length of much",
         [](const group& g) { call_allreduce(g, 1 << 20); },
         [](const group& g) { call_allreduce(g, 3 << 20); },
         {"allreduce", "bytes"}},  // both lengths, unless each rank has chosen another algorithm
        {"varying",
         [](const group& g) { (void)gather_varying(g, std::vector<int>(2), rank{1}); },
         [](const group& g) { call_scatter_varying(g, 1); },
         {"gather_varying", "scatter_varying"}},
        {"split",
         [](const group& g) { (void)g.split(0, 0); },
         [](const group& g) { barrier(g); },
         {"split", "barrier"}},
    };
}

// A program continues after a call that a rank could complete. Leftover messages are found where a rank waits for long,
// or once some unexpected messages have come.
void go_on(const group& g) {
    for (int i = 0; i < 1'000'000; ++i)
        barrier(g);
}

// What is wrong in one run; "" if nothing is.
struct run_result {
    std::string failure;  // its code, and whether the group has failed
    std::string text;     // whether it names the calls
};

// Runs the calls on all ranks; each must fail with collective_mismatch.
run_result run_once(int size, transport_kind kind, const mailbox_options& options, const mistake& wrong) {
    findings found, found_in_texts;
    std::atomic<int> told{0};
    run_threads(
        size,
        [&](group& world) {
            const std::string me = std::string(wrong.name) + ", rank " + std::to_string(world.rank().value) + ": ";
            std::string text;
            try {
                world.rank() == rank{1} ? wrong.of_rank_1(world) : wrong.of_the_others(world);
                go_on(world);
                found.expect(false, me + "no error");
            } catch (const error& e) {
                text = e.what();
                found.expect(e.which() == errc::collective_mismatch, me + text);
            }
            for (const auto& part : wrong.told)
                found_in_texts.expect(text.find(part) != std::string::npos, me + "no \"" + part + "\" in: " + text);
            found.expect(text.find("tag") == std::string::npos, me + "names a tag: " + text);
            found.expect(error_of([&] { barrier(world); }) == errc::collective_mismatch, me + "continues");
            ++told;
            wait_for(told, size);  // no rank leaves, because its end would be reported too
        },
        kind, options);
    return {found.first(), found_in_texts.first()};
}

// If a rank does not report its call within 0.2 s, because the computer is busy, the error of another one does not name
// it. So the texts of one of several runs must be right.
std::string run(int size, transport_kind kind, const mailbox_options& options, const mistake& wrong) {
    constexpr int most_runs = 20;
    run_result result;
    for (int i = 0; i < most_runs; ++i) {
        result = run_once(size, kind, options, wrong);
        if (!result.failure.empty()) return result.failure;
        if (result.text.empty()) break;
    }
    return result.text;
}

}  // namespace

TEST_CASE("ranks that call different collectives all get an error that names the calls", "[mismatch]") {
    const auto kind = any_transport();
    const int size = any_size({2, 3, 4, 17});
    for (const auto& wrong : mistakes()) {
        INFO(wrong.name << ", " << size << " ranks");
        CHECK(run(size, kind, {}, wrong) == "");
    }
}

TEST_CASE("a check finds a mismatch in which no rank waits, also of types and operations", "[mismatch]") {
    const auto kind = any_transport();
    const int size = any_size({2, 3, 17});
    mailbox_options options;
    options.check_collectives = true;
    auto wrong = mistakes();
    wrong.push_back({"type",
                     [](const group& g) { (void)allreduce_value(g, 1.0f, std::plus<>()); },
                     [](const group& g) { (void)allreduce_value(g, 1, std::plus<>()); },
                     {"type float", "type int", "1st collective"}});
    wrong.push_back({"operation",
                     [](const group& g) { (void)allreduce_value(g, 1, std::multiplies<>()); },
                     [](const group& g) { (void)allreduce_value(g, 1, std::plus<>()); },
                     {"std::multiplies", "std::plus", "1st collective"}});
    wrong.push_back({"root, all end",
                     [](const group& g) { call_broadcast(g, 1); },
                     [](const group& g) { call_broadcast(g, 0); },
                     {"broadcast", "root 0", "root 1"}});
    wrong.push_back({"algorithm",
                     [](const group& g) { (void)allreduce_value(g, 1, std::plus<>(), with_algorithm("linear")); },
                     [](const group& g) { (void)allreduce_value(g, 1, std::plus<>(), with_algorithm("ring")); },
                     {"the algorithm linear", "the algorithm ring", "1st collective"}});
    wrong.push_back({"persistent, root",
                     [](const group& g) { run_persistent_broadcast(g, 1); },
                     [](const group& g) { run_persistent_broadcast(g, 0); },
                     {"broadcast", "root 0", "root 1", "1st collective"}});
    wrong.push_back({"persistent with lengths, kind",
                     [](const group& g) { prepare_gather_varying(g); },
                     [](const group& g) { barrier(g); },
                     {"gather_varying", "barrier", "1st collective"}});
    wrong.push_back({"neighbours, kind",
                     [](const group& g) { exchange_with_neighbours(g, 1); },
                     [](const group& g) { barrier(g); },
                     {"neighbour_exchange", "barrier", "1st collective"}});
    wrong.push_back({"neighbours, length",
                     [](const group& g) { exchange_with_neighbours(g, 1); },
                     [](const group& g) { exchange_with_neighbours(g, 2); },
                     {"neighbour_exchange", "4 bytes", "8 bytes", "1st collective"}});
    wrong.push_back({"neighbours, exchange and allgather of equal blocks",
                     [](const group& g) { exchange_with_neighbours(g, 1); },
                     [](const group& g) { gather_from_neighbours(g, 1); },
                     {"neighbour_exchange", "neighbour_allgather", "1st collective"}});
    wrong.push_back({"neighbours, length of allgather",
                     [](const group& g) { gather_from_neighbours(g, 1); },
                     [](const group& g) { gather_from_neighbours(g, 2); },
                     {"neighbour_allgather", "4 bytes", "8 bytes", "1st collective"}});
    for (const auto& one : wrong) {
        INFO(one.name << ", " << size << " ranks");
        CHECK(run(size, kind, options, one) == "");
    }
}

TEST_CASE("checked collectives give the same results, one and many", "[mismatch]") {
    const int size = any_size({1, 2, 3, 17});
    mailbox_options options;
    options.check_collectives = true;
    on_every_transport(
        size,
        [&](group& world) {
            for (int i = 0; i < 20; ++i) {
                demand(allreduce_value(world, 1, std::plus<>(), limit) == size, "sum");
                const auto all = gather_varying(world, std::vector<int>(2, world.rank().value), rank{0}, limit);
                demand(all.items.size() == (world.rank() == rank{0} ? 2 * static_cast<std::size_t>(size) : 0), "all");
                const group half = world.split(world.rank().value % 2, 0, limit);
                barrier(half, limit);
            }
        },
        options);
}

TEST_CASE("the environment turns checks on", "[mismatch]") {
    ::setenv("BANYAN_CHECK_COLLECTIVES", "1", 1);
    const std::string found = run(2, transport_kind::in_process, {},
                                  {"type",
                                   [](const group& g) { (void)allreduce_value(g, 1u, std::plus<>()); },
                                   [](const group& g) { (void)allreduce_value(g, 1, std::plus<>()); },
                                   {"type unsigned int", "type int"}});
    ::unsetenv("BANYAN_CHECK_COLLECTIVES");
    CHECK(found == "");
}

TEST_CASE("ranks that are far apart are not a mismatch", "[mismatch]") {
    const int size = GENERATE(2, 5);
    on_every_transport(size, [&](group& world) {
        // Rank 1 is late each time, so the others wait for long and report it to rank 1; rank 0 runs ahead of it.
        for (int round = 0; round < 3; ++round) {
            if (world.rank() == rank{1}) compute(std::chrono::milliseconds(120));
            for (int i = 0; i < 50; ++i) {
                std::vector<int> items(10, i);
                broadcast(world, items, rank{0}, limit);
                demand(items.back() == i, "broadcast");
            }
            demand(allreduce_value(world, 1, std::plus<>(), limit) == size, "sum");
        }
        demand(world.box().unexpected_bytes() < 16 * 1024, "reports of waiting ranks gather");
    });
}

}  // namespace mismatch_test
