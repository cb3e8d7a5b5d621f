#include "examples/thermal/kernel.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "examples/thermal/solver.hpp"

namespace kernel_test {

using namespace thermal;

TEST_CASE("a sweep gives each cell the same bits, however the cells are grouped") {
    constexpr std::int64_t rows = 9;
    constexpr std::int64_t cols = 23;
    constexpr std::int64_t stride = cols + 2;
    const auto work = GENERATE(variant::flops_10, variant::flops_50);
    std::vector<double> from(static_cast<std::size_t>((rows + 2) * stride));
    for (std::size_t i = 0; i < from.size(); ++i)
        from[i] = first_temperature(0, static_cast<std::int64_t>(i), 1 << 20);
    const auto first = static_cast<std::size_t>(stride) + 1;

    std::vector<double> whole(from.size());
    sweep(work, &from[first], &whole[first], {rows, cols, stride});
    std::vector<double> cell_by_cell(from.size());
    for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int64_t c = 0; c < cols; ++c) {
            const std::size_t at = first + static_cast<std::size_t>(r * stride + c);
            sweep(work, &from[at], &cell_by_cell[at], {1, 1, stride});
        }
    }
    CHECK(whole == cell_by_cell);
}

TEST_CASE("temperatures stay between the coldest and the hottest neighbour, or a little lower with heat loss") {
    const std::vector<double> from{0, 40, 0, 10, 0, 30, 0, 20, 0};
    std::vector<double> to(9);
    sweep(variant::flops_10, &from[4], &to[4], {1, 1, 3});
    CHECK(to[4] == 25.0);
    sweep(variant::flops_50, &from[4], &to[4], {1, 1, 3});
    CHECK(to[4] < 25.0);
    CHECK(to[4] > 24.99);
}

}  // namespace kernel_test
