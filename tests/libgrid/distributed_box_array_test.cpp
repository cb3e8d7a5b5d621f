// Distributed box arrays on ranks that are threads, compared with one array in the memory of one process.
#include "banyan/grid/distributed_box_array.hpp"

#include <catch2/catch.hpp>
#include <map>

#include "banyan/net/thread_world.hpp"
#include "banyan/part/box_methods.hpp"
#include "banyan/part/error.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/findings.hpp"
#include "tests/common/long_form.hpp"

namespace distributed_box_array_test {

using namespace banyan::part;
using namespace banyan::grid;
namespace net = banyan::net;
namespace testing = banyan::testing;
using testing::findings;

namespace {

constexpr auto limit = std::chrono::seconds(30);
constexpr std::uint64_t beyond_the_edges = 5;

using array = distributed_box_array<std::uint64_t>;

std::int64_t wrap(std::int64_t x, std::int64_t size) {
    return (x % size + size) % size;
}

std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15u;
    return x ^ (x >> 29);
}

std::vector<triple> offsets_of(box_stencil pattern) {
    std::vector<triple> offsets;
    for (std::int64_t i = -1; i <= 1; ++i)
        for (std::int64_t j = -1; j <= 1; ++j)
            for (std::int64_t k = -1; k <= 1; ++k)
                if (pattern == box_stencil::all_27_points || std::abs(i) + std::abs(j) + std::abs(k) <= 1)
                    offsets.push_back({i, j, k});
    return offsets;
}

/// A value that depends on every bit of what it reads, and on where that is.
template <class Read>
std::uint64_t next_value(const std::vector<triple>& offsets, Read read) {
    std::uint64_t sum = 0;
    for (const triple& d : offsets)
        sum = mixed(sum + read(d));
    return sum;
}

std::vector<std::uint64_t> first_values(const grid_3d& domain) {
    std::vector<std::uint64_t> all;
    for (std::int64_t i = 0; i < domain.cells(); ++i)
        all.push_back(mixed(static_cast<std::uint64_t>(i) + 1));
    return all;
}

template <class Visit>
void each_cell(const triple& first, const triple& sides, Visit visit) {
    for (std::int64_t i = first[0]; i < first[0] + sides[0]; ++i)
        for (std::int64_t j = first[1]; j < first[1] + sides[1]; ++j)
            for (std::int64_t k = first[2]; k < first[2] + sides[2]; ++k)
                visit(triple{i, j, k});
}

std::vector<std::uint64_t> serial(const grid_3d& domain, box_stencil pattern, int iterations) {
    std::vector<std::uint64_t> now = first_values(domain), next = now;
    const triple& n = domain.sides();
    const auto at = [&](const triple& c) { return static_cast<std::size_t>((c[0] * n[1] + c[1]) * n[2] + c[2]); };
    const auto offsets = offsets_of(pattern);
    for (int i = 0; i < iterations; ++i, std::swap(now, next))
        each_cell({}, n, [&](const triple& cell) {
            next[at(cell)] = next_value(offsets, [&](const triple& d) {
                triple read{};
                for (int a = 0; a < 3; ++a) {
                    const auto axis = static_cast<std::size_t>(a);
                    read[axis] = cell[axis] + d[axis];
                    if (domain.periodic(a)) read[axis] = wrap(read[axis], n[axis]);
                    if (read[axis] < 0 || read[axis] >= n[axis]) return beyond_the_edges;
                }
                return now[at(read)];
            });
        });
    return now;
}

void compute(const array& from, array& to, const std::vector<triple>& offsets, std::span<const box_region> regions) {
    for (const box_region& r : regions)
        each_cell(r.first, r.sides, [&](const triple& c) {
            to(c[0], c[1], c[2]) =
                next_value(offsets, [&](const triple& d) { return from(c[0] + d[0], c[1] + d[1], c[2] + d[2]); });
        });
}

std::vector<std::uint64_t> distributed(const net::group& world, const box_partition& parts, box_stencil pattern,
                                       int iterations) {
    const auto layout = std::make_shared<const box_halo_layout>(parts, world.rank().value, pattern);
    array now(world, layout, beyond_the_edges, limit), next(world, layout, beyond_the_edges, limit);
    const net::rank root{world.size() - 1};
    now.scatter(world.rank() == root ? first_values(parts.domain()) : std::vector<std::uint64_t>(), root, limit);
    const auto offsets = offsets_of(pattern);
    for (int i = 0; i < iterations; ++i, std::swap(now, next)) {
        now.start_exchange();
        compute(now, next, offsets, layout->inner());
        (void)now.test_exchange();
        now.finish_exchange(limit);
        compute(now, next, offsets, layout->edge());
    }
    return now.gather(net::rank{0}, limit);
}

speeds unequal_speeds(int processors) {
    std::vector<double> values;
    for (int m = 0; m < processors; ++m)
        values.push_back(1 + (m * 5 + 2) % 4);
    return speeds(values);
}

std::string first_wrong(const grid_3d& domain, int processors, net::transport_kind kind) {
    findings found;
    std::map<box_stencil, std::vector<std::uint64_t>> expected;
    for (const auto pattern : {box_stencil::seven_points, box_stencil::all_27_points})
        expected[pattern] = serial(domain, pattern, 5);
    net::run_threads(
        processors,
        [&](net::group& world) {
            for (const char* method : {"bisection", "best"})
                for (const auto& [pattern, values] : expected) {
                    const auto parts = make_box_partition(method, domain, unequal_speeds(processors));
                    const auto result = distributed(world, parts, pattern, 5);
                    found.expect(world.rank().value != 0 || result == values, [&] {
                        return std::string(method) + ", " + std::to_string(static_cast<int>(pattern));
                    });
                }
        },
        kind);
    return found.first();
}

}  // namespace

TEST_CASE("box array: 1 to 9 ranks compute the values of one array, with 7 and 27 points, each axis periodic or open") {
    const auto sides = GENERATE(triple{5, 6, 7}, triple{1, 9, 4}, triple{9, 1, 1}, triple{3, 3, 3});
    const int axes = GENERATE(0, 1, 2, 4, 7);
    const int processors =
        GENERATE_COPY(from_range(testing::sampled(static_cast<std::size_t>(axes), std::vector{1, 2, 3, 5, 8, 9})));
    INFO(sides[0] << " x " << sides[1] << " x " << sides[2] << ", axes " << axes << ", " << processors);
    const grid_3d domain(sides, {(axes & 1) != 0, (axes & 2) != 0, (axes & 4) != 0});
    CHECK(first_wrong(domain, processors, net::transport_kind::in_process) == "");
}

TEST_CASE("box array: the same over every transport, also beyond the eager limit") {
    const auto kind = testing::any_transport();
    CHECK(first_wrong(grid_3d({6, 7, 8}), 4, kind) == "");
    if (!testing::shortened()) CHECK(first_wrong(grid_3d({8, 60, 150}), 2, kind) == "");
}

TEST_CASE("box halo layout: one message for each neighbour with the items of the exact communication") {
    const grid_3d domain({7, 6, 8}, {true, false, true});
    for (const int processors : {1, 2, 6, 9})
        for (const auto pattern : {box_stencil::seven_points, box_stencil::all_27_points}) {
            const auto parts = make_box_partition("best", domain, unequal_speeds(processors));
            std::vector<box_transfer> sent, received;
            for (int m = 0; m < processors; ++m) {
                const box_halo_layout layout(parts, m, pattern);
                for (const box_message& message : layout.sends())
                    sent.push_back({m, message.peer, message.items});
                for (const box_message& message : layout.receives())
                    received.push_back({message.peer, m, message.items});
            }
            std::ranges::sort(received);
            CHECK(sent == exact_box_communication(parts, pattern));
            CHECK(received == sent);
        }
}

TEST_CASE("box halo layout: inner cells read no cell of another processor, and with the edge they are the own cells") {
    const int axes = GENERATE(0, 3, 4, 7);
    const int processors = GENERATE(1, 2, 3, 8);
    const grid_3d domain({5, 6, 4}, {(axes & 1) != 0, (axes & 2) != 0, (axes & 4) != 0});
    const auto parts = make_box_partition("best", domain, unequal_speeds(processors));
    for (const auto pattern : {box_stencil::seven_points, box_stencil::all_27_points})
        for (int m = 0; m < processors; ++m) {
            const box_halo_layout layout(parts, m, pattern);
            std::map<triple, int> seen;
            std::int64_t elsewhere = 0;
            for (const box_region& r : layout.inner())
                each_cell(r.first, r.sides, [&](const triple& cell) {
                    ++seen[cell];
                    for (const triple& d : offsets_of(pattern)) {
                        triple read = cell;
                        bool inside = true;
                        for (int a = 0; a < 3; ++a) {
                            auto& x = read[static_cast<std::size_t>(a)];
                            x += d[static_cast<std::size_t>(a)];
                            if (domain.periodic(a)) x = wrap(x, domain.side(a));
                            inside = inside && x >= 0 && x < domain.side(a);
                        }
                        elsewhere += inside && parts.owner(read) != m;
                    }
                });
            CHECK(elsewhere == 0);
            for (const box_region& r : layout.edge())
                each_cell(r.first, r.sides, [&](const triple& cell) { ++seen[cell]; });
            CHECK(static_cast<std::int64_t>(seen.size()) == parts.of(m).cells());
            for (const auto& [cell, times] : seen)
                if (times != 1 || !parts.of(m).contains(cell)) CHECK(times == 0);
        }
}

TEST_CASE("box array: wrong groups, lengths and processors are refused") {
    const auto parts = make_box_partition("best", grid_3d({4, 4, 4}), speeds::equal(2));
    CHECK_THROWS_AS(box_halo_layout(parts, 2, box_stencil::seven_points), error);
    net::run_threads(1, [&](net::group& world) {
        CHECK_THROWS_AS(array(world, parts, box_stencil::seven_points), error);
        const auto alone = make_box_partition("best", grid_3d({4, 4, 4}), speeds::equal(1));
        array all(world, alone, box_stencil::seven_points);
        const std::vector<std::uint64_t> few(63);
        CHECK_THROWS_WITH(all.scatter(few), "scatter: the root gave 63 items for a grid of 64 cells");
    });
}

}  // namespace distributed_box_array_test
