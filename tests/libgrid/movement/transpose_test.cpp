// The transpose of a distributed array, value by value, between all kinds of partitions.
#include "banyan/grid/transpose.hpp"

#include <catch2/catch.hpp>

#include "banyan/net/thread_world.hpp"
#include "banyan/part/error.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/findings.hpp"
#include "tests/common/group_sizes.hpp"
#include "tests/common/long_form.hpp"
#include "tests/libgrid/sample_partitions.hpp"

namespace transpose_test {

using namespace banyan::part;
using namespace banyan::grid;
namespace net = banyan::net;
namespace testing = banyan::testing;
using banyan::testing::findings;

namespace {

constexpr auto limit = std::chrono::seconds(30);

void transpose_between(net::group& world, const testing::named_partition& from, const testing::named_partition& to,
                       findings& found) {
    const int me = world.rank().value;
    distributed_array<std::int64_t> a(world, from.parts, stencil::named("5"), -1, limit);
    for (const region& own : a.layout().owned())
        for (auto r = own.row; r < own.row + own.rows; ++r)
            for (auto c = own.col; c < own.col + own.cols; ++c)
                a(r, c) = r * 1000 + c;
    const auto b = transposed(world, a, std::make_shared<const halo_layout>(to.parts, me, stencil::named("5")),
                              std::int64_t{-2}, limit);
    for (const region& own : b.layout().owned())
        for (auto r = own.row; r < own.row + own.rows; ++r)
            for (auto c = own.col; c < own.col + own.cols; ++c)
                found.expect(b(r, c) == c * 1000 + r, [&] { return from.name + " to " + to.name; });
}

}  // namespace

TEST_CASE("transposed: every value, between all pairs of partitions") {
    struct size {
        std::int64_t rows, cols;
        int processors;
    };
    const auto [rows, cols, processors] = GENERATE(size{7, 10, 4}, size{1, 9, 3}, size{5, 5, 1}, size{40, 3, 7});
    const auto from = testing::all_for(grid(rows, cols), processors);
    const auto to = testing::all_for(grid(cols, rows), processors);
    findings found;
    net::run_threads(processors, [&, p = processors](net::group& world) {
        for (std::size_t i = 0; i < from.size(); ++i)
            for (std::size_t j = 0; j < to.size(); ++j)
                if (testing::full_form() || (i + 3 * j) % (testing::shortened() ? 31 : 7) == 0 || p == 1)
                    transpose_between(world, from[i], to[j], found);
    });
    INFO(found.first());
    CHECK(found.first().empty());
}

TEST_CASE("transposed: on 1 to 17 ranks, between cell ranges, rectangles, columns and owner lists") {
    const int p = testing::any_size(testing::sizes_to(17));
    const auto kinds_for = [p](const grid& domain) {
        return std::vector<testing::named_partition>{
            {"ranges", testing::random_ranges(domain, p, 5)},
            {"rectangles", testing::random_rectangles(domain, p, 6)},
            {"columns", make_partition("columns", domain, testing::unequal(p))},
            {"owners", testing::random_owners(domain, p, 7)}};
    };
    const auto from = kinds_for(grid(23, 9)), to = kinds_for(grid(9, 23));
    findings found;
    net::run_threads(p, [&](net::group& world) {
        for (const auto& one : from)
            for (const auto& other : to)
                transpose_between(world, one, other, found);
    });
    INFO(p << " ranks: " << found.first());
    CHECK(found.first().empty());
}

TEST_CASE("transposed: over every transport, larger than a square of the local copy") {
    findings found;
    testing::on_every_transport(4, [&](net::group& world) {
        const testing::named_partition from{"row", make_partition("contiguous_row", grid(150, 70), speeds{1, 2, 3, 1})};
        const testing::named_partition to{"best", make_partition("best", grid(70, 150), speeds{3, 1, 1, 1})};
        transpose_between(world, from, to, found);
    });
    INFO(found.first());
    CHECK(found.first().empty());
}

TEST_CASE("transposed: rows that are long enough are received where they are, shorter ones through a buffer") {
    const grid domain(600, 20);  // a rank has 75, 150 or 300 rows, which become rows of 600, 1200 or 2400 bytes
    const testing::named_partition from{"rows", make_partition("contiguous_row", domain, speeds{1, 2, 4, 1})};
    const testing::named_partition to{"rows", make_partition("contiguous_row", grid(20, 600), speeds{1, 1, 2, 1})};
    findings found;
    net::run_threads(4, [&](net::group& world) { transpose_between(world, from, to, found); });
    CHECK(found.first() == "");
}

TEST_CASE("transposed: the partition of the transposed grid") {
    for (const auto& [name, parts] : testing::all_for(grid(6, 9, periodic::rows), 4)) {
        INFO(name);
        const partition turned = transposed(parts);
        CHECK(turned.domain() == grid(9, 6, periodic::columns));
        for (std::int64_t r = 0; r < 6; ++r)
            for (std::int64_t c = 0; c < 9; ++c)
                REQUIRE(turned.owner(c, r) == parts.owner(r, c));
    }
}

TEST_CASE("transposed: a layout of another grid is refused") {
    net::run_threads(1, [](net::group& world) {
        const distributed_array<int> a(world, make_partition("row", grid(3, 4), speeds{1}), stencil::named("5"));
        const auto same = std::make_shared<const halo_layout>(a.layout());
        CHECK_THROWS_AS(transposed(world, a, same), error);
    });
}

}  // namespace transpose_test
