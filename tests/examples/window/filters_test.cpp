// Window operations give the pixels of a plain loop over the whole image.
#include "examples/window/filters.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>
#include <random>

#include "banyan/net/thread_world.hpp"
#include "banyan/part/error.hpp"
#include "banyan/part/methods.hpp"
#include "examples/window/border_choice.hpp"
#include "examples/window/border_measurement.hpp"
#include "tests/common/findings.hpp"
#include "tests/common/long_form.hpp"

namespace filters_test {

using images::image;
using window::filter;
namespace grid = banyan::grid;
namespace net = banyan::net;
namespace testing = banyan::testing;

namespace {

std::uint8_t at_edge(const image& of, std::int64_t r, std::int64_t c) {
    r = r < 0 ? 0 : r >= of.rows ? of.rows - 1 : r;
    c = c < 0 ? 0 : c >= of.cols ? of.cols - 1 : c;
    return of.at(r, c);
}

// By sorting the window, and by two sums of products.
image serial(const image& of, filter what, int radius) {
    constexpr int weights[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};
    image result{of.rows, of.cols, {}};
    for (std::int64_t r = 0; r < of.rows; ++r) {
        for (std::int64_t c = 0; c < of.cols; ++c) {
            std::vector<std::uint8_t> pixels;
            int across = 0, down = 0;
            for (int i = -radius; i <= radius; ++i) {
                for (int j = -radius; j <= radius; ++j) {
                    pixels.push_back(at_edge(of, r + i, c + j));
                    if (what == filter::median) continue;
                    across += weights[i + 1][j + 1] * pixels.back();
                    down += weights[j + 1][i + 1] * pixels.back();
                }
            }
            std::ranges::sort(pixels);
            const int gradient = std::min(255, std::abs(across) + std::abs(down));
            result.grey.push_back(what == filter::median ? pixels[pixels.size() / 2]
                                                         : static_cast<std::uint8_t>(gradient));
        }
    }
    return result;
}

image noise(std::int64_t rows, std::int64_t cols) {
    std::mt19937 random(11);
    image made{rows, cols, {}};
    for (std::int64_t i = 0; i < rows * cols; ++i)
        made.grey.push_back(static_cast<std::uint8_t>(random()));
    return made;
}

}  // namespace

TEST_CASE("Filters of a distributed image are those of the whole image", "[window]") {
    const image of = noise(19, 26);
    const int ranks = GENERATE(from_range(testing::sampled(0, std::vector{1, 2, 3, 4, 5, 6, 7, 8, 9})));
    const auto first = static_cast<std::size_t>(ranks / 3);
    std::vector<std::pair<filter, int>> cases{{filter::sobel, 1}};
    for (const int radius : testing::sampled(first, std::vector{1, 2, 3, 4, 5, 6, 7}))  // 3 x 3 to 15 x 15 pixels
        cases.emplace_back(filter::median, radius);
    for (const auto& [what, radius] : cases) {
        const image expected = serial(of, what, radius);
        testing::findings found;
        net::run_threads(ranks, [&, filtered_by = what, pixels = radius](net::group& world) {
            const image nothing;
            for (const auto way : grid::border_ways()) {
                auto image =
                    window::distribute(world, world.rank().value == 0 ? of : nothing, {.radius = pixels, .way = way});
                image.exchange();
                const auto result = window::collect(world, image, window::apply(image, filtered_by));
                if (world.rank().value == 0)
                    found.expect(result.grey == expected.grey, std::string(grid::name_of(way)));
            }
        });
        CHECK(found.first() == "");
    }
}

TEST_CASE("An image is divided by the speeds of the ranks", "[window]") {
    const image of = noise(40, 40);
    testing::findings found;
    net::run_threads(2, [&](net::group& world) {
        const auto image = window::distribute(world, of, {.speeds = {3, 1}, .way = grid::border_way::packed});
        const auto& parts = image.layout().parts();
        found.expect(parts.cells(0) > 2 * parts.cells(1), "the fast rank has too few pixels");
    });
    CHECK(found.first() == "");
    CHECK_THROWS_AS(net::run_threads(2,
                                     [&](net::group& world) {
                                         (void)window::distribute(world, of, {.speeds = {1, 1, 1}});
                                     }),
                    banyan::part::error);
}

TEST_CASE("The way with the least time of the slowest rank is taken, on all ranks", "[window]") {
    const auto parts = banyan::part::make_partition("best", banyan::part::grid(60, 90, banyan::part::periodic::none),
                                                    banyan::part::speeds{1, 5, 2, 9, 3});
    std::map<grid::border_way, std::vector<grid::border_counts>> counts;  // of each rank
    for (const auto way : grid::border_ways())
        for (int p = 0; p < parts.processors(); ++p)
            counts[way].push_back(grid::count_border(grid::window_layout(parts, p, 3), way));
    const auto slowest_s = [&counts](grid::border_way way, const grid::border_times& times) {
        double most_s = 0;
        for (const auto& of_rank : counts.at(way))
            most_s = std::max(most_s, grid::border_seconds(of_rank, way, times));
        return most_s;
    };
    testing::findings found;
    net::run_threads(parts.processors(), [&](net::group& world) {
        const auto own = grid::window_layout(parts, world.rank().value, 3);
        std::mt19937 random(7);
        const auto below = [&random](double most) { return most * static_cast<double>(random()) / 4294967296.0; };
        for (int i = 0; i < 30; ++i) {
            const grid::border_times times{below(1e-4), below(1e-4), below(1e-7), below(1e-6), below(1e-6)};
            const double taken_s = slowest_s(window::cheapest_way(world, own, times), times);
            for (const auto way : grid::border_ways())
                found.expect(taken_s <= slowest_s(way, times), std::string(grid::name_of(way)) + " takes less time");
        }
    });
    CHECK(found.first() == "");
}

TEST_CASE("The costs of a border are measured, and equal on all ranks", "[window]") {
    testing::findings found;
    net::run_threads(3, [&](net::group& world) {
        const auto times = window::measure_border_times(world);
        found.expect(times.message_s > 0, "no time for a message");
        found.expect(times.item_s >= 0 && times.copy_s >= 0 && times.region_s >= 0, "a negative time");
    });
    CHECK(found.first() == "");
}

}  // namespace filters_test
