#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "banyan/part/cost.hpp"
#include "banyan/part/methods.hpp"
#include "banyan/part/repartition.hpp"
#include "tools/banyan/ncube_guide.hpp"

namespace banyan::tools {
namespace {

constexpr std::int64_t storm_width = 64;  // cells of each height
constexpr const char* new_slices = "slices";
constexpr const char* unchanged_slices = "unchanged";

part::partition slices_at(int step) {
    part::partition_options options;
    options.density = part::work_density::of_rows(storm_work(step));
    return part::make_partition(new_slices, part::grid(storm_heights, storm_width, part::periodic::none),
                                part::speeds::equal(storm_nodes), options);
}

part::partition divided_again(const std::string& name, const part::partition& old, int step) {
    if (name == new_slices) return slices_at(step);
    if (name == unchanged_slices) return old;
    part::repartition_options options;
    options.rounds = storm_nodes;
    options.density = part::work_density::of_rows(storm_work(step));
    return part::repartition(name, old, part::speeds::equal(storm_nodes), options);
}

std::vector<std::int64_t> cuts_of(const part::partition& parts) {
    std::vector<std::int64_t> cuts;
    for (const part::block& each : parts.blocks())
        if (each.row > 0) cuts.push_back(each.row);
    std::ranges::sort(cuts);
    return cuts;
}

double storm_ratio(const part::partition& parts, int step) {
    return part::max_time_ratio(part::work_of_processors(parts, part::work_density::of_rows(storm_work(step))),
                                part::speeds::equal(storm_nodes));
}

storm_way through_storm(const char* name) {
    storm_way found;
    found.name = name;
    part::partition parts = slices_at(0);
    found.cuts.push_back(cuts_of(parts));
    std::int64_t moved = 0;
    for (int step = 1; step <= storm_steps; ++step) {
        const part::partition next = divided_again(name, parts, step);
        moved += part::moved_cells(parts, next);
        parts = next;
        found.cuts.push_back(cuts_of(parts));
        const double ratio = storm_ratio(parts, step);
        found.mean_work_ratio += ratio / storm_steps;
        found.most_work_ratio = std::max(found.most_work_ratio, ratio);
    }
    found.moved_share = static_cast<double>(moved) / static_cast<double>(parts.domain().cells()) / storm_steps;
    return found;
}

}  // namespace

std::vector<double> storm_work(int step) {
    const double middle = storm_heights * (0.2 + 0.6 * step / storm_steps);
    std::vector<double> work;
    for (int height = 0; height < storm_heights; ++height) {
        const double away = (height - middle) / (storm_heights * 0.06);
        work.push_back(1 + 12 * std::exp(-away * away / 2));
    }
    return work;
}

std::vector<storm_way> storm_ways() {
    std::vector<storm_way> found;
    for (const char* name : {unchanged_slices, "interleaved", "ripple", new_slices})
        found.push_back(through_storm(name));
    return found;
}

int storm_stages() {
    part::repartition_options options;
    options.density = part::work_density::of_rows(storm_work(1));
    return static_cast<int>(
        part::repartition_stages("interleaved", slices_at(0), part::speeds::equal(storm_nodes), options).size());
}

part::figure storm_figure(const std::vector<storm_way>& ways) {
    const auto found = std::ranges::find(ways, "interleaved", &storm_way::name);
    part::figure f{
        "ncube_1_39", "Figure 1-39: cuts between eight nodes while a storm moves", "step", "height", false, {}};
    for (std::size_t cut = 0; cut + 1 < storm_nodes; ++cut) {
        part::curve line{fmt::format("nodes {}, {}", cut, cut + 1), {}};
        for (std::size_t step = 0; step < found->cuts.size(); ++step)
            line.points.emplace_back(step, found->cuts[step][cut]);
        f.curves.push_back(line);
    }
    return f;
}

}  // namespace banyan::tools
