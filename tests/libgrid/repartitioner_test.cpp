// Repartitions of arrays on ranks that are threads; the compute times are given, so that decisions do not depend on the
// load of this computer.
#include "banyan/grid/repartitioner.hpp"

#include <catch2/catch.hpp>
#include <string_view>

#include "banyan/net/collectives.hpp"
#include "banyan/part/error.hpp"
#include "banyan/part/methods.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/findings.hpp"
#include "tests/common/long_form.hpp"

namespace repartitioner_test {

using namespace banyan::grid;
namespace part = banyan::part;
namespace net = banyan::net;
using banyan::testing::findings;

namespace {

constexpr auto limit = std::chrono::seconds(30);
const part::stencil five = part::stencil::named("5");

/// Every cell becomes the sum of itself and its neighbours, modulo 2^64, so that each value depends on many others.
void compute(const distributed_array<std::uint64_t>& from, distributed_array<std::uint64_t>& to) {
    for (const region& own : from.layout().owned())
        for (std::int64_t r = own.row; r < own.row + own.rows; ++r)
            for (std::int64_t c = own.col; c < own.col + own.cols; ++c)
                to(r, c) = from(r, c) * 3 + from(r - 1, c) + from(r + 1, c) + from(r, c - 1) + from(r, c + 1);
}

std::vector<std::uint64_t> serial(const part::grid& domain, std::int64_t iterations) {
    const auto size = static_cast<std::size_t>(domain.cells());
    std::vector<std::uint64_t> now(size), next(size);
    for (std::size_t i = 0; i < size; ++i)
        now[i] = i * i;
    const std::int64_t rows = domain.rows(), cols = domain.cols();
    const auto at = [&](std::int64_t r, std::int64_t c) {
        return now[static_cast<std::size_t>((r + rows) % rows * cols + (c + cols) % cols)];
    };
    for (std::int64_t i = 0; i < iterations; ++i) {
        for (std::int64_t r = 0; r < rows; ++r)
            for (std::int64_t c = 0; c < cols; ++c)
                next[static_cast<std::size_t>(r * cols + c)] =
                    at(r, c) * 3 + at(r - 1, c) + at(r + 1, c) + at(r, c - 1) + at(r, c + 1);
        std::swap(now, next);
    }
    return now;
}

/// One second for each cell; three from iteration 20 to 39 on rank 1.
double pretended_s(const halo_layout& layout, int rank, std::int64_t iteration) {
    const double cell_s = rank == 1 && iteration >= 20 && iteration < 40 ? 3 : 1;
    return static_cast<double>(layout.parts().cells(rank)) * cell_s;
}

struct finished_run {
    std::vector<std::uint64_t> values;
    std::vector<repartition_record> history;
};

finished_run run(net::group& world, const part::partition& parts, const repartition_settings& settings, int depth = 1) {
    const int rank = world.rank().value;
    auto layout = std::make_shared<const halo_layout>(parts, rank, five, depth);
    distributed_array<std::uint64_t> now(world, layout), next(world, layout);
    std::vector<std::uint64_t> first;
    for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(parts.domain().cells()); ++i)
        first.push_back(i * i);
    now.scatter(first, net::rank{0}, limit);
    repartitioner partitions(world, layout, five, settings, 8, limit);
    for (std::int64_t i = 0; i < settings.iterations; ++i) {
        now.exchange(limit);
        compute(now, next);
        std::swap(now, next);
        if (!partitions.iterated(pretended_s(*partitions.layout(), rank, i), limit)) continue;
        if (partitions.layout()->depth() != depth) throw part::error("the depth of the halo has changed");
        now = partitions.moved(now, std::uint64_t{0}, limit);
        next = distributed_array<std::uint64_t>(world, partitions.layout(), 0, limit);
    }
    return {now.gather(net::rank{0}, limit), {partitions.history().begin(), partitions.history().end()}};
}

}  // namespace

TEST_CASE("values are those of the serial program, and all ranks have the same history") {
    const char* way = GENERATE("auto", "incremental", "interleaved", "columns", "contiguous_row");
    const auto kind = banyan::testing::any_transport();
    const auto sample = std::string_view(way).size() + static_cast<std::size_t>(kind);
    for (const int p : banyan::testing::sampled(sample, std::vector{2, 3, 5})) {
        const part::grid domain(41, 37);
        const auto start = part::make_partition("columns", domain, part::speeds::equal(p));
        const auto expected = serial(domain, 60);
        findings found;
        net::run_threads(
            p,
            [&](net::group& world) {
                const auto mine = run(world, start, {.iterations = 60, .way = way, .every = 1});
                const auto name = std::string(way) + ", " + std::to_string(p) + " ranks";
                found.expect(mine.history.size() >= 2, [&] { return name + ": the load and its end are not noticed"; });
                found.expect(mine.history.size() <= 6, [&] { return name + ": too many repartitions"; });
                if (world.rank().value == 0)
                    found.expect(mine.values == expected, [&] { return name + ": other values"; });
                std::vector<double> facts;
                for (std::size_t i = 0; i < 6; ++i) {
                    const bool there = i < mine.history.size();
                    facts.push_back(there ? static_cast<double>(mine.history[i].iteration) : 0);
                    facts.push_back(there ? static_cast<double>(mine.history[i].moved_cells) : 0);
                    facts.push_back(there ? mine.history[i].expected_gain_s : 0);
                    facts.push_back(there ? mine.history[i].move_s : 0);
                }
                std::vector<double> all(facts.size() * static_cast<std::size_t>(p));
                net::allgather(world, facts, all, limit);
                for (std::size_t i = 0; i < all.size(); ++i)
                    found.expect(all[i] == facts[i % facts.size()], [&] { return name + ": histories differ"; });
                const auto& first = mine.history.front();
                found.expect(first.iteration > 20 && first.iteration <= 26,
                             [&] { return name + ": first after iteration " + std::to_string(first.iteration); });
                found.expect(first.parts.cells(1) < start.cells(1) / 2 + start.cells(1) / 8,
                             [&] { return name + ": rank 1 keeps its cells"; });
                found.expect(first.move_s > 0, [&] { return name + ": no time of moving"; });
            },
            kind);
        CHECK(found.first() == "");
    }
}

TEST_CASE("ranks that send their times in advance decide after the same iteration, and the values stay right") {
    const auto kind = banyan::testing::any_transport();
    const part::grid domain(41, 37);
    const auto start = part::make_partition("columns", domain, part::speeds::equal(3));
    const auto expected = serial(domain, 60);
    findings found;
    net::run_threads(
        3,
        [&](net::group& world) {
            const auto mine = run(world, start, {.iterations = 60, .way = "columns", .every = 2});
            found.expect(!mine.history.empty(), [] { return "the load is not noticed"; });
            if (world.rank().value == 0) found.expect(mine.values == expected, [] { return "other values"; });
            std::int64_t first = mine.history.empty() ? 0 : mine.history.front().iteration;
            // Exchanges start after even iterations, and end one iteration later.
            found.expect(first > 20 && first < 40 && first % 2 == 1,
                         [&] { return "first after iteration " + std::to_string(first); });
            const auto of_all = net::allreduce_value(
                world, first, [](std::int64_t a, std::int64_t b) { return a == b ? a : -1; }, limit);
            found.expect(of_all == first, [] { return "the ranks decide after different iterations"; });
        },
        kind);
    CHECK(found.first() == "");
}

TEST_CASE("a run may end while times are in transit") {
    findings found;
    const part::grid domain(12, 12);
    const auto even = part::make_partition("contiguous_row", domain, part::speeds::equal(3));
    net::run_threads(3, [&](net::group& world) {
        repartitioner partitions(world, std::make_shared<const halo_layout>(even, world.rank().value, five), five,
                                 {.iterations = 50, .every = 10});
        for (int i = 0; i < 12; ++i)
            found.expect(!partitions.iterated(1e-3, limit), [] { return "equal times"; });
    });
    CHECK(found.first() == "");
}

TEST_CASE("a repartition keeps the depth of the halo") {
    const part::grid domain(41, 37);
    const auto start = part::make_partition("columns", domain, part::speeds::equal(3));
    const auto expected = serial(domain, 60);
    findings found;
    net::run_threads(3, [&](net::group& world) {
        const auto mine = run(world, start, {.iterations = 60, .way = "columns", .every = 1}, 3);
        found.expect(!mine.history.empty(), [] { return "no repartition"; });
        if (world.rank().value == 0) found.expect(mine.values == expected, [] { return "other values"; });
    });
    CHECK(found.first() == "");
}

TEST_CASE("cell ranges and owner lists are repartitioned too") {
    const char* method = GENERATE("contiguous_point", "general_quadrilateral", "interleaved_row");
    const part::grid domain(40, 33);
    const auto start = part::make_partition(method, domain, part::speeds::equal(4));
    const auto expected = serial(domain, 60);
    findings found;
    net::run_threads(4, [&](net::group& world) {
        const auto mine = run(world, start, {.iterations = 60, .every = 1});
        found.expect(!mine.history.empty(), [&] { return std::string(method) + ": no repartition"; });
        if (world.rank().value == 0)
            found.expect(mine.values == expected, [&] { return std::string(method) + ": other values"; });
    });
    CHECK(found.first() == "");
}

TEST_CASE("one rank and equal ranks are never repartitioned, and a wrong group is refused") {
    findings found;
    const part::grid domain(12, 12);
    net::run_threads(1, [&](net::group& world) {
        const auto alone = part::make_partition("columns", domain, part::speeds{1});
        found.expect(run(world, alone, {.iterations = 60}).history.empty(), [] { return "one rank"; });
        const auto two = part::make_partition("columns", domain, part::speeds::equal(2));
        try {
            repartitioner wrong(world, std::make_shared<const halo_layout>(two, 0, five), five, {});
            found.expect(false, [] { return "a partition for another group is taken"; });
        } catch (const part::error& e) {
            found.expect(
                std::string(e.what()) == "repartitioner: the partition has 2 processors, but the group has 1 ranks",
                [&] { return std::string(e.what()); });
        }
    });
    net::run_threads(3, [&](net::group& world) {
        const auto even = part::make_partition("contiguous_row", domain, part::speeds::equal(3));
        repartitioner partitions(world, std::make_shared<const halo_layout>(even, world.rank().value, five), five,
                                 {.iterations = 50, .every = 2});
        for (int i = 0; i < 50; ++i)
            found.expect(!partitions.iterated(1e-3, limit), [] { return "equal times"; });
        found.expect(partitions.every() == 2, [] { return "another interval than that of the program"; });
        try {
            (void)partitions.ended_round(0, 1e-3, limit);
            found.expect(false, [] { return "a round without steps is taken"; });
        } catch (const part::error& e) {
            found.expect(std::string(e.what()) == "repartitioner: a round of 0 steps, allowed: 1 or more",
                         [&] { return std::string(e.what()); });
        }
    });
    CHECK(found.first() == "");
}

}  // namespace repartitioner_test
