// Every way to exchange a border brings the same pixels, and does what its formula says.
#include "banyan/grid/window_array.hpp"

#include <atomic>
#include <catch2/catch.hpp>

#include "banyan/net/collectives.hpp"
#include "banyan/net/thread_world.hpp"
#include "banyan/part/error.hpp"
#include "banyan/part/methods.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/findings.hpp"
#include "tests/common/long_form.hpp"

namespace window_array_test {

using namespace banyan::grid;
using namespace banyan::part;
namespace net = banyan::net;
namespace testing = banyan::testing;
using testing::findings;

namespace {

partition squares(std::int64_t side, int across) {
    std::vector<block> blocks;
    for (int i = 0; i < across * across; ++i)
        blocks.push_back({i, i / across * side, i % across * side, side, side});
    return partition::from_rectangles(grid(side * across, side * across), across * across, blocks);
}

std::int32_t pixel(std::int64_t row, std::int64_t col, int generation) {
    return static_cast<std::int32_t>(row * 1000 + col + generation * 1'000'000);
}

// The halo of each rank, compared with the pixels of the whole image.
void check_halo(const window_array<std::int32_t>& image, const grid& domain, int radius, int generation,
                findings& found) {
    const auto wrapped = [](std::int64_t x, std::int64_t size) { return (x % size + size) % size; };
    for (const region& own : image.layout().owned()) {
        for (std::int64_t r = own.row - radius; r < own.row + own.rows + radius; ++r) {
            for (std::int64_t c = own.col - radius; c < own.col + own.cols + radius; ++c) {
                if (!domain.periodic_rows() && (r < 0 || r >= domain.rows())) continue;
                if (!domain.periodic_cols() && (c < 0 || c >= domain.cols())) continue;
                const auto expected = pixel(wrapped(r, domain.rows()), wrapped(c, domain.cols()), generation);
                found.expect(image(r, c) == expected, [&] {
                    return std::string(name_of(image.storage().way())) + ": pixel " + std::to_string(r) + ", " +
                           std::to_string(c);
                });
            }
        }
    }
}

void exchange_twice(net::group& world, const partition& parts, int radius, border_way way, findings& found) {
    window_array<std::int32_t> image(world, parts, radius, way, -1);
    for (int generation = 0; generation < 2; ++generation) {
        for (const region& own : image.layout().owned())
            for (std::int64_t r = own.row; r < own.row + own.rows; ++r)
                for (std::int64_t c = own.col; c < own.col + own.cols; ++c)
                    image(r, c) = pixel(r, c, generation);
        image.exchange(std::chrono::seconds(30));
        check_halo(image, parts.domain(), radius, generation, found);
    }
    border_counts twice = count_border(image.layout(), way);
    for (auto* count : {&twice.messages, &twice.items, &twice.copied, &twice.regions})
        *count *= 2;
    found.expect(image.counted() == twice, std::string(name_of(way)) + ": its counts");
}

}  // namespace

TEST_CASE("The halo of an image is that of the whole image, in every way", "[window]") {
    const auto kind = testing::any_transport();
    const bool on_torus = GENERATE(false, true);
    const grid domain(23, 17, on_torus ? periodic::both : periodic::none);
    const auto methods = std::vector<std::string>{"row", "columns", "best"};
    const auto counts = on_torus ? std::vector{1, 2, 3, 5, 7, 9} : std::vector{1, 2, 4, 6, 8};
    for (const int ranks : testing::sampled(on_torus ? 1u : 0u, counts)) {
        std::vector<double> speeds_of;
        for (int i = 0; i < ranks; ++i)
            speeds_of.push_back(1 + i % 3);
        const auto parts = make_partition(methods[static_cast<std::size_t>(ranks) % 3], domain, speeds(speeds_of));
        findings found;
        net::run_threads(
            ranks,
            [&](net::group& world) {
                for (const int radius : {1, 3, 7})  // 7: wider than most blocks
                    for (const border_way way : border_ways())
                        exchange_twice(world, parts, radius, way, found);
            },
            kind);
        INFO(ranks << " ranks");
        CHECK(found.first() == "");
    }
}

TEST_CASE("On a torus of squares each way does what its formula says", "[window]") {
    for (const int radius : {1, 2, 5}) {
        for (const std::int64_t side : {2 * radius, 2 * radius + 1, 16}) {
            const auto parts = squares(side, 3);
            for (const border_way way : border_ways()) {
                INFO(name_of(way) << ", side " << side << ", radius " << radius);
                CHECK(count_border(window_layout(parts, 4, radius), way) == square_border(side, radius, way));
                CHECK(count_border(window_layout(parts, 0, radius), way) == square_border(side, radius, way));
            }
        }
    }
    findings found;
    net::run_threads(9, [&](net::group& world) {
        for (const border_way way : border_ways())
            exchange_twice(world, squares(8, 3), 2, way, found);
    });
    CHECK(found.first() == "");
}

TEST_CASE("An image may have pixels of type bool", "[window]") {
    const auto parts = squares(4, 2);
    findings found;
    net::run_threads(4, [&](net::group& world) {
        for (const border_way way : border_ways()) {
            window_array<bool> image(world, parts, 1, way);
            const region own = image.layout().owned().front();
            for (std::int64_t r = own.row; r < own.row + own.rows; ++r)
                for (std::int64_t c = own.col; c < own.col + own.cols; ++c)
                    image(r, c) = (r * 8 + c) % 3 == 0;
            image.exchange(std::chrono::seconds(30));
            for (std::int64_t c = own.col; c < own.col + own.cols; ++c)
                found.expect(image(own.row - 1, c) == (((own.row + 7) % 8 * 8 + c) % 3 == 0),
                             std::string(name_of(way)));
        }
    });
    CHECK(found.first() == "");
}

TEST_CASE("On a torus where one neighbour needs some pixels twice, each way brings all of them", "[window]") {
    const auto parts = partition::from_rectangles(
        grid(8, 10), 3, std::vector<block>{{0, 0, 0, 4, 7}, {1, 0, 7, 4, 3}, {2, 4, 0, 4, 10}});
    findings found;
    net::run_threads(3, [&](net::group& world) {
        for (const border_way way : border_ways())
            exchange_twice(world, parts, 2, way, found);
    });
    CHECK(found.first() == "");
}

TEST_CASE("The cheapest way depends on the network", "[window]") {
    const auto layout = window_layout(squares(64, 3), 4, 3);
    const auto cheapest = [&](const border_times& times) {
        const border_way best = cheapest_border_way(layout, times);
        for (const border_way way : border_ways())
            CHECK(border_seconds(count_border(layout, best), best, times) <=
                  border_seconds(count_border(layout, way), way, times));
        return best;
    };
    CHECK(cheapest({.message_s = 1e-4, .item_message_s = 1e-4, .item_s = 1e-8, .copy_s = 1e-9, .region_s = 1e-7}) ==
          border_way::border_apart);
    CHECK(cheapest({.message_s = 1e-4, .item_message_s = 1e-4, .item_s = 1e-8, .copy_s = 1e-6, .region_s = 0}) ==
          border_way::regions);
    CHECK(cheapest({.message_s = 0, .item_message_s = 0, .item_s = 1e-8, .copy_s = 1e-6, .region_s = 1e-7}) ==
          border_way::runs);
}

TEST_CASE("Wrong arguments of a window are refused in one line", "[window]") {
    const auto parts = squares(8, 3);
    CHECK_THROWS_AS(window_layout(parts, 9, 1), error);
    CHECK_THROWS_AS(window_layout(parts, 0, 0), error);
    CHECK_THROWS_WITH(border_way_named("mapped"),
                      "way to exchange a border: 'mapped', allowed: single_items, packed, "
                      "runs, border_apart, regions");
    const auto scattered = partition::from_owners(grid(2, 2), 2, {0, 1, 1, 0});
    CHECK_THROWS_WITH(window_layout(scattered, 0, 1),
                      "a window operation needs one rectangle for each processor; use a method that makes rectangles");
    for (const border_way way : border_ways())
        CHECK(border_way_named(name_of(way)) == way);
    CHECK_THROWS_AS(
        net::run_threads(
            2, [&](net::group& world) { window_array<int> image(world, squares(4, 3), 1, border_way::packed); }),
        error);
}

// The first rank that finds it leaves the exchange, and the others then learn that or wait for it.
TEST_CASE("Ranks that exchange a border in different ways get an error that says so", "[window]") {
    const auto parts = squares(8, 2);
    testing::findings found;
    std::atomic<int> told = 0;
    net::run_threads(4, [&](net::group& world) {
        window_array<int> image(world, parts, 2, world.rank().value == 1 ? border_way::runs : border_way::packed);
        std::string text;
        try {
            image.exchange(std::chrono::seconds(1));
        } catch (const std::exception& e) {
            text = e.what();
        }
        if (text.ends_with(" sent a border of another length: all ranks must use the same partition, radius and way"))
            ++told;
        found.expect(!text.empty(), "rank " + std::to_string(world.rank().value) + " has not noticed it");
        net::barrier(world);
    });
    CHECK(found.first() == "");
    CHECK(told > 0);
}

}  // namespace window_array_test
