// The probes on ranks that are threads: what they measure and report, not the measured values.
#include <atomic>
#include <catch2/catch.hpp>
#include <map>
#include <mutex>

#include "advisor/exchange_probe.hpp"
#include "advisor/overlap_probe.hpp"
#include "advisor/ping_pong_probe.hpp"
#include "advisor/probe/measure.hpp"
#include "advisor/speed_probe.hpp"
#include "advisor/technique_probe.hpp"
#include "banyan/net/thread_world.hpp"

using namespace banyan::advisor;
namespace net = banyan::net;

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
