// banyan trace: histograms of the computing and blocked intervals of a traced run.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "daemon/coordinator/placement.hpp"
#include "tools/banyan/checks.hpp"
#include "tools/banyan/json_output.hpp"
#include "tools/banyan/trace_plot.hpp"
#include "tools/banyan/trace_report.hpp"

namespace banyan::tools {
namespace {

struct trace_options {
    std::string file;
    int rank = -1;
    std::string tree = level_trees().front().name;
    std::string svg;
    std::string png;
    bool json = false;
};

void expect_ending(const char* option, const std::string& file, const std::string& ending) {
    if (!file.empty() && !file.ends_with(ending))
        refuse_value(option, file, fmt::format("a file name that ends with {}", ending));
}

void expect_rank(const trace_options& o, const trace_report& report) {
    if (o.rank < 0 || std::ranges::find(report.tasks, o.rank, &time_row::number) != report.tasks.end()) return;
    const std::string last =
        report.tasks.empty() ? "" : fmt::format(", whose last rank is {}", report.tasks.back().number);
    refuse_value("--rank", std::to_string(o.rank), fmt::format("a rank of the trace{}", last));
}

std::vector<std::string> level_tree_names() {
    std::vector<std::string> names;
    for (const level_tree& tree : level_trees())
        names.emplace_back(tree.name);
    return names;
}

void run(const trace_options& o) {
    expect_ending("--svg", o.svg, ".svg");
    expect_ending("--png", o.png, ".png");
    const trace_report report = report_of(read_trace_file(o.file), level_tree_named(o.tree));
    expect_rank(o, report);
    if (!o.svg.empty()) draw_trace_plot(report, o.svg, "--svg");
    if (!o.png.empty()) draw_trace_plot(report, o.png, "--png");
    if (!o.json) {
        std::cout << report_text(report, o.rank);
        return;
    }
    nlohmann::ordered_json object{{"file", o.file}};
    object.update(report_json(report));
    print_json("trace", 1, object);
}

}  // namespace

void add_trace_options(CLI::App& verb) {
    const auto o = std::make_shared<trace_options>();
    verb.add_option("FILE", o->file, "File that `banyan run --trace` has written")->type_name("")->required();
    verb.add_option("--rank", o->rank, "Print the histograms of this rank instead of those of the levels")
        ->type_name("R")
        ->check(whole_number(0, daemon::most_tasks - 1));
    verb.add_option("--tree", o->tree,
                    "Tree whose levels group the tasks: hypercube, or two-binary, the two trees of Marinescu & Rice")
        ->type_name("NAME")
        ->capture_default_str()
        ->check(one_of(level_tree_names()));
    verb.add_option("--svg", o->svg, "Also draw the histograms of the levels into this file; needs gnuplot")
        ->type_name("FILE");
    verb.add_option("--png", o->png, "The same as a PNG file")->type_name("FILE");
    add_json_option(verb, o->json);
    verb.footer(
        "The level of a rank is its distance from the root of its tree. In the hypercube tree this is its number\n"
        "of 1 bits. The two binary trees have the roots 0 and 1; their levels are the ranks 0 and 1, 2 and 3, 4 to 7,\n"
        "and so on.");
    verb.callback([o] { run(*o); });
}

}  // namespace banyan::tools
