// Rounds of deep halos in three dimensions, compared with one array in the memory of one process.
#include "banyan/grid/box_halo_round.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <map>

#include "banyan/net/thread_world.hpp"
#include "banyan/part/error.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/long_form.hpp"
#include "tests/libgrid/box_program.hpp"

namespace box_halo_round_test {

using namespace banyan::grid;
using namespace banyan::part;
using namespace banyan::testing::box_program;
namespace net = banyan::net;
namespace testing = banyan::testing;

namespace {

/// Iterations in rounds of the depth; the last one may be shorter. Inner cells are computed during the exchange.
std::vector<std::uint64_t> in_rounds(const net::group& world, const box_partition& parts, box_stencil pattern,
                                     int depth, int iterations) {
    const auto layout = std::make_shared<const box_halo_layout>(parts, world.rank().value, pattern, depth);
    array now(world, layout, beyond_the_edges, limit), next(world, layout, beyond_the_edges, limit);
    now.scatter(world.rank().value == 0 ? first_values(parts.domain()) : std::vector<std::uint64_t>(), net::rank{0},
                limit);
    const auto offsets = offsets_of(pattern);
    for (int done = 0; done < iterations;) {
        const box_halo_round round(*layout, std::min(depth, iterations - done));
        const auto step_of = [&](int step, std::span<const box_region> cells) {
            step % 2 == 1 ? compute(now, next, offsets, cells) : compute(next, now, offsets, cells);
        };
        now.start_exchange();
        for (int step = 1; step <= round.steps(); ++step)
            step_of(step, round.inner(step));
        now.finish_exchange(limit);
        for (int step = 1; step <= round.steps(); ++step)
            step_of(step, round.edge(step));
        if (round.steps() % 2 == 1) std::swap(now, next);
        done += round.steps();
    }
    return now.gather(net::rank{0}, limit);
}

std::string first_wrong(const grid_3d& domain, int processors, int depth, net::transport_kind kind) {
    constexpr int iterations = 5;
    return testing::box_program::first_wrong(
        domain, processors, iterations, std::array{"best"}, kind,
        [depth](const net::group& world, const box_partition& parts, box_stencil pattern) {
            return in_rounds(world, parts, pattern, depth, iterations);
        });
}

}  // namespace

TEST_CASE("deep halos of boxes: 1 to 9 ranks compute the values of one array, each axis periodic or open") {
    const auto sides = GENERATE(triple{7, 9, 8}, triple{1, 9, 4}, triple{3, 3, 3});
    const int axes = GENERATE(0, 1, 6, 7);
    const int depth = GENERATE(2, 3);
    const int processors =
        GENERATE_COPY(from_range(testing::sampled(static_cast<std::size_t>(axes), std::vector{1, 2, 3, 5, 8, 9})));
    INFO(sides[0] << " x " << sides[1] << " x " << sides[2] << ", axes " << axes << ", " << processors << ", depth "
                  << depth);
    const grid_3d domain(sides, {(axes & 1) != 0, (axes & 2) != 0, (axes & 4) != 0});
    CHECK(first_wrong(domain, processors, depth, net::transport_kind::in_process) == "");
}

TEST_CASE("deep halos of boxes: the same over every transport, and deeper than the boxes") {
    CHECK(first_wrong(grid_3d({6, 7, 8}), 4, 2, testing::any_transport()) == "");
    CHECK(first_wrong(grid_3d({4, 5, 3}), 6, 5, net::transport_kind::in_process) == "");
}

TEST_CASE("deep halos of boxes: inner and edge cells are the computed ones, and messages have the counted items") {
    const int axes = GENERATE(0, 3, 7);
    const int depth = GENERATE(1, 2, 4);
    const grid_3d domain({7, 6, 5}, {(axes & 1) != 0, (axes & 2) != 0, (axes & 4) != 0});
    for (const int processors : {1, 3, 8}) {
        const auto parts = make_box_partition("best", domain, unequal_speeds(processors));
        std::vector<box_transfer> sent;
        for (int m = 0; m < processors; ++m) {
            const box_halo_layout layout(parts, m, box_stencil::seven_points, depth);
            for (const box_message& message : layout.sends())
                sent.push_back({m, message.peer, message.items});
            const box_halo_round round(layout, depth);
            CHECK(round.computed(depth) == layout.owned());
            for (int step = 1; step <= depth; ++step) {
                std::map<triple, int> seen;
                for (const auto& regions : {round.inner(step), round.edge(step)})
                    for (const box_region& r : regions)
                        each_cell(r.first, r.sides, [&](const triple& cell) { ++seen[cell]; });
                int computed = 0;
                const box_region& all = round.computed(step);
                each_cell(all.first, all.sides, [&](const triple& cell) { computed += seen[cell] == 1; });
                CHECK(computed == all.cells());
                CHECK(std::ssize(seen) == all.cells());
            }
        }
        CHECK(sent == exact_box_communication(parts, box_stencil::seven_points, depth));
    }
}

TEST_CASE("deep halos of boxes: wrong depths and rounds are refused") {
    const auto parts = make_box_partition("best", grid_3d({4, 4, 4}), speeds::equal(2));
    CHECK_THROWS_WITH(box_halo_layout(parts, 0, box_stencil::seven_points, 0), "halo depth: 0, allowed: 1 to 1024");
    const box_halo_layout layout(parts, 0, box_stencil::seven_points, 3);
    CHECK_THROWS_WITH(box_halo_round(layout, 4), "round of 4 steps, allowed for this halo: 1 to 3");
    CHECK_THROWS_AS(box_halo_round(layout, 0), error);
}

}  // namespace box_halo_round_test
