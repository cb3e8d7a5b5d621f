// banyan reproduce kaddoura
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "banyan/part/papers/published.hpp"
#include "tools/banyan/append_text.hpp"
#include "tools/banyan/progress.hpp"
#include "tools/banyan/reproduce.hpp"

namespace banyan::tools {
namespace {

using part::kaddoura_cell;
using part::regenerated;

/// One of the tables 2 .. 7: its cells and the computed values.
struct compared_table {
    int number;
    std::vector<kaddoura_cell> cells;
    std::vector<std::uint64_t> seeds;
    std::vector<regenerated> ours;
    part::agreement summary;
};

struct timed_cell {
    part::kaddoura_time published;
    double seconds;  ///< mean of one call
};

/// Difference of the seeds of consecutive cells, so large that no instance is drawn twice.
constexpr std::uint64_t seed_step = 0x100000001b3u;

compared_table compute(int number, const reproduce_settings& request, progress& line) {
    compared_table table{number, {}, {}, {}, {}};
    std::uint64_t seed = request.seed;
    for (const kaddoura_cell& cell : part::kaddoura_cells()) {
        seed += seed_step;  // also for cells of other tables, so the seed of a cell does not depend on --table
        if (cell.table != number) continue;
        line.say(fmt::format("table {}: cell {} of 180", number, table.cells.size() + 1));
        table.cells.push_back(cell);
        table.seeds.push_back(seed);
        table.ours.push_back(part::regenerate(cell, seed, request.instances));
    }
    table.summary = part::compare(table.cells, table.ours, request.instances);
    return table;
}

/// The paper does not give the arrays of table 8. Here: 1000 x 1000, ratio 8, latency 1000.
double seconds_per_call(const part::kaddoura_time& published, const reproduce_settings& request) {
    const part::grid square(1000, 1000, part::periodic::none);
    constexpr double ratio = 8;
    std::vector<part::speeds> instances;
    for (int i = 0; i < request.instances; ++i)
        instances.push_back(
            part::uniform_speeds(published.processors, ratio, request.seed + static_cast<std::uint64_t>(i)));
    const auto start = std::chrono::steady_clock::now();
    for (const part::speeds& processors : instances)
        part::layout_cost(published.method, square, processors, published.with_latency ? 1000 : 0);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    return taken.count() / request.instances;
}

std::vector<timed_cell> time_calls(const reproduce_settings& request, progress& line) {
    std::vector<timed_cell> cells;
    for (const part::kaddoura_time& published : part::kaddoura_times()) {
        line.say(fmt::format("table 8: {}, {} processors", published.method, published.processors));
        cells.push_back({published, seconds_per_call(published, request)});
    }
    return cells;
}

/// The statement of section 6.4 about table 7: xy2, latency 1000, 1000 x 1000 cells, 20 processors, unequal speeds.
struct range_check {
    double least = 0;
    double most = 0;
    [[nodiscard]] bool holds() const { return least >= 20 && most <= 30; }
};

range_check check_of(const compared_table& table) {
    std::vector<double> found;
    for (std::size_t i = 0; i < table.cells.size(); ++i) {
        const kaddoura_cell& cell = table.cells[i];
        if (cell.domain.cols() == 1000 && cell.processors == 20 && cell.ratio > 1)
            found.push_back(table.ours[i].improvement);
    }
    const auto [least, most] = std::ranges::minmax(found);
    return {least, most};
}

const compared_table* table_7(const std::vector<compared_table>& tables) {
    const auto found = std::ranges::find(tables, 7, &compared_table::number);
    return found == tables.end() ? nullptr : &*found;
}

nlohmann::ordered_json json_of_cells(const compared_table& table) {
    nlohmann::ordered_json cells = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < table.cells.size(); ++i) {
        const kaddoura_cell& cell = table.cells[i];
        const regenerated& ours = table.ours[i];
        cells.push_back({{"rows", cell.domain.rows()},
                         {"cols", cell.domain.cols()},
                         {"ratio", cell.ratio},
                         {"processors", cell.processors},
                         {"published", cell.published},
                         {"ours", ours.improvement},
                         {"standard_error", ours.standard_error},
                         {"difference", ours.improvement - cell.published},
                         {"seed", table.seeds[i]}});
    }
    return cells;
}

nlohmann::ordered_json json_of(const part::agreement& a) {
    return {{"cells", a.cells},
            {"mean_difference", a.mean_difference},
            {"mean_absolute_difference", a.mean_absolute_difference},
            {"within_1", a.within[0]},
            {"within_2", a.within[1]},
            {"within_3", a.within[2]},
            {"within_noise", a.within_noise},
            {"same_sign", a.same_sign},
            {"opposite_sign", a.opposite_sign}};
}

nlohmann::ordered_json fields_of(const reproduce_settings& request, const std::vector<compared_table>& tables,
                                 const std::vector<timed_cell>& times) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const compared_table& table : tables)
        list.push_back({{"table", table.number},
                        {"method", table.cells.front().method},
                        {"latency", table.cells.front().latency},
                        {"agreement", json_of(table.summary)},
                        {"cells", json_of_cells(table)}});
    nlohmann::ordered_json table_8 = nlohmann::ordered_json::array();
    for (const timed_cell& cell : times)
        table_8.push_back({{"processors", cell.published.processors},
                           {"method", cell.published.method},
                           {"with_latency", cell.published.with_latency},
                           {"published_s", cell.published.published_s},
                           {"seconds", cell.seconds}});
    nlohmann::ordered_json checks = nlohmann::ordered_json::array();
    if (const compared_table* seventh = table_7(tables)) {
        const range_check check = check_of(*seventh);
        checks.push_back({{"what", "xy2, latency 1000, 1000 x 1000, 20 processors, ratios above 1: 20 to 30 per cent"},
                          {"least", check.least},
                          {"most", check.most},
                          {"holds", check.holds()}});
    }
    return {{"seed", request.seed},
            {"instances", request.instances},
            {"tables", std::move(list)},
            {"table_8", std::move(table_8)},
            {"checks", std::move(checks)}};
}

void add_table(const compared_table& table, std::string& text) {
    const kaddoura_cell& first = table.cells.front();
    append_text(text, "Table {}: per cent by which {} lies below rb2, latency {:g}; ours (published)\n", table.number,
                first.method, first.latency);
    std::int64_t cols = 0;
    double ratio = 0;
    for (std::size_t i = 0; i < table.cells.size(); ++i) {
        const kaddoura_cell& cell = table.cells[i];
        if (cell.domain.cols() != cols || cell.ratio != ratio)
            append_text(text, "\n{:>4} x {:<6} ratio {}", cell.domain.rows(), cell.domain.cols(), cell.ratio);
        cols = cell.domain.cols();
        ratio = cell.ratio;
        append_text(text, "  p={:<2} {:>5.1f} ({:>2.0f})", cell.processors, table.ours[i].improvement, cell.published);
    }
    append_text(text, "\n\n");
}

void add_summary(const std::vector<compared_table>& tables, std::string& text) {
    if (tables.empty()) return;
    append_text(
        text,
        "Agreement, {} cells per table: mean difference (ours - published) and mean absolute difference in points;\n"
        "cells within 1, 2, 3 points; within a point and two standard errors of both means (noise); same sign,\n"
        "opposite sign\n",
        tables.front().cells.size());
    append_text(text, "{:<6} {:<5} {:>8} {:>7} {:>9} {:>5} {:>5} {:>5} {:>6} {:>5} {:>9}\n", "table", "", "latency",
                "mean", "absolute", "<= 1", "<= 2", "<= 3", "noise", "same", "opposite");
    for (const compared_table& table : tables) {
        const part::agreement& a = table.summary;
        append_text(text, "{:<6} {:<5} {:>8} {:>7.2f} {:>9.2f} {:>5} {:>5} {:>5} {:>6} {:>5} {:>9}\n", table.number,
                    table.cells.front().method, table.cells.front().latency, a.mean_difference,
                    a.mean_absolute_difference, a.within[0], a.within[1], a.within[2], a.within_noise, a.same_sign,
                    a.opposite_sign);
    }
    if (const compared_table* seventh = table_7(tables)) {
        const range_check check = check_of(*seventh);
        append_text(
            text,
            "\nxy2, latency 1000, 1000 x 1000, 20 processors, ratios above 1: {:.1f} to {:.1f} per cent; 20 to 30 {}\n",
            check.least, check.most, check.holds() ? "holds" : "does NOT hold");
    }
    append_text(text, "\n");
}

void add_times(const std::vector<timed_cell>& times, std::string& text) {
    if (times.empty()) return;
    append_text(text, "Table 8: seconds per call; ours (published)\n{:<11} {:<6} {:>26} {:>26}\n", "processors",
                "method", "with latency", "without");
    for (std::size_t i = 0; i + 1 < times.size(); i += 2)
        append_text(text, "{:<11} {:<6} {:>12.3g} ({:>11.5f}) {:>12.3g} ({:>11.5f})\n", times[i].published.processors,
                    times[i].published.method, times[i].seconds, times[i].published.published_s, times[i + 1].seconds,
                    times[i + 1].published.published_s);
}

}  // namespace

reproduced reproduce_kaddoura(const reproduce_settings& request) {
    progress line;
    std::vector<compared_table> tables;
    std::vector<timed_cell> times;
    for (int number : request.tables) {
        if (number == 8)
            times = time_calls(request, line);
        else
            tables.push_back(compute(number, request, line));
    }
    std::string text;
    append_text(text, "Kaddoura, Ranka & Wang 1995; seed {}, {} sets of speeds per cell\n\n", request.seed,
                request.instances);
    for (const compared_table& table : tables)
        add_table(table, text);
    add_summary(tables, text);
    add_times(times, text);
    return {std::move(text), fields_of(request, tables, times)};
}

}  // namespace banyan::tools
