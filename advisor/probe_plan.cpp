#include "advisor/probe_plan.hpp"

#include <algorithm>
#include <cmath>

namespace banyan::advisor {
namespace {

constexpr std::size_t shortest_probe_bytes = 8;
constexpr std::size_t fewest_sizes = 5;
constexpr std::size_t most_sizes = 9;

shape clipped(double rows, double cols, const part::grid& domain) {
    return {std::clamp<std::int64_t>(std::llround(rows), 1, domain.rows()),
            std::clamp<std::int64_t>(std::llround(cols), 1, domain.cols())};
}

// Rows of at most `longest` cells that together have as many cells as the work, rounded.
shape shape_of_work(double cells, std::int64_t longest) {
    if (longest == 0 || cells < 0.5) return {0, 0};
    const double rows = std::max(1.0, std::ceil(cells / static_cast<double>(longest)));
    return {static_cast<std::int64_t>(rows), std::max<std::int64_t>(1, std::llround(cells / rows))};
}

constexpr std::size_t windows_per_calibration = 3;  // sweep, exchange, both
constexpr std::size_t trial_shape_count = 4;

}  // namespace

effort effort_for(double seconds, std::size_t methods) {
    effort limits;
    const auto rounds = static_cast<std::size_t>(limits.rounds);
    const std::size_t windows = trial_shape_count * static_cast<std::size_t>(trial_rounds(limits)) +
                                methods * rounds * (1 + windows_per_calibration);
    limits.exchange_s = seconds / 4;
    limits.window_s = (seconds - limits.exchange_s) / static_cast<double>(windows);
    return limits;
}

effort adaptive_effort(double seconds) {
    constexpr double windows = 240, shortest_s = 2e-3, longest_s = 0.05;
    effort limits;
    limits.total_s = seconds;
    limits.exchange_s = seconds / 5;
    limits.speed_s = seconds / 8;
    limits.shift_shares = true;
    limits.window_s = std::clamp(seconds / windows, shortest_s, longest_s);
    return limits;
}

int trial_rounds(const effort& limits) {
    return std::max(3, limits.rounds / 2);
}

std::vector<shape> trial_shapes(const part::grid& domain, int processors) {
    const auto rows = static_cast<double>(domain.rows());
    const auto cols = static_cast<double>(domain.cols());
    const double side = std::sqrt(processors);
    const auto strip = clipped(rows / processors, cols, domain);
    const auto block = clipped(rows / side, cols / side, domain);
    const auto small = clipped(rows / processors / 4, cols, domain);
    const auto large = clipped(2 * rows / processors, cols, domain);
    return {strip, block, small, large};
}

std::vector<shape> shapes_of(const part::partition& parts, const cell_work& work) {
    std::vector<shape> shapes;
    for (int processor = 0; processor < parts.processors(); ++processor) {
        const auto blocks = parts.blocks(processor);
        const std::int64_t cells = parts.cells(processor);
        const std::int64_t cols = parts.domain().cols();
        if (blocks.size() == 1)
            shapes.push_back({blocks[0].rows, blocks[0].cols});
        else
            shapes.push_back({(cells + cols - 1) / cols, cells > 0 ? cols : 0});
    }
    if (work.is_uniform()) return shapes;
    const auto works = work.of_processors(parts);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        shapes[i] = shape_of_work(works[i], shapes[i].cols);
    }
    return shapes;
}

std::vector<std::size_t> probe_sizes(std::int64_t longest) {
    const auto last = std::max<std::size_t>(static_cast<std::size_t>(std::max<std::int64_t>(longest, 0)),
                                            shortest_probe_bytes << 2 * (fewest_sizes - 1));
    std::vector<std::size_t> sizes;
    const double steps = std::ceil(std::log2(static_cast<double>(last) / shortest_probe_bytes) / 2);
    const auto count = std::clamp<std::size_t>(static_cast<std::size_t>(steps) + 1, fewest_sizes, most_sizes);
    const double ratio =
        std::pow(static_cast<double>(last) / shortest_probe_bytes, 1.0 / static_cast<double>(count - 1));
    for (std::size_t i = 0; i + 1 < count; ++i) {
        const double bytes = shortest_probe_bytes * std::pow(ratio, static_cast<double>(i));
        sizes.push_back(static_cast<std::size_t>(std::llround(bytes / 8)) * 8);
    }
    sizes.push_back(last);
    return sizes;
}

}  // namespace banyan::advisor
