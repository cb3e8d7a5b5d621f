#include "banyan/part/box_methods.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "banyan/part/error.hpp"
#include "libpart/boxes/box_method.hpp"

namespace banyan::part {
namespace {

constexpr std::array<std::string_view, 3> names_of_box_methods{"bars", "bisection", "best"};

box_partition better_of(const grid_3d& domain, const speeds& processors) {
    const auto sorted = sorted_processors(processors);
    const box_partition bisected(domain, bisected_boxes(domain, sorted));
    auto bars = bars_of(domain, sorted);
    if (bars.boxes.empty()) return bisected;
    box_partition barred(domain, std::move(bars.boxes));
    constexpr double slower = 1.01;
    const double bars_ratio = time_ratio(barred, processors), bisected_ratio = time_ratio(bisected, processors);
    if (bars_ratio > slower * bisected_ratio) return bisected;
    if (bisected_ratio > slower * bars_ratio) return barred;
    return cut_area(barred) <= cut_area(bisected) ? barred : bisected;
}

}  // namespace

std::span<const std::string_view> box_method_names() {
    return names_of_box_methods;
}

box_partition make_box_partition(std::string_view method, const grid_3d& domain, const speeds& processors) {
    if (processors.size() > domain.cells())
        throw error(fmt::format("{} processors for {} cells, allowed: at most one processor for each cell",
                                processors.size(), domain.cells()));
    if (method == "best") return better_of(domain, processors);
    const auto sorted = sorted_processors(processors);
    if (method == "bisection") return {domain, bisected_boxes(domain, sorted)};
    if (method != "bars")
        throw error(fmt::format("method for boxes: unknown name '{}', allowed: {}", method,
                                fmt::join(names_of_box_methods, ", ")));
    auto bars = bars_of(domain, sorted);
    if (bars.boxes.empty()) throw error(bars.why_not);
    return {domain, std::move(bars.boxes)};
}

}  // namespace banyan::part
