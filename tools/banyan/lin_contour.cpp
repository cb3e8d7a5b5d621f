#include "tools/banyan/lin_contour.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace banyan::tools {
namespace {

constexpr int published_crossover = 200;  // iterations, 1024 x 1024 on four tasks

std::string case_name(const contour_case& c) {
    return fmt::format("{0} x {0}, {1} tasks, i = {2}", c.side, c.tasks, c.iterations);
}

std::vector<contour_case> cases_of(std::span<const contour_case> cases, int side, int tasks = 0) {
    std::vector<contour_case> found;
    for (const contour_case& each : cases)
        if (each.side == side && (tasks == 0 || each.tasks == tasks)) found.push_back(each);
    std::ranges::sort(found, {}, &contour_case::iterations);
    return found;
}

contour_claim remap_is_faster(std::span<const contour_case> cases, int side) {
    const auto all = cases_of(cases, side);
    std::string slower;
    std::int64_t count = 0;
    for (const contour_case& each : all)
        if (each.ratio() <= 1) {
            slower += (count++ == 0 ? "; not for " : "; ") + case_name(each);
        }
    return {fmt::format("figure 5.{0}, {1} x {1}: B is always faster",
                        side == 128   ? 11
                        : side == 256 ? 12
                                      : 13,
                        side),
            fmt::format("B is faster in {} of {} cases{}", std::ssize(all) - count, all.size(), slower), count == 0};
}

/// B is faster from some number of iterations on, and A below.
contour_claim crossover_claim(const std::vector<contour_case>& four_tasks) {
    const auto last_slower = std::ranges::find_if(four_tasks.rbegin(), four_tasks.rend(),
                                                  [](const contour_case& each) { return each.ratio() <= 1; });
    std::string found = "B is faster in all cases";
    bool agrees = false;
    if (last_slower == four_tasks.rbegin()) found = "A is faster in the last case";
    if (last_slower != four_tasks.rend() && last_slower != four_tasks.rbegin()) {
        const int from = std::prev(last_slower)->iterations;
        found = fmt::format("B is faster from i = {} on", from);
        agrees = from == published_crossover;
    }
    found += "; A / B";
    for (const contour_case& each : four_tasks)
        found += fmt::format(" {:.2f}", each.ratio());
    return {"figure 5.14, 1024 x 1024, 4 tasks: B is faster from about 200 iterations on", found, agrees};
}

contour_claim speed_up_claim(std::span<const contour_case> cases, const std::set<int>& tasks) {
    std::int64_t more = 0, all = 0;
    for (const contour_case& few : cases)
        for (const contour_case& many : cases)
            if (few.side == many.side && few.iterations == many.iterations && few.tasks == *tasks.begin() &&
                many.tasks == *tasks.rbegin()) {
                ++all;
                if (many.ratio() > few.ratio()) ++more;
            }
    return {"with more tasks, A loses speed-up faster than B",
            fmt::format("A / B is larger with {} than with {} tasks in {} of {} cases", *tasks.rbegin(), *tasks.begin(),
                        more, all),
            more == all};
}

part::figure contour_figure(const std::vector<contour_case>& cases, int number) {
    std::set<int> tasks;
    for (const contour_case& each : cases)
        tasks.insert(each.tasks);
    const int side = cases.front().side;
    part::figure f{fmt::format("lin_5_{}", number),
                   fmt::format("Figure 5.{0}: contour tracing, {1} x {1} pixels, modelled SP-2", number, side),
                   "iterations of the loop at each element",
                   "milliseconds",
                   false,
                   {}};
    for (const int count : std::set<int>{*tasks.begin(), *tasks.rbegin()}) {
        part::curve in_place{fmt::format("A, in place, {} tasks", count), {}};
        part::curve remap{fmt::format("B, remapped, {} tasks", count), {}};
        for (const contour_case& each : cases)
            if (each.tasks == count) {
                in_place.points.emplace_back(each.iterations, each.in_place_s * 1e3);
                remap.points.emplace_back(each.iterations, each.remap_s * 1e3);
            }
        f.curves.insert(f.curves.end(), {in_place, remap});
    }
    return f;
}

}  // namespace

double element_us(int iterations) {
    return 14 + 0.104 * iterations;
}

double implied_remapping_ms() {
    const contour_load& load = published_contour_loads.back();
    const int taken = std::ranges::max(load.in_place) - std::ranges::max(load.remap);
    return taken * element_us(published_crossover) / 1e3;
}

std::vector<contour_claim> contour_claims(std::span<const contour_case> cases) {
    std::vector<contour_claim> claims;
    std::set<int> sides, tasks;
    for (const contour_case& each : cases) {
        sides.insert(each.side);
        tasks.insert(each.tasks);
    }
    for (const int side : sides)
        if (side < 1024) claims.push_back(remap_is_faster(cases, side));
    const auto large = cases_of(cases, 1024, least_contour_tasks);
    if (!large.empty()) claims.push_back(crossover_claim(large));
    if (tasks.size() > 1) claims.push_back(speed_up_claim(cases, tasks));
    return claims;
}

std::vector<part::figure> contour_figures(std::span<const contour_case> cases) {
    std::vector<part::figure> figures;
    for (std::size_t i = 0; i < contour_sides.size(); ++i) {
        const auto of_side = cases_of(cases, contour_sides[i]);
        if (!of_side.empty()) figures.push_back(contour_figure(of_side, static_cast<int>(11 + i)));
    }
    return figures;
}

}  // namespace banyan::tools
