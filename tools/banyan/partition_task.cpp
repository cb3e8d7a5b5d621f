#include "tools/banyan/partition_task.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "banyan/part/patterns.hpp"
#include "tools/banyan/density_file.hpp"
#include "tools/banyan/names.hpp"
#include "tools/banyan/option_values.hpp"
#include "tools/banyan/refusing.hpp"

namespace banyan::tools {
namespace {

using part::layout;
using part::method_info;

/// `all` keeps an owner for each cell only up to here; a method that is named may have up to part::max_listed_cells.
constexpr std::int64_t most_cells_in_all = std::int64_t{1} << 24;
/// And these processors: where cells lie anywhere, each of them sends to each other one.
constexpr int most_processors_in_all = 512;
/// For the random pattern, in which each processor sends to each other one.
constexpr int most_random_processors = 2048;

constexpr part::periodic all_axes[]{part::periodic::both, part::periodic::rows, part::periodic::columns,
                                    part::periodic::none};
constexpr auto whole_patterns = std::to_array<std::string_view>({"broadcast", "reduction", "random"});

part::speeds read_speeds(const std::string& text) {
    std::vector<double> values;
    for (const std::string& each : filled_list("--speeds", text, "finite numbers above 0, as 4,4,3"))
        values.push_back(number_value("--speeds", each, "finite numbers above 0, as 4,4,3"));
    return refusing("--speeds", [&] { return part::speeds(values); });
}

part::periodic read_axes(const partition_words& words) {
    if (words.open) return part::periodic::none;
    for (const part::periodic axes : all_axes)
        if (words.periodic == name_of(axes)) return axes;
    throw verb_error(exit_status::usage,
                     fmt::format("--periodic {}: allowed are both, rows, columns and none", words.periodic));
}

part::grid read_grid(const partition_words& words, int processors) {
    const auto side = [](std::string_view option, const std::string& text) {
        return integer_value(option, text, 1, part::grid::max_side);
    };
    const part::grid domain(side("--rows", words.rows), side("--cols", words.cols), read_axes(words));
    if (domain.cells() < processors)
        throw verb_error(
            exit_status::usage,
            fmt::format("--rows {} --cols {}: {} cells, allowed are at least the {} processors of --speeds", words.rows,
                        words.cols, domain.cells(), processors));
    return domain;
}

site_plan read_sites(const partition_words& words, int processors) {
    site_plan plan;
    if (words.site_sizes.empty() && !words.site_method.empty())
        throw verb_error(exit_status::usage,
                         fmt::format("--site-method {}: allowed only beside --site-sizes", words.site_method));
    if (words.site_sizes.empty()) return plan;
    const std::string allowed = fmt::format("whole numbers that add up to the {} processors of --speeds", processors);
    for (const std::string& each : filled_list("--site-sizes", words.site_sizes, allowed))
        plan.sizes.push_back(static_cast<int>(integer_value("--site-sizes", each, 1, processors)));
    if (std::accumulate(plan.sizes.begin(), plan.sizes.end(), std::int64_t{0}) != processors)
        throw verb_error(exit_status::usage, fmt::format("--site-sizes {}: allowed are {}", words.site_sizes, allowed));
    int first = 0;
    for (int size : plan.sizes) {
        plan.sites.emplace_back(static_cast<std::size_t>(size));
        std::iota(plan.sites.back().begin(), plan.sites.back().end(), first);
        first += size;
    }
    plan.method = &method_named("--site-method", words.site_method.empty() ? default_site_method : words.site_method);
    if (plan.method->kind != layout::rectangles)
        throw verb_error(exit_status::usage,
                         fmt::format("--site-method {}: does not give each site a rectangle, allowed are methods that "
                                     "do, as columns, hybrid, brbd",
                                     words.site_method));
    return plan;
}

/// Which methods can do what is asked.
struct capacity {
    const part::grid& domain;
    int processors;
    int at_one_place;  // most processors that one call of the method has
    bool places;

    [[nodiscard]] bool lists_cells(const method_info& m) const {
        return m.kind == layout::cells || (places && m.kind != layout::rectangles);
    }
    [[nodiscard]] bool in_all(const method_info& m) const {
        return at_one_place <= m.max_processors &&
               (!lists_cells(m) || (domain.cells() <= most_cells_in_all && processors <= most_processors_in_all));
    }
    void check(std::string_view option, const method_info& m, int asked) const {
        if (asked > m.max_processors)
            throw verb_error(exit_status::usage, fmt::format("{} {}: {} processors, allowed are 1 to {}", option,
                                                             m.name, asked, m.max_processors));
        if (lists_cells(m) && domain.cells() > part::max_listed_cells)
            throw verb_error(
                exit_status::usage,
                fmt::format("{} {}: keeps an owner for each cell, {} x {} = {} cells, allowed are {}; "
                            "methods of rectangles, as columns, take any grid",
                            option, m.name, domain.rows(), domain.cols(), domain.cells(), part::max_listed_cells));
    }
};

void read_methods(const std::string& text, const capacity& can, partition_task& t) {
    for (const std::string& name : filled_list("--method", text, "names of methods or all, as brbd,columns")) {
        if (name != "all") {
            t.methods.push_back(&method_named("--method", name, {"all"}));
            can.check("--method", *t.methods.back(), can.at_one_place);
            continue;
        }
        for (const method_info& m : part::methods())
            if (m.in_all) (can.in_all(m) ? t.methods : t.left_out).push_back(&m);
    }
    for (auto* list : {&t.methods, &t.left_out}) {  // the order of the table; no method twice
        std::ranges::sort(*list);
        const auto twice = std::ranges::unique(*list);
        list->erase(twice.begin(), twice.end());
    }
    std::erase_if(t.left_out, [&](const method_info* m) { return std::ranges::binary_search(t.methods, m); });
}

task_phase read_phase(const std::string& text, int processors) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos)
        throw verb_error(exit_status::usage,
                         fmt::format("--phase: '{}' is not allowed, only TIMES:PATTERN, as 0.1:random", text));
    constexpr double most_times = 1e9;
    task_phase phase{real_value("--phase", text.substr(0, colon), 0, most_times), text.substr(colon + 1)};
    if (phase.pattern == "random" && processors > most_random_processors)
        throw verb_error(exit_status::usage,
                         fmt::format("--phase {}: {} processors that all send to each other, allowed are 1 to {}", text,
                                     processors, most_random_processors));
    if (std::ranges::count(whole_patterns, phase.pattern) > 0) return phase;
    try {
        part::stencil::parse(phase.pattern);
    } catch (const part::error& e) {
        const std::string_view why = e.what();
        throw verb_error(exit_status::usage, fmt::format("--phase {}: {}, or {}", text, why.substr(why.find(": ") + 2),
                                                         fmt::join(whole_patterns, ", ")));
    }
    return phase;
}

part::network read_network(const partition_words& words) {
    constexpr double most_seconds = 1e6;
    part::network net;
    if (!words.lambda.empty()) net.latency_s = real_value("--lambda", words.lambda, 0, most_seconds);
    if (!words.tau.empty()) net.time_per_byte_s = real_value("--tau", words.tau, 0, most_seconds);
    return net;
}

}  // namespace

const char* name_of(part::periodic axes) {
    switch (axes) {
        case part::periodic::rows:
            return "rows";
        case part::periodic::columns:
            return "columns";
        case part::periodic::none:
            return "none";
        case part::periodic::both:
            break;
    }
    return "both";
}

const char* shape_text(part::periodic axes) {
    switch (axes) {
        case part::periodic::rows:
            return "grid with periodic rows";
        case part::periodic::columns:
            return "grid with periodic columns";
        case part::periodic::none:
            return "open grid";
        case part::periodic::both:
            break;
    }
    return "torus";
}

part::communication task_phase::sent(const part::partition& parts) const {
    if (pattern == "random") return part::random_communication(parts);
    if (pattern == "broadcast" || pattern == "reduction") {
        int root = 0;  // any that has cells: the cost is the same
        while (parts.cells(root) == 0)
            ++root;
        return pattern == "broadcast" ? part::broadcast_communication(parts, root)
                                      : part::reduction_communication(parts, root);
    }
    return part::exact_communication(parts, part::stencil::parse(pattern));
}

partition_task read_task(const partition_words& words) {
    constexpr std::int64_t largest_item = std::int64_t{1} << 30;
    const part::speeds processors = read_speeds(words.speeds);
    partition_task t{.domain = read_grid(words, processors.size()),
                     .processors = processors,
                     .pattern = refusing("--stencil", [&] { return part::stencil::parse(words.stencil); }),
                     .methods = {},
                     .left_out = {},
                     .places = read_sites(words, processors.size()),
                     .phases = {},
                     .net = read_network(words),
                     .item_bytes = integer_value("--item-bytes", words.item_bytes, 1, largest_item),
                     .settings = {},
                     .svg = words.svg,
                     .json = words.json};
    const bool places = !t.places.sites.empty();
    const capacity can{t.domain, processors.size(), places ? std::ranges::max(t.places.sizes) : processors.size(),
                       places};
    if (places) can.check("--site-method", *t.places.method, static_cast<int>(t.places.sizes.size()));
    read_methods(words.methods, can, t);
    for (const std::string& each : words.phases)
        t.phases.push_back(read_phase(each, processors.size()));
    t.settings.seed =
        static_cast<std::uint64_t>(integer_value("--seed", words.seed, 0, std::numeric_limits<std::int64_t>::max()));
    t.settings.net = t.net;
    t.settings.item_bytes = t.item_bytes;
    if (!words.density.empty()) t.settings.density = read_density("--density", words.density, t.domain);
    return t;
}

}  // namespace banyan::tools
