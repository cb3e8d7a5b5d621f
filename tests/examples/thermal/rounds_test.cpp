// Iterations with a deep halo give the bits of the serial program, and the choice of the depth is the same on all
// ranks.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <mutex>
#include <set>

#include "banyan/net/thread_world.hpp"
#include "banyan/part/error.hpp"
#include "examples/thermal/solver.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/long_form.hpp"
#include "tests/examples/thermal/serial_thermal.hpp"

namespace rounds_test {

using namespace thermal;
namespace net = banyan::net;
namespace part = banyan::part;
using banyan::testing::any_transport;
using banyan::testing::sampled;

namespace {

std::vector<double> serial(const problem& what) {
    std::vector<double> first;
    for (std::int64_t r = 0; r < what.rows; ++r)
        for (std::int64_t c = 0; c < what.cols; ++c)
            first.push_back(first_temperature(r, c, what.cols));
    return banyan::testing::serial_thermal(std::move(first), what.rows, what.cols,
                                           what.work == variant::flops_50 ? 50 : 10,
                                           static_cast<int>(what.warm_up + what.iterations));
}

outcome parallel(const problem& what, int ranks, net::transport_kind kind = net::transport_kind::in_process) {
    outcome of_root;
    net::run_threads(
        ranks,
        [&](net::group& world) {
            outcome mine = solve(world, what, true);
            if (world.rank().value == 0) of_root = std::move(mine);
        },
        kind);
    return of_root;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

problem deep_problem(std::int64_t rows, std::int64_t cols, const std::string& method, std::int64_t iterations,
                     int depth) {
    problem what{rows, cols, method, {}, variant::flops_10, iterations};
    what.halo_depth = depth;
    return what;
}

}  // namespace

TEST_CASE("thermal with a deep halo equals the serial program bit for bit, also if it is wider than the grid") {
    struct size {
        std::int64_t rows, cols;
    };
    const auto [rows, cols] = GENERATE(size{16, 16}, size{7, 11}, size{17, 1}, size{1, 17}, size{9, 31});
    const auto first = static_cast<std::size_t>(rows);
    const auto counts = rows == 16 ? std::vector{1, 4, 6, 7, 9} : std::vector{1, 2, 3, 5, 8};
    const int ranks = GENERATE_COPY(from_range(sampled(first, counts)));
    if (rows * cols < 2 * ranks) return;
    const std::vector<std::string> methods{"contiguous_row", "contiguous_point", "brbd",
                                           "columns",        "scatter",          "triangulated"};
    for (const std::string& method : sampled(first + static_cast<std::size_t>(ranks), methods))
        for (const int depth : sampled(static_cast<std::size_t>(ranks), std::vector{2, 3, 8, 20})) {
            auto what = deep_problem(rows, cols, method, 11, depth);
            for (int r = 0; r < ranks; ++r)
                what.speeds.push_back(1 + (3 * r + 1) % 4);
            what.warm_up = 2;
            INFO(method << ", " << rows << " x " << cols << ", " << ranks << " ranks, depth " << depth);
            const outcome result = parallel(what, ranks);
            CHECK(same_bits(result.field, serial(what)));
            CHECK(result.halo.depth == depth);
        }
}

TEST_CASE("thermal with a deep halo over every transport, with messages beyond the eager limit and 50 operations") {
    const auto kind = any_transport();
    for (const char* method : {"contiguous_row", "brbd"}) {
        auto what = deep_problem(40, 3'000, method, 9, 4);
        what.work = variant::flops_50;
        INFO(method);
        CHECK(same_bits(parallel(what, 3, kind).field, serial(what)));
    }
}

TEST_CASE("convergence tests of a deep halo are those of depth 1") {
    const auto kind =
        GENERATE(synchronization::global, synchronization::broadcast_collapse, synchronization::two_trees);
    const std::int64_t every = GENERATE(1, 3, 4, 7, 100);
    auto what = deep_problem(13, 17, "brbd", 23, 1);
    what.sync = kind;
    what.every = every;
    const outcome shallow = parallel(what, 3);
    what.halo_depth = 4;
    const outcome deep = parallel(what, 3);
    CHECK(deep.largest_change == shallow.largest_change);
    CHECK(deep.checksum == shallow.checksum);
    CHECK((deep.largest_change > 0) == (every < 100));
}

TEST_CASE("the chosen depth is the same on all ranks, and needs no messages for one rank") {
    const int ranks = GENERATE(1, 3);
    auto what = deep_problem(20, 24, "columns", 12, 0);
    std::mutex lock;
    std::set<int> depths;
    net::run_threads(ranks, [&](net::group& world) {
        const outcome mine = solve(world, what);
        const std::lock_guard guard(lock);
        depths.insert(mine.halo.depth);
    });
    CHECK(depths.size() == 1);
    CHECK(*depths.begin() >= 1);
    CHECK(*depths.begin() <= most_chosen_depth);
    const outcome result = parallel(what, ranks);
    CHECK(result.halo.source == (ranks == 1 ? "none" : "measured"));
    REQUIRE(result.halo.predictions_s.size() == std::size_t{most_chosen_depth});
    CHECK(result.halo.predicted_s == result.halo.predictions_s[static_cast<std::size_t>(result.halo.depth - 1)]);
    CHECK(result.halo.predicted_s <= 1.01 * std::ranges::min(result.halo.predictions_s));
    CHECK(same_bits(result.field, serial(what)));
}

TEST_CASE("a slow network of the advice gives a deep halo, and an owner list the depth 1") {
    auto what = deep_problem(20, 24, "columns", 12, 0);
    what.network = network_times{1.0, 1e-9};
    const outcome slow = parallel(what, 3);
    CHECK(slow.halo.source == "advice");
    CHECK(slow.halo.depth >= most_chosen_depth / 2);
    CHECK(same_bits(slow.field, serial(what)));
    what.method = "scatter";
    const outcome scattered = parallel(what, 3);
    CHECK(scattered.halo.depth == 1);
    CHECK(scattered.halo.predictions_s.size() == 1);
}

TEST_CASE("deep halos are refused for self-synchronization, and depths out of range") {
    auto what = deep_problem(20, 24, "columns", 4, 3);
    what.sync = synchronization::self;
    CHECK_THROWS_WITH(parallel(what, 2), Catch::Contains("halo depth") && Catch::Contains("'self'"));
    what.halo_depth = 2000;
    what.sync = synchronization::neighbours;
    CHECK_THROWS_WITH(parallel(what, 2), Catch::Contains("halo depth: 2000, allowed: 1 to 1024"));
}

}  // namespace rounds_test
