#include "tools/banyan/lin_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "tools/banyan/append_text.hpp"

namespace banyan::tools {
namespace {

using json_value = nlohmann::ordered_json;

std::string points_text(std::optional<std::int64_t> points) {
    return points ? std::to_string(*points) : "never";
}

std::string formula_text(double points) {
    return std::isfinite(points) ? fmt::format("{:.1f}", points) : "never";
}

json_value points_json(std::optional<std::int64_t> points) {
    return points ? json_value(*points) : json_value(nullptr);
}

/// JSON has no infinity.
json_value finite_or_null(double number) {
    return std::isfinite(number) ? json_value(number) : json_value(nullptr);
}

json_value crossover_json(const fft_crossover& found) {
    return {{"formula", finite_or_null(found.formula)}, {"searched", points_json(found.searched)}};
}

json_value case_json(const contour_case& c) {
    return {{"side", c.side},
            {"tasks", c.tasks},
            {"iterations", c.iterations},
            {"in_place_s", c.in_place_s},
            {"remap_s", c.remap_s},
            {"ratio", c.ratio()},
            {"in_place_elements", c.in_place_elements},
            {"remap_elements", c.remap_elements}};
}

/// One line for each picture and number of tasks: A / B for each number of iterations.
std::string ratios_text(std::span<const contour_case> cases) {
    std::string text = fmt::format("{:<12} {:>6}", "pixels", "tasks");
    for (const int iterations : contour_iterations)
        append_text(text, " {:>8}", fmt::format("i = {}", iterations));
    int side = 0, tasks = 0;
    for (const contour_case& each : cases) {
        if (each.side != side || each.tasks != tasks)
            append_text(text, "\n{:<12} {:>6}", fmt::format("{0} x {0}", each.side), each.tasks);
        side = each.side;
        tasks = each.tasks;
        append_text(text, " {:>8.2f}", each.ratio());
    }
    return text + "\n";
}

std::string loads_text(std::span<const contour_case> cases) {
    std::string text;
    for (const contour_load& published : published_contour_loads) {
        const auto ours = std::ranges::find_if(cases, [&](const contour_case& each) {
            return each.side == published.side && each.tasks == least_contour_tasks;
        });
        if (ours == cases.end()) continue;
        append_text(text,
                    "\nElements of 4 tasks, {0} x {0} (another picture): published A {1}, B {2}; ours A {3}, B {4}\n",
                    published.side, fmt::join(published.in_place, " "), fmt::join(published.remap, " "),
                    fmt::join(ours->in_place_elements, " "), fmt::join(ours->remap_elements, " "));
        if (published.side == 1024)
            append_text(
                text,
                "With these published elements and a cross-over at 200 iterations, remapping took {:.0f} ms. The "
                "published\n40 us for a message and 35.54 MB/s explain a few milliseconds of it.\n",
                implied_remapping_ms());
    }
    return text;
}

// The search of part::expansion_limit ends at 2^512.
std::string limit_text(const scalability_row& row, double limit) {
    if (std::isfinite(limit)) return fmt::format("{:.3g}", limit);
    return row.program == part::shortest_paths::floyd_pipelined ? "no limit" : "> 2^512";
}

}  // namespace

std::string fft_text(const std::vector<fft_crossover_row>& rows, const grid::fft_network& network, double point_bytes) {
    std::string text = fmt::format(
        "FFT, hybrid and cyclic layout (5.2.1): T0 {:g} us, Td {:.4g} ns, Tc {:.4g} ns, {:g} bytes a point\n"
        "Points from which hybrid is as fast: by formula, by a search for the least n, and the least power of two of\n"
        "p^2 or more. 'library' may combine blocks in its alltoall.\n\n",
        network.start_s * 1e6, network.byte_s * 1e9, network.copy_byte_s * 1e9, point_bytes);
    append_text(text, "{:>4} {:>6}  {:>12} {:>10} {:>9}  {:>12} {:>10} {:>9}  {:>9}\n", "p", "p^2", "printed",
                "searched", "power", "exact counts", "searched", "power", "library");
    for (const fft_crossover_row& row : rows)
        append_text(text, "{:>4} {:>6}  {:>12} {:>10} {:>9}  {:>12} {:>10} {:>9}  {:>9}\n", row.processors,
                    row.processors * row.processors, formula_text(row.printed.formula),
                    points_text(row.printed.searched), points_text(row.possible_printed),
                    formula_text(row.exact.formula), points_text(row.exact.searched), points_text(row.possible_exact),
                    points_text(row.possible_library));
    return text;
}

nlohmann::ordered_json fft_json(const std::vector<fft_crossover_row>& rows, const grid::fft_network& network,
                                double point_bytes) {
    json_value list = json_value::array();
    for (const fft_crossover_row& row : rows)
        list.push_back({{"processors", row.processors},
                        {"printed", crossover_json(row.printed)},
                        {"exact", crossover_json(row.exact)},
                        {"possible_printed", points_json(row.possible_printed)},
                        {"possible_exact", points_json(row.possible_exact)},
                        {"possible_library", points_json(row.possible_library)}});
    return {{"start_us", network.start_s * 1e6},
            {"byte_ns", network.byte_s * 1e9},
            {"copy_byte_ns", network.copy_byte_s * 1e9},
            {"point_bytes", point_bytes},
            {"crossovers", std::move(list)}};
}

std::string contour_text(std::span<const contour_case> cases) {
    std::string text =
        "Contour tracing (5.3.4): time in place (A) / time after remapping (B) on the modelled SP-2; i iterations at "
        "each element\n\n";
    text += ratios_text(cases) + "\n";
    for (const contour_claim& claim : contour_claims(cases))
        append_text(text, "{:<8}  {}\n          here: {}\n", claim.agrees ? "agrees" : "differs", claim.published,
                    claim.found);
    return text + loads_text(cases);
}

nlohmann::ordered_json contour_json(std::span<const contour_case> cases) {
    json_value list = json_value::array(), claims = json_value::array(), loads = json_value::array();
    for (const contour_case& each : cases)
        list.push_back(case_json(each));
    for (const contour_claim& claim : contour_claims(cases))
        claims.push_back({{"published", claim.published}, {"found", claim.found}, {"agrees", claim.agrees}});
    for (const contour_load& load : published_contour_loads)
        loads.push_back({{"side", load.side}, {"in_place", load.in_place}, {"remap", load.remap}});
    return {{"cases", std::move(list)},
            {"claims", std::move(claims)},
            {"published_elements", std::move(loads)},
            {"implied_remapping_ms", implied_remapping_ms()}};
}

std::string scalability_text(const std::vector<scalability_row>& table, double efficiency) {
    std::string text = fmt::format(
        "All shortest paths (figure 3.3): side n of the matrix that keeps the efficiency {:g}, one unit of time for an "
        "update,\na message and an element. Growth: exponent of p in n^3, p = 2^40 to 2^60; published order / "
        "computed\n\n{:<26} {:<16}",
        efficiency, "", "isoefficiency");
    for (const double p : scalability_processors)
        append_text(text, " {:>9}", fmt::format("p = {:g}", p));
    append_text(text, " {:>17}\n", "growth");
    for (const scalability_row& row : table) {
        append_text(text, "{:<26} {:<16}", row.name, row.isoefficiency);
        for (const double side : row.sides)
            append_text(text, " {:>9.4g}", side);
        append_text(text, " {:>17}\n", fmt::format("{:.3f} / {:.3f}", row.work.published, row.work.computed));
    }
    append_text(text, "\n{:<26} {:<22} {:>11}", "", "expansion range", "overhead");
    for (const double memory : scalability_memories)
        append_text(text, " {:>12}", fmt::format("mu = {:g}", memory));
    for (const scalability_row& row : table) {
        append_text(text, "\n{:<26} {:<22} {:>11}", row.name, row.expansion_range,
                    fmt::format("{} = {:.4g}", row.memory_overhead, row.overhead));
        for (const double limit : row.limits)
            append_text(text, " {:>12}", limit_text(row, limit));
    }
    return text + fmt::format(
                      "\n\nOverhead: memory of all modules / n^2, with {:g} modules. mu: elements that a module "
                      "has room for.\n",
                      scalability_processors.back());
}

nlohmann::ordered_json scalability_json(const std::vector<scalability_row>& table, double efficiency) {
    json_value list = json_value::array();
    for (const scalability_row& row : table) {
        json_value limits = json_value::array();
        for (const double limit : row.limits)
            limits.push_back(finite_or_null(limit));
        list.push_back({{"program", row.name},
                        {"published",
                         {{"isoefficiency", row.isoefficiency},
                          {"memory_overhead", row.memory_overhead},
                          {"expansion_range", row.expansion_range}}},
                        {"sides", row.sides},
                        {"growth", {{"published", row.work.published}, {"computed", row.work.computed}}},
                        {"memory_overhead", row.overhead},
                        {"largest_processors", std::move(limits)}});
    }
    return {{"efficiency", efficiency},
            {"processors", scalability_processors},
            {"memories", scalability_memories},
            {"programs", std::move(list)}};
}

}  // namespace banyan::tools
