// The table of ways to repartition, and the checks of their arguments.
#include "banyan/part/repartition.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "banyan/part/error.hpp"
#include "libpart/repartition/way.hpp"

namespace banyan::part {
namespace {

struct way_entry {
    repartition_way info;
    repartition_function stages;
};

constexpr auto way_table = std::to_array<way_entry>({
    {{"incremental", "moves the cuts no further than the wanted balance needs", "Banyan",
      "moving_weight 0: the best balance of whole cells that the cuts allow; a chain of up to 64 moves least. With a "
      "density, the best balance of rows, columns and cell ranges, if no line has more work than the slowest processor "
      "can do in its time",
      "O(p log p), in chains up to O(p^2 log p), per level and largest time; owner lists: O(cells), and in each of up "
      "to 30 rounds O(b log b + p c) for b cells at borders and c pairs of processors that touch. With a density "
      "O(p log n) per level and largest time, for searches of a time up to 60 times as much, and cells summed",
      true},
     incremental},
    {{"ripple", "rows flow only between neighbours, each pair balances", "Dataparallel C, Nedeljkovic & Quinn 1993",
      "a row moves to a neighbour at most; one round does not reach the balance in general",
      "O(p rounds), with a density O(p rounds log n + cells summed)", false},
     ripple},
    {{"interleaved", "the half-work line is found, one half moves its excess to the other, each half repeats it",
      "nCUBE 2 Programmer's Guide", "each cut is at the line nearest to its share of the work of its part of the grid",
      "O(p log p), with a density O(p log n + cells summed)", false},
     interleaved_halves},
});

const way_entry& way_named(std::string_view name) {
    const auto found = std::ranges::find(way_table, name, [](const way_entry& e) { return e.info.name; });
    if (found != way_table.end()) return *found;
    std::vector<std::string_view> names;
    for (const way_entry& e : way_table)
        names.push_back(e.info.name);
    throw error(fmt::format("way to repartition: unknown name '{}', allowed: {}", name, fmt::join(names, ", ")));
}

void check_arguments(const way_entry& way, const partition& old, const speeds& now,
                     const repartition_options& options) {
    if (old.processors() != now.size())
        throw error(
            fmt::format("speeds: {} given for the {} processors of the partition", now.size(), old.processors()));
    if (!way.info.any_partition && old.kind() == layout::cells)
        throw error(
            fmt::format("{}: the partition is an owner list, allowed: rectangles that come from straight "
                        "cuts, cell ranges; {}",
                        way.info.name, advice_for_refused(options)));
    if (!std::isfinite(options.moving_weight) || options.moving_weight < 0)
        throw error(fmt::format("moving_weight: {}, allowed: finite numbers from 0", options.moving_weight));
    if (!std::isfinite(options.balance_tolerance) || options.balance_tolerance < 0)
        throw error(fmt::format("balance_tolerance: {}, allowed: finite numbers from 0", options.balance_tolerance));
    if (options.rounds < 1) throw error(fmt::format("rounds: {}, allowed: at least 1", options.rounds));
}

void check_seconds(const char* name, double seconds) {
    if (!std::isfinite(seconds) || !(seconds > 0))
        throw error(fmt::format("{}: {} s, allowed: finite numbers above 0", name, seconds));
}

}  // namespace

std::span<const repartition_way> repartition_ways() {
    static const std::vector<repartition_way> infos = [] {
        std::vector<repartition_way> result;
        for (const way_entry& e : way_table)
            result.push_back(e.info);
        return result;
    }();
    return infos;
}

const repartition_way& find_repartition_way(std::string_view name) {
    return way_named(name).info;
}

std::vector<partition> repartition_stages(std::string_view way, const partition& old, const speeds& now,
                                          const repartition_options& options) {
    const way_entry& chosen = way_named(way);
    check_arguments(chosen, old, now, options);
    return chosen.stages(old, now, options);
}

partition repartition(std::string_view way, const partition& old, const speeds& now,
                      const repartition_options& options) {
    return repartition_stages(way, old, now, options).back();
}

double moving_weight(double move_all_s, double iteration_s, std::int64_t iterations_left) {
    constexpr double largest = 1e6;  // nothing moves
    check_seconds("time to move all cells", move_all_s);
    check_seconds("time of an iteration", iteration_s);
    if (iterations_left < 0) throw error(fmt::format("iterations left: {}, allowed: from 0", iterations_left));
    if (iterations_left == 0) return largest;
    return std::min(largest, move_all_s / (iteration_s * static_cast<double>(iterations_left)));
}

}  // namespace banyan::part
