// banyan partition: divides a grid among unequal machines and says what each division costs.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>

#include "banyan/part/cost.hpp"
#include "banyan/part/error.hpp"
#include "banyan/part/methods.hpp"
#include "tools/banyan/option_values.hpp"
#include "tools/banyan/partition_picture.hpp"
#include "tools/banyan/partition_svg.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

using part::partition;

/// As given on the command line.
struct raw_options {
    std::string rows, cols, speeds;
    std::string methods = "all";
    std::string stencil = "5";
    std::string lambda, tau;  // empty: as in part::network
    std::string item_bytes = "8";
    std::string seed = "1";
    std::string svg;
    bool open = false;
    bool json = false;
};

struct task {
    part::grid domain;
    part::speeds machines;
    part::stencil pattern;
    std::vector<const part::method_info*> methods;
    part::network net;
    std::int64_t item_bytes;
    part::partition_options settings;
};

struct result {
    const part::method_info* method;
    partition parts;
    double seconds;
    part::communication sent;
    double cost_s;
};

/// Runs a step of libpart and turns its refusal into one that names the option.
template <class Step>
auto refusing(std::string_view option, Step step) {
    try {
        return step();
    } catch (const part::error& e) {
        const std::string_view text = e.what();  // "speeds: what is wrong": the option stands for the first word
        throw verb_error(exit_status::usage, fmt::format("{}: {}", option, text.substr(text.find(": ") + 2)));
    }
}

part::speeds read_speeds(const std::string& text) {
    std::vector<double> values;
    for (const std::string& each : split_list(text))
        values.push_back(number_value("--speeds", each, "finite numbers above 0, as 4,4,3"));
    return refusing("--speeds", [&] { return part::speeds(values); });
}

/// Whether `all` stands for this method too: owner lists of vast grids are left out.
bool in_all(const part::method_info& m, const part::grid& domain, int machines) {
    const bool listable = m.kind != part::layout::cells || domain.cells() <= part::max_listed_cells;
    return m.in_all && machines <= m.max_machines && listable;
}

std::vector<const part::method_info*> read_methods(const std::string& text, const part::grid& domain, int machines) {
    std::vector<const part::method_info*> chosen;
    for (const std::string& name : split_list(text)) {
        if (name == "all") {
            for (const part::method_info& m : part::methods())
                if (in_all(m, domain, machines)) chosen.push_back(&m);
            continue;
        }
        chosen.push_back(refusing("--method", [&] { return &part::find_method(name); }));
        if (machines > chosen.back()->max_machines)
            throw verb_error(exit_status::usage, fmt::format("--method {}: {} machines, allowed are 1 to {}", name,
                                                             machines, chosen.back()->max_machines));
    }
    std::ranges::sort(chosen);  // the order of the table; no method twice
    const auto twice = std::ranges::unique(chosen);
    chosen.erase(twice.begin(), twice.end());
    return chosen;
}

part::network read_network(const raw_options& raw) {
    constexpr double most_seconds = 1e6;
    part::network net;
    if (!raw.lambda.empty()) net.latency_s = real_value("--lambda", raw.lambda, 0, most_seconds);
    if (!raw.tau.empty()) net.time_per_byte_s = real_value("--tau", raw.tau, 0, most_seconds);
    return net;
}

task read_task(const raw_options& raw) {
    const auto side = [](std::string_view option, const std::string& text) {
        return integer_value(option, text, 1, part::grid::max_side);
    };
    const part::speeds machines = read_speeds(raw.speeds);
    const part::grid domain(side("--rows", raw.rows), side("--cols", raw.cols),
                            raw.open ? part::edges::open : part::edges::torus);
    task t{
        domain,
        machines,
        refusing("--stencil", [&] { return part::stencil::parse(raw.stencil); }),
        read_methods(raw.methods, domain, machines.size()),
        read_network(raw),
        integer_value("--item-bytes", raw.item_bytes, 1, std::int64_t{1} << 30),
        {static_cast<std::uint64_t>(integer_value("--seed", raw.seed, 0, std::numeric_limits<std::int64_t>::max()))}};
    t.settings.net = t.net;
    t.settings.item_bytes = t.item_bytes;
    if (t.domain.cells() < t.machines.size())
        throw verb_error(exit_status::usage,
                         fmt::format("--rows {} --cols {}: {} cells, allowed are at least the {} machines of --speeds",
                                     raw.rows, raw.cols, t.domain.cells(), t.machines.size()));
    return t;
}

result solve(const task& t, const part::method_info& method) {
    const auto start = std::chrono::steady_clock::now();
    partition parts = part::make_partition(method.name, t.domain, t.machines, t.settings);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    part::communication sent = part::exact_communication(parts, t.pattern);
    const double cost = refusing("--item-bytes", [&] { return communication_cost_s(sent, t.net, t.item_bytes); });
    return {&method, std::move(parts), taken.count(), std::move(sent), cost};
}

std::vector<result> solve_all(const task& t) {
    std::vector<result> results;
    for (const part::method_info* method : t.methods)
        results.push_back(solve(t, *method));
    std::ranges::stable_sort(results, {}, &result::cost_s);
    return results;
}

nlohmann::ordered_json to_json(const result& r, const part::speeds& machines) {
    nlohmann::ordered_json blocks = nlohmann::ordered_json::array();
    for (const part::block& b : r.parts.blocks())
        blocks.push_back({{"machine", b.machine}, {"row", b.row}, {"col", b.col}, {"rows", b.rows}, {"cols", b.cols}});
    std::vector<std::int64_t> cells;
    for (int machine = 0; machine < r.parts.machines(); ++machine)
        cells.push_back(r.parts.cells(machine));
    return {{"method", r.method->name},
            {"blocks", std::move(blocks)},
            {"cells", std::move(cells)},
            {"max_time_ratio", max_time_ratio(r.parts, machines)},
            {"acost", acost(r.parts)},
            {"bcost", bcost(r.parts)},
            {"internal_edges", internal_edges(r.parts)},
            {"messages", r.sent.messages()},
            {"max_messages", r.sent.max_messages()},
            {"items", r.sent.items()},
            {"lower_bound_half_perimeter", half_perimeter_lower_bound(r.parts, machines)},
            {"half_perimeter", half_perimeter(r.parts)},
            {"cost_s", r.cost_s},
            {"seconds", r.seconds}};
}

void print_as_json(const task& t, const std::vector<result>& results) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const result& r : results)
        list.push_back(to_json(r, t.machines));
    print_json("partition",
               {{"grid", {{"rows", t.domain.rows()}, {"cols", t.domain.cols()}, {"torus", t.domain.torus()}}},
                {"speeds", t.machines.values()},
                {"stencil", t.pattern.name()},
                {"results", std::move(list)}});
}

void print_row(const result& r, const part::speeds& machines) {
    const double bound = half_perimeter_lower_bound(r.parts, machines);
    fmt::print("{:<21} {:>8} {:>7} {:>14} {:>14} {:>14} {:>6} {:>7.1f} {:>8.4f} {:>11.4g}\n", r.method->name,
               r.sent.messages(), r.sent.max_messages(), r.sent.items(), acost(r.parts), bcost(r.parts),
               internal_edges(r.parts), 100 * (static_cast<double>(half_perimeter(r.parts)) / bound - 1),
               max_time_ratio(r.parts, machines), 1e3 * r.cost_s);
}

void print_dropped(const result& r) {
    if (r.parts.dropped().empty()) return;
    fmt::print("{}: no cell for machine", r.method->name);
    for (int machine : r.parts.dropped())
        fmt::print(" {}", machine);
    fmt::print("\n");
}

void print_table(const task& t, const std::vector<result>& results) {
    fmt::print("{} x {} {}, {} machines, stencil {}, {}-byte items, lambda {:g} s, tau {:g} s/B\n\n", t.domain.rows(),
               t.domain.cols(), t.domain.torus() ? "torus" : "open grid", t.machines.size(), t.pattern.name(),
               t.item_bytes, t.net.latency_s, t.net.time_per_byte_s);
    fmt::print("{:<21} {:>8} {:>7} {:>14} {:>14} {:>14} {:>6} {:>7} {:>8} {:>11}\n", "method", "messages", "busiest",
               "items", "acost", "bcost", "edges", "% over", "balance", "cost (ms)");
    for (const result& r : results)
        print_row(r, t.machines);
    fmt::print(
        "\n% over: half-perimeters above their lower bound, {:.2f} cell sides for {}; balance: slowest machine against "
        "perfect balance.\n",
        half_perimeter_lower_bound(results.front().parts, t.machines), results.front().method->name);
    for (const result& r : results)
        print_dropped(r);
    const std::string picture = text_picture(results.front().parts);
    if (!picture.empty()) fmt::print("\n{}:\n{}", results.front().method->name, picture);
}

/// FILE for one method, else FILE with the method before the extension: parts.svg, parts-brbd.svg.
std::filesystem::path svg_path(const std::filesystem::path& file, const result& r, bool several) {
    if (!several) return file;
    std::filesystem::path named = file;
    named.replace_filename(fmt::format("{}-{}{}", file.stem().string(), r.method->name, file.extension().string()));
    return named;
}

void write_pictures(const task& t, const std::vector<result>& results, const std::string& file) {
    for (const result& r : results) {
        const std::filesystem::path path = svg_path(file, r, results.size() > 1);
        std::ofstream out(path);
        out << svg_picture(r.parts, t.machines,
                           fmt::format("{}, {} x {} {}, stencil {}: {} messages, {} items", r.method->name,
                                       t.domain.rows(), t.domain.cols(), t.domain.torus() ? "torus" : "open",
                                       t.pattern.name(), r.sent.messages(), r.sent.items()));
        if (!out.flush())
            throw verb_error(
                exit_status::failed,
                fmt::format("--svg {}: cannot be written; name a file in a folder that is there and writable",
                            path.string()));
    }
}

void run(const raw_options& raw) {
    const task t = read_task(raw);
    const std::vector<result> results = solve_all(t);
    if (!raw.svg.empty()) write_pictures(t, results, raw.svg);
    if (raw.json)
        print_as_json(t, results);
    else
        print_table(t, results);
}

}  // namespace

void add_partition_verb(CLI::App& app) {
    CLI::App& verb =
        *app.add_subcommand("partition", "Divide a grid among unequal machines, by one or several methods");
    const auto raw = std::make_shared<raw_options>();
    const auto option = [&](const char* name, std::string& into, const char* value, const std::string& help) {
        return verb.add_option(name, into, help)->type_name(value);
    };
    option("--rows", raw->rows, "R", "Rows of the grid")->required();
    option("--cols", raw->cols, "C", "Columns of the grid")->required();
    option("--speeds", raw->speeds, "S,S,...", "Relative speeds of the machines, as 4,4,3")->required();
    option("--method", raw->methods, "NAME,...", "Methods by name, or all")->capture_default_str();
    verb.add_flag("--open", raw->open, "The edges do not wrap");
    option("--stencil", raw->stencil, "NAME",
           "Who sends to whom: 3, 5, 9, systolic, wavefront, or offsets rows,cols;rows,cols;... as 0,1;1,0;-1,2")
        ->capture_default_str();
    option("--lambda", raw->lambda, "S", fmt::format("Seconds per message [{}]", part::network{}.latency_s));
    option("--tau", raw->tau, "S",
           fmt::format("Seconds per byte of the shared medium [{}]", part::network{}.time_per_byte_s));
    option("--item-bytes", raw->item_bytes, "D", "Bytes of one data item")->capture_default_str();
    option("--svg", raw->svg, "FILE", "Draw the partition; for several methods one file each, named after the method");
    option("--seed", raw->seed, "K", "Start of the random numbers, for methods that draw some")->capture_default_str();
    add_json_option(verb, raw->json);
    verb.callback([raw] { run(*raw); });
}

}  // namespace banyan::tools
