// Window operations give the pixels of a plain loop over the whole image.
#include "examples/window/filters.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <random>

#include "banyan/net/thread_world.hpp"
#include "examples/window/border_measurement.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/findings.hpp"

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
    const int ranks = GENERATE(1, 2, 3, 4, 6, 9);
    for (const auto& [what, radius] :
         {std::pair(filter::sobel, 1), std::pair(filter::median, 1), std::pair(filter::median, 4)}) {
        const image expected = serial(of, what, radius);
        testing::findings found;
        net::run_threads(ranks, [&](net::group& world) {
            const image nothing;
            for (const auto way : grid::border_ways()) {
                auto image = window::distribute(world, world.rank().value == 0 ? of : nothing, "best", radius, way);
                image.exchange();
                const auto result = window::collect(world, image, window::apply(image, what));
                if (world.rank().value == 0)
                    found.expect(result.grey == expected.grey, std::string(grid::name_of(way)));
            }
        });
        CHECK(found.first() == "");
    }
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
