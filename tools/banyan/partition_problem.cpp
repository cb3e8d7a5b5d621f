#include "tools/banyan/partition_problem.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <utility>

#include "banyan/part/box_methods.hpp"
#include "banyan/part/patterns.hpp"
#include "daemon/client/host_file.hpp"
#include "tools/banyan/checks.hpp"
#include "tools/banyan/density_file.hpp"

namespace banyan::tools {
namespace {

using part::layout;
using part::method_info;

/// For methods of `all` that store an owner for each cell. A method that is named may have part::max_listed_cells.
constexpr std::int64_t most_cells_in_all = std::int64_t{1} << 24;
/// Also for methods of `all`: if cells lie anywhere, each processor sends to every other one.
constexpr int most_processors_in_all = 512;
/// For the random pattern, in which each processor sends to every other one.
constexpr int most_random_processors = 2048;
constexpr double most_times = 1e9;  // of a phase in one iteration

part::grid read_grid(const partition_request& options, int processors) {
    const part::grid domain(options.rows, options.cols, options.axes.value());
    check_cells(fmt::format("--rows {} --cols {}", options.rows, options.cols), domain.cells(), processors, options);
    return domain;
}

site_plan read_sites(const partition_request& options, int processors) {
    site_plan plan{options.site_sizes, nullptr, {}};
    if (plan.sizes.empty() && !options.site_method.empty())
        throw verb_error(exit_status::usage,
                         fmt::format("--site-method {}: needs --site-sizes, use both or none", options.site_method));
    if (plan.sizes.empty()) return plan;
    if (std::accumulate(plan.sizes.begin(), plan.sizes.end(), std::int64_t{0}) != processors)
        refuse_value("--site-sizes", fmt::format("{}", fmt::join(plan.sizes, ",")),
                     fmt::format("sizes that add up to the {} processors of {}", processors, speeds_option(options)));
    int first = 0;
    for (int size : plan.sizes) {
        plan.members.emplace_back(static_cast<std::size_t>(size));
        std::iota(plan.members.back().begin(), plan.members.back().end(), first);
        first += size;
    }
    plan.method = &part::find_method(options.site_method.empty() ? default_site_method : options.site_method);
    if (plan.method->kind != layout::rectangles)
        refuse_value("--site-method", options.site_method,
                     "a method that gives each site one rectangle, for example columns, hybrid or brbd");
    return plan;
}

/// Which methods can divide this grid among these processors.
struct capacity {
    const part::grid& domain;
    int processors;
    int of_one_call;  ///< most processors that the method gets in one call: those of a site
    bool sites;

    [[nodiscard]] bool lists_cells(const method_info& m) const {
        return m.kind == layout::cells || (sites && m.kind != layout::rectangles);
    }
    [[nodiscard]] bool in_all(const method_info& m) const {
        return of_one_call <= m.max_processors &&
               (!lists_cells(m) || (domain.cells() <= most_cells_in_all && processors <= most_processors_in_all));
    }
    void check(std::string_view option, const method_info& m, int asked) const {
        check_method_fits(option, m, domain, asked, lists_cells(m));
    }
};

bool is_box_method_only(const std::string& name) {
    const auto boxes = part::box_method_names();
    return std::ranges::count(boxes, name) > 0 && std::ranges::none_of(part::methods(), [&](const method_info& m) {
               return m.name == name || m.short_name == name;
           });
}

void read_methods(const std::vector<std::string>& names, const capacity& can, partition_problem& problem) {
    for (const std::string& name : names) {
        if (name != "all") {
            if (is_box_method_only(name))
                throw verb_error(
                    exit_status::usage,
                    fmt::format("--method {}: divides a grid of three dimensions, use it with --planes", name));
            problem.methods.push_back(&part::find_method(name));
            can.check("--method", *problem.methods.back(), can.of_one_call);
            continue;
        }
        for (const method_info& m : part::methods())
            if (m.in_all) (can.in_all(m) ? problem.methods : problem.left_out).push_back(&m);
    }
    for (auto* list : {&problem.methods, &problem.left_out}) {  // in the order of the table, no method twice
        std::ranges::sort(*list);
        const auto twice = std::ranges::unique(*list);
        list->erase(twice.begin(), twice.end());
    }
    std::erase_if(problem.left_out,
                  [&](const method_info* m) { return std::ranges::binary_search(problem.methods, m); });
}

asked_phase read_phase(const std::string& text, int processors) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos) refuse_value("--phase", text, "TIMES:PATTERN, for example 0.1:random");
    const std::string times = text.substr(0, colon);
    const auto value = net::number_between(times, 0.0, most_times);
    if (!value) refuse_value("--phase", times, real_number(0, most_times));
    asked_phase p{*value, text.substr(colon + 1)};
    if (p.pattern == "random" && processors > most_random_processors)
        throw verb_error(
            exit_status::usage,
            fmt::format("--phase {}: {} processors that all send to each other are too many, use at most {}", text,
                        processors, most_random_processors));
    if (std::ranges::count(part::whole_pattern_names(), p.pattern) > 0) return p;
    try {
        part::stencil::parse(p.pattern);
    } catch (const part::error& e) {
        const std::string_view why = e.what();
        throw verb_error(exit_status::usage, fmt::format("--phase {}: {}, or {}", text, why.substr(why.find(": ") + 2),
                                                         fmt::join(part::whole_pattern_names(), ", ")));
    }
    return p;
}

// Both options name one file for each method in the same way, so the files differ if the names differ.
void check_different_files(const partition_request& options) {
    if (options.out.empty() || options.svg.empty()) return;
    const auto path_of = [](const std::string& file) { return std::filesystem::absolute(file).lexically_normal(); };
    if (path_of(options.out) == path_of(options.svg))
        throw verb_error(exit_status::usage,
                         fmt::format("--out: {} is the file of --svg too, use a different file", options.out));
}

}  // namespace

const char* speeds_option(const partition_request& options) {
    return options.host_file.empty() ? "--speeds" : "--hostfile";
}

named_processors read_processors(const partition_request& options) {
    if (options.host_file.empty() && options.speeds.empty())
        throw verb_error(exit_status::usage, "--speeds is required, or --hostfile in its place");
    std::vector<double> speeds = options.speeds;
    std::vector<std::string> hosts;
    if (!options.host_file.empty()) {
        for (const auto& host : daemon::read_host_file(options.host_file)) {
            const auto slots = static_cast<std::size_t>(std::max(1, host.slots));
            speeds.insert(speeds.end(), slots, host.speed);
            hosts.insert(hosts.end(), slots, host.name);
        }
    }
    return {refusing(speeds_option(options), [&] { return part::speeds(speeds); }), std::move(hosts)};
}

void check_cells(const std::string& sides, std::int64_t cells, int processors, const partition_request& options) {
    if (cells < processors)
        throw verb_error(
            exit_status::usage,
            fmt::format("{}: {} cells are not enough, use at least one for each of the {} processors of {}", sides,
                        cells, processors, speeds_option(options)));
}

part::network read_network(const partition_request& options) {
    part::network net = options.net;
    if (options.network_kind == name_of(part::medium::switched)) net.kind = part::medium::switched;
    return net;
}

const char* name_of(part::medium kind) {
    return kind == part::medium::switched ? "switched" : "shared";
}

part::communication asked_phase::sent(const part::partition& parts) const {
    return part::communication_named(pattern, parts);
}

partition_problem read_problem(const partition_request& options) {
    check_different_files(options);
    const auto [processors, hosts] = read_processors(options);
    const std::string stencil = options.stencil.empty() ? default_stencil : options.stencil;
    partition_problem problem{.domain = read_grid(options, processors.size()),
                              .processors = processors,
                              .hosts = hosts,
                              .pattern = refusing("--stencil", [&] { return part::stencil::parse(stencil); }),
                              .methods = {},
                              .left_out = {},
                              .sites = read_sites(options, processors.size()),
                              .phases = {},
                              .net = read_network(options),
                              .item_bytes = options.item_bytes,
                              .settings = {},
                              .svg = options.svg,
                              .out = options.out,
                              .json = options.json};
    const bool sites = !problem.sites.members.empty();
    const capacity can{problem.domain, processors.size(),
                       sites ? std::ranges::max(problem.sites.sizes) : processors.size(), sites};
    if (sites) can.check("--site-method", *problem.sites.method, static_cast<int>(problem.sites.sizes.size()));
    read_methods(options.methods, can, problem);
    for (const std::string& each : options.phases)
        problem.phases.push_back(read_phase(each, processors.size()));
    problem.settings.seed = static_cast<std::uint64_t>(options.seed);
    problem.settings.net = problem.net;
    problem.settings.item_bytes = problem.item_bytes;
    if (!options.density.empty()) problem.settings.density = read_density("--density", options.density, problem.domain);
    return problem;
}

}  // namespace banyan::tools
