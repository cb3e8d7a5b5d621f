// The probes on ranks that are threads: what they measure and report, not the measured values.
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>

#include "advisor/contention_probe.hpp"
#include "advisor/exchange_probe.hpp"
#include "advisor/iteration_probe.hpp"
#include "advisor/message_probe.hpp"
#include "advisor/overlap_probe.hpp"
#include "advisor/ping_pong_probe.hpp"
#include "advisor/probe/measure.hpp"
#include "advisor/speed_probe.hpp"
#include "advisor/technique_probe.hpp"
#include "banyan/advisor/probe.hpp"
#include "banyan/net/thread_world.hpp"
#include "banyan/part/methods.hpp"
#include "banyan/part/speeds.hpp"

namespace probes_test {

using namespace banyan::advisor;
namespace net = banyan::net;
namespace part = banyan::part;

namespace {

bool all_positive(const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double x) { return x > 0; });
}

// A kernel that only counts.
class counting_kernel : public kernel {
  public:
    void prepare(const shape& cells) override { prepared.push_back(cells); }
    void sweep() override { ++sweeps; }
    std::vector<shape> prepared;
    long sweeps = 0;
};

class iterating_kernel : public counting_kernel {
  public:
    bool prepare_iterations(const net::group& world, const part::partition& parts) override {
        ++prepared_partitions;
        return parts.processors() == world.size();
    }
    void iterate() override { ++iterations; }
    int prepared_partitions = 0;
    int iterations = 0;
};

}  // namespace

TEST_CASE("ping-pong measures each repeat on the first rank only") {
    net::run_threads(3, [](net::group& world) {
        const auto there = ping_pong(world, net::rank{2}, net::rank{0}, {100, 7, 2});
        const auto burst = stream(world, net::rank{0}, net::rank{1}, 5, {0, 4, 1});
        // Catch's checks are not thread-safe, so failures are exceptions.
        const std::size_t expected_there = world.rank().value == 2 ? 7 : 0;
        const std::size_t expected_burst = world.rank().value == 0 ? 4 : 0;
        if (there.size() != expected_there || burst.size() != expected_burst) throw std::runtime_error("wrong count");
        if (!all_positive(there) || !all_positive(burst)) throw std::runtime_error("time at or below zero");
    });
}

TEST_CASE("the exchange probe covers every size and ring for any number of tasks") {
    for (const int p : {1, 2, 3, 5}) {
        std::vector<exchange_samples> found;
        net::run_threads(p, [&](net::group& world) {
            auto mine = measure_exchanges(world, {{8, 64, 4096}, {1, 2, 4}, 0.0, 5});
            if (world.rank().value == 0)
                found = std::move(mine);
            else if (!mine.empty())
                throw std::runtime_error("only rank 0 has the result");
        });
        INFO("p = " << p);
        if (p == 1) {
            CHECK(found.empty());
            continue;
        }
        REQUIRE(found.size() == 3 * 4);
        std::map<std::pair<double, double>, int> seen;  // messages of a task, of all tasks
        for (const auto& e : found) {
            CHECK(e.seconds.size() >= 3);
            CHECK(all_positive(e.seconds));
            CHECK(e.load.total_bytes * e.load.busiest_messages == e.load.busiest_bytes * e.load.total_messages);
            ++seen[{e.load.busiest_messages, e.load.total_messages}];
        }
        CHECK(seen ==
              std::map<std::pair<double, double>, int>{{{1, 1}, 3}, {{1, p}, 3}, {{2, 2 * p}, 3}, {{4, 4 * p}, 3}});
        CHECK(published_ring(found).size() == 3);
    }
}

TEST_CASE("without time the exchange probe leaves out the same exchanges on all tasks") {
    std::vector<exchange_samples> found;
    net::run_threads(3, [&](net::group& world) {
        auto mine = measure_exchanges(world, {{4096, 512, 8, 64, 32768}, {1, 2}, 0.0, 5});
        if (world.rank().value == 0) found = std::move(mine);
    });
    REQUIRE(found.size() == 3 * 3);
    for (const auto& e : found)
        CHECK(e.load.busiest_bytes / e.load.busiest_messages <= 512);
    CHECK(found[0].load.busiest_bytes == 8);  // the sizes are sorted
}

TEST_CASE("contention is measured with two sizes for each case that the tasks allow") {
    for (const int p : {1, 2, 5}) {
        std::vector<contention_samples> found;
        net::run_threads(p, [&](net::group& world) {
            auto mine = measure_contention(world, {{8, 64, 4096}, 600, 7});
            if (world.rank().value == 0)
                found = std::move(mine);
            else if (!mine.empty())
                throw std::runtime_error("only rank 0 has the result");
        });
        INFO("p = " << p);
        std::map<std::pair<std::string, int>, std::vector<double>> sizes;
        for (const auto& one : found) {
            CHECK(one.seconds.size() == 7);
            CHECK(all_positive(one.seconds));
            sizes[{one.place, one.messages}].push_back(one.bytes);
        }
        // All tasks are on one host, which two messages between four different tasks share.
        const int cases = p == 1 ? 0 : p == 2 ? 3 : 4;
        CHECK(static_cast<int>(sizes.size()) == cases);
        for (const auto& [what, bytes] : sizes)
            CHECK(bytes == std::vector<double>{8, 4096});
    }
}

TEST_CASE("contention is not measured if no size fits into the budget") {
    net::run_threads(2, [&](net::group& world) {
        if (!measure_contention(world, {{8, 64}, 0, 7}).empty()) throw std::runtime_error("there was no time for it");
    });
    CHECK_THROWS_WITH(net::run_threads(1,
                                       [](net::group& world) {
                                           (void)measure_contention(world, {{}, 1, 7});
                                       }),
                      Catch::Contains("at least one size"));
}

TEST_CASE("every processor sweeps its own shapes for equal times") {
    const std::vector<std::vector<shape>> shapes{{{3, 4}, {5, 6}}, {{7, 8}, {0, 0}}};
    sweep_times found;
    std::array<counting_kernel, 2> kernels;
    net::run_threads(2, [&](net::group& world) {
        const auto me = static_cast<std::size_t>(world.rank().value);
        auto mine = measure_sweeps(world, shapes[me], kernels[me], {3, 0.001});
        if (me == 0) found = std::move(mine);
    });
    REQUIRE(found.size() == 2);
    CHECK(found[0][0].size() == 3);
    CHECK(found[0][1].size() == 3);
    CHECK(found[1][0].size() == 3);
    CHECK(found[1][1].empty());  // no cells, nothing measured
    CHECK(all_positive(found[0][0]));
    CHECK(kernels[0].prepared == std::vector<shape>{{3, 4}, {5, 6}, {3, 4}, {5, 6}, {3, 4}, {5, 6}});
    CHECK(kernels[1].prepared == std::vector<shape>{{7, 8}, {7, 8}, {7, 8}});
    CHECK(kernels[1].sweeps >= 6);
}

TEST_CASE("speeds are precise if the windows of each shape are many and close") {
    std::vector<double> windows;  // of two shapes in turn; the second one has no cells
    for (int round = 0; round < 6; ++round) {
        CHECK_FALSE((round > 0 && are_precise(windows, 2)));
        windows.insert(windows.end(), {1.0, 0.0});
    }
    CHECK(are_precise(windows, 2));
    CHECK(are_precise(std::vector<double>(12, 1.0), 2));
    windows = std::vector<double>(12, 1.0);
    windows[3] = 1.1;  // of the second shape
    CHECK_FALSE(are_precise(windows, 2));
}

TEST_CASE("windows are added while speeds are uncertain and there is time") {
    constexpr double budget_s = 0.05;
    const std::vector<std::vector<shape>> shapes{{{3, 4}, {5, 6}}, {{7, 8}, {0, 0}}};
    std::array<counting_kernel, 2> kernels;
    sweep_times found;
    double elapsed_s = 0;  // from before the start of the first thread, because any rank can end the measurement
    const auto start = std::chrono::steady_clock::now();
    net::run_threads(2, [&](net::group& world) {
        const auto me = static_cast<std::size_t>(world.rank().value);
        auto mine = measure_sweeps(world, shapes[me], kernels[me], {2, 0.001, budget_s});
        if (me != 0) return;
        elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        found = std::move(mine);
    });
    REQUIRE(found.size() == 2);
    const auto rounds = found[0][0].size();
    CHECK(rounds >= 2);
    CHECK((rounds >= 6 || elapsed_s >= budget_s));
    CHECK(found[0][1].size() == rounds);
    CHECK(found[1][0].size() == rounds);
    CHECK(found[1][1].empty());
}

TEST_CASE("an overlap calibration gives the same samples to all ranks, idle ones included") {
    std::mutex guard;
    std::vector<std::vector<overlap_calibration>> found;
    net::run_threads(3, [&](net::group& world) {
        counting_kernel application;
        const bool idle = world.rank().value == 1;
        const message_pattern pair{{0, 2, 256}, {2, 0, 256}}, ring{{0, 1, 64}, {0, 1, 8}, {1, 2, 0}, {2, 0, 64}};
        const std::vector<calibrated_method> methods{{idle ? shape{0, 0} : shape{4, 4}, pair},
                                                     {idle ? shape{0, 0} : shape{2, 8}, ring}};
        auto samples = calibrate_overlap(world, methods, application, {3, 0.0});
        if (idle != (application.sweeps == 0)) throw std::runtime_error("who sweeps?");
        const std::lock_guard lock(guard);
        found.push_back(std::move(samples));
    });
    REQUIRE(found.size() == 3);
    for (const auto& of_rank : found) {
        REQUIRE(of_rank.size() == 2);
        for (std::size_t m = 0; m < 2; ++m) {
            CHECK(of_rank[m].sweep_s == found[0][m].sweep_s);
            CHECK(of_rank[m].both_s == found[0][m].both_s);
            CHECK(of_rank[m].exchange_s.size() == 3);
        }
    }
}

TEST_CASE("small messages are measured between all pairs, and their calls on all tasks") {
    for (const int p : {1, 2, 3, 4}) {
        std::vector<pair_latency> pairs;
        message_overheads overheads;
        net::run_threads(p, [&](net::group& world) {
            auto mine = measure_pair_latencies(world, {60.0, 4});  // without time, pairs are left out
            auto calls = measure_overheads(world, {0.0, 4});
            if (world.rank().value != 0 && !mine.empty()) throw std::runtime_error("only rank 0 has the pairs");
            if (world.rank().value == 0) pairs = std::move(mine), overheads = std::move(calls);
        });
        INFO("p = " << p);
        CHECK(static_cast<int>(pairs.size()) == p * (p - 1) / 2);
        for (const auto& pair : pairs) {
            CHECK(pair.a < pair.b);
            CHECK(pair.same_host);
            CHECK_FALSE(pair.seconds.empty());
            CHECK(all_positive(pair.seconds));
        }
        CHECK(overheads.send_s.size() == (p == 1 ? 0 : 1));
        CHECK(all_positive(overheads.receive_s));
    }
}

TEST_CASE("whole iterations are measured in turns, with a warm-up") {
    const part::grid domain(8, 6);
    const std::vector<part::partition> partitions{part::make_partition("row", domain, part::speeds({1, 2, 1})),
                                                  part::make_partition("column", domain, part::speeds({1, 2, 1}))};
    std::mutex guard;
    std::vector<std::vector<overlap_calibration>> found;
    net::run_threads(3, [&](net::group& world) {
        iterating_kernel application;
        const auto samples = measure_iterations(world, partitions, application, {2, 3, 0.0, 0.0});
        // One look, then per method 2 turns; 4 iterations to choose the lengths, per turn 4 to warm up and 3 measured.
        if (application.prepared_partitions != 1 + 2 * 2 || application.iterations != 2 * (4 + 2 * (4 + 3)))
            throw std::runtime_error("wrong number of iterations");
        const std::lock_guard lock(guard);
        found.push_back(samples.value());
    });
    REQUIRE(found.size() == 3);
    for (const auto& of_rank : found) {
        REQUIRE(of_rank.size() == 2);
        for (std::size_t m = 0; m < 2; ++m) {
            CHECK(of_rank[m].both_s.size() == 2 * 3);
            CHECK(all_positive(of_rank[m].both_s));
            CHECK(of_rank[m].both_s == found[0][m].both_s);
            CHECK(of_rank[m].sweep_s.empty());
        }
    }
}

TEST_CASE("an application without iterations is calibrated by sweeps and messages") {
    const auto one = part::make_partition("row", part::grid(4, 4), part::speeds({1}));
    net::run_threads(1, [&](net::group& world) {
        counting_kernel application;
        if (measure_iterations(world, {one}, application, {}).has_value()) throw std::runtime_error("measured");
    });
    CHECK_THROWS_WITH(counting_kernel().iterate(), Catch::Contains("sweeps only"));
}

TEST_CASE("iterations take as long as sweeps, exchanges and both") {
    const auto options = iterations_as_long_as({9, 0.02});
    CHECK(options.turns * (options.warm_up_s + options.windows * options.window_s) == Approx(3 * 9 * 0.02));
}

TEST_CASE("the techniques are measured for any number of tasks, each beside the plain way") {
    for (const int p : {2, 3, 5}) {
        technique_report found;
        net::run_threads(p, [&](net::group& world) {
            auto mine = measure_techniques(world, {{8, 40'000}, 2, 0.0}, {});
            if (world.rank().value == 0) found = std::move(mine);
        });
        INFO("p = " << p);
        CHECK(found.packing_byte_s > 0);
        REQUIRE(found.times.size() == 2 * technique_names().size());
        for (std::size_t i = 0; i < found.times.size(); ++i) {
            const auto& one = found.times[i];
            CHECK(one.technique == technique_names()[i / 2]);
            CHECK(one.bytes == (i % 2 == 0 ? 8 : 40'000));
            CHECK_FALSE(one.automatic.empty());
            for (const auto& way : {one.plain, one.improved}) {
                CHECK(way.seconds.size() == 2);
                CHECK(all_positive(way.seconds));
                CHECK(way.predicted_s > 0);
                CHECK_FALSE(way.setting.empty());
            }
        }
    }
    CHECK_THROWS_WITH(net::run_threads(1, [](net::group& world) { (void)measure_techniques(world, {}, {}); }),
                      Catch::Contains("at least 2 tasks"));
}

TEST_CASE("a probe reports the hosts, their facts and what was asked for") {
    probe_options pairs;
    pairs.bytes = {8, 1024};
    pairs.repeat = 3;
    pairs.stream = true;
    pairs.all_pairs = true;
    probe_report found;
    net::run_threads(3, [&](net::group& world) {
        auto report = measure(world, pairs);
        if (world.rank().value == 0) found = std::move(report);
    });
    CHECK(found.hosts.size() == 3);
    REQUIRE(found.facts.size() == 3);
    CHECK(found.facts[2].at("cores").get<int>() >= 1);
    REQUIRE(found.pairs.size() == 3);
    const auto& last = found.pairs[2];  // its first rank is not 0, so the samples were sent
    CHECK((last.a == 1 && last.b == 2));
    REQUIRE(last.results.size() == 2);
    CHECK(last.results[1].ping_pong_s.size() == 3);
    CHECK(last.results[1].stream_s.size() == 3);
}

TEST_CASE("a network probe measures exchanges and small messages, with little time too") {
    for (const double budget_s : {0.0, 0.2}) {
        probe_options network;
        network.what = probe_options::mode::exchange;
        network.bytes = {8, 64, 4096};
        network.budget_s = budget_s;
        probe_report found;
        net::run_threads(3, [&](net::group& world) {
            auto report = measure(world, network);
            if (world.rank().value == 0) found = std::move(report);
        });
        INFO("budget " << budget_s);
        CHECK(found.exchanges.size() == 3 * 4);
        CHECK_FALSE(found.overheads.send_s.empty());
        CHECK_FALSE(found.pairs.empty());
    }
}

TEST_CASE("a probe refuses options that do not fit the run") {
    const auto refused = [](int p, const probe_options& options) {
        try {
            net::run_threads(p, [&](net::group& world) {
                measure(world, options, [](int) { return std::make_unique<counting_kernel>(); });
            });
        } catch (const net::error& error) {
            return error.which() == net::errc::invalid_argument;
        }
        return false;
    };
    CHECK(refused(1, {}));  // a ping-pong of one
    probe_options speed;
    speed.what = probe_options::mode::speed;
    speed.shapes = {{{2, 2}}};
    CHECK(refused(2, speed));
    CHECK_FALSE(refused(1, speed));
    CHECK_THROWS_WITH(net::run_threads(1, [&](net::group& world) { measure(world, speed); }),
                      Catch::Contains("no application"));
}

}  // namespace probes_test
