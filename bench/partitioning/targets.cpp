#include <cmath>
#include <string>

#include "banyan/part/cost.hpp"
#include "banyan/part/methods.hpp"
#include "bench/partitioning/instances.hpp"
#include "bench/partitioning/tables.hpp"
#include "libpart/geometry/cut_tree.hpp"
#include "libpart/geometry/exact_geometry.hpp"
#include "libpart/methods/method.hpp"

namespace banyan::bench {
namespace {

using nlohmann::ordered_json;

/// Rounding to whole cells of this grid changes the half-perimeters by less than a millionth.
const part::grid fine(1'000'000, 1'000'000, part::periodic::none);

void add(ordered_json& rows, const std::string& what, const char* unit, double target, double found, int runs) {
    rows.push_back({{"what", what},
                    {"unit", unit},
                    {"target", target},
                    {"measured", found},
                    {"runs", runs},
                    {"reached", found <= target}});
}

/// Mean of half-perimeters over the lower bound. Latency is not counted.
double mean_gap(const char* method, spread kind, int processors, int instances) {
    part::partition_options lengths;
    lengths.net.latency_s = 0;
    double sum = 0;
    for (int i = 1; i <= instances; ++i) {
        const part::speeds s(random_speeds(kind, processors, static_cast<std::uint64_t>(i)));
        const part::partition parts = part::make_partition(method, fine, s, lengths);
        sum += half_perimeter_gap(parts, s);
    }
    return sum / instances;
}

void add_gaps(ordered_json& rows) {
    struct gap_target {
        const char* method;
        int processors;
        double targets[3];
        int instances;
    };
    for (const gap_target& t : {gap_target{"hybrid", 16, {1.0069, 1.0078, 1.0090}, 200},
                                gap_target{"hybrid", 32, {1.0039, 1.0058, 1.0058}, 100}})
        for (spread kind : all_spreads)
            add(rows,
                std::string(t.method) + ", mean gap, p = " + std::to_string(t.processors) + ", " +
                    std::string(name_of(kind)),
                "x lower bound", t.targets[static_cast<int>(kind)], mean_gap(t.method, kind, t.processors, t.instances),
                t.instances);
    add(rows, "columns, mean gap, p = 64, uniform 1..10", "x lower bound", 1.0031,
        mean_gap("columns", spread::uniform, 64, 400), 400);
    add(rows, "columns, mean gap, p = 64, Pareto(1.2)", "x lower bound", 1.0110,
        mean_gap("columns", spread::pareto, 64, 400), 400);
}

/// Without rounding to whole cells, which would change the result: some of the 10,000 processors are tiny.
double mean_gap_of_columns_in_shares(spread kind, int processors, int instances) {
    double sum = 0;
    for (int i = 1; i <= instances; ++i) {
        const part::speeds s(random_speeds(kind, processors, static_cast<std::uint64_t>(i)));
        std::vector<part::weighted_processor> sorted;
        double roots = 0;
        for (int processor : s.descending()) {
            sorted.push_back({processor, s[processor]});
            roots += 2e6 * std::sqrt(s.share(processor));
        }
        sum += (part::exact_cut_length(part::unrounded<double>(part::columns(fine, sorted), fine), fine) + 2e6) / roots;
    }
    return sum / instances;
}

double mean_whole_cell_ratio(int instances) {
    double sum = 0;
    for (int i = 1; i <= instances; ++i) {
        const part::speeds s(random_speeds(spread::uniform, 64, static_cast<std::uint64_t>(i)));
        sum += max_time_ratio(part::make_partition("columns", {100, 100}, s), s);
    }
    return sum / instances;
}

std::vector<part::weighted_processor> sorted_processors(int processors) {
    const part::speeds s(random_speeds(spread::uniform, processors, 1));
    std::vector<part::weighted_processor> sorted;
    for (int processor : s.descending())
        sorted.push_back({processor, s[processor]});
    return sorted;
}

void add_speeds(ordered_json& rows) {
    constexpr int repeats = 7;
    const auto timed = [&](const char* what, double target_s, const auto& call) {
        add(rows, what, "s", target_s, median_seconds(repeats, call), repeats);
    };
    const auto many = sorted_processors(10'000);
    timed("columns, p = 10^4, in shares", 0.005, [&] { part::columns(fine, many); });
    const part::speeds twelve(random_speeds(spread::uniform, 12, 1));
    timed("slicing_exact, p = 12", 2, [&] { part::make_partition("slicing_exact", fine, twelve); });
    const part::speeds six(random_speeds(spread::uniform, 6, 1));
    timed("dissection_exact, p = 6", 1, [&] { part::make_partition("dissection_exact", fine, six); });
    const part::partition parts =
        part::make_partition("columns", {100'000, 100'000}, part::speeds(random_speeds(spread::uniform, 10'000, 1)));
    timed("exact 5-point communication of 10^4 rectangles", 0.05,
          [&] { exact_communication(parts, part::stencil::named("5")); });
    const part::partition columns = part::make_partition("columns", {4096, 4096}, twelve);
    const part::partition cells = part::partition::from_owners({4096, 4096}, 12, columns.owners());
    timed("exact 5-point communication of 4096 x 4096 cell owners", 1,
          [&] { exact_communication(cells, part::stencil::named("5")); });
}

}  // namespace

ordered_json target_table() {
    ordered_json rows = ordered_json::array();
    add_gaps(rows);
    add(rows, "columns, mean gap, p = 10^4, uniform 1..10", "x lower bound", 1.000024,
        mean_gap_of_columns_in_shares(spread::uniform, 10'000, 20), 20);
    add(rows, "columns, mean gap, p = 10^4, Pareto(1.2)", "x lower bound", 1.00071,
        mean_gap_of_columns_in_shares(spread::pareto, 10'000, 20), 20);
    add(rows, "whole cells, columns, p = 64 on 100 x 100, max time / ideal", "x ideal", 1.072,
        mean_whole_cell_ratio(200), 200);
    add_speeds(rows);
    return rows;
}

}  // namespace banyan::bench
