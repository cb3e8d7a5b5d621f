// banyan advise: ranks the partitioning methods for an application on this virtual machine.
#include <iostream>
#include <memory>

#include "tools/banyan/advice.hpp"
#include "tools/banyan/checks.hpp"
#include "tools/banyan/json_output.hpp"
#include "tools/banyan/measuring_conditions.hpp"
#include "tools/banyan/output_folder.hpp"
#include "tools/banyan/problem_options.hpp"
#include "tools/banyan/progress.hpp"
#include "tools/banyan/ranking_report.hpp"

namespace banyan::tools {
namespace {

struct advise_options {
    grid_options grid;
    int tasks = 0;
    int flops = 10;
    std::string stencil = "5";
    std::int64_t item_bytes = 8;
    std::string application = "thermal";
    std::vector<std::string> methods{"all"};
    double probe_s = 0;
    std::string out;
    bool as_json = false;
};

int slots_of(daemon::virtual_machine& virtual_machine) {
    int slots = 0;
    for (const auto& host : virtual_machine.hosts())
        slots += host.slots;
    return slots;
}

double default_probe_s(std::size_t methods) {
    return 3 + 1.5 * static_cast<double>(methods);
}

void run_advise(const advise_options& options) {
    check_grid_holds(options.grid, std::max(1, options.tasks));
    const advisor::problem problem{options.application,   options.flops,
                                   options.grid.domain(), options.stencil,
                                   options.item_bytes,    checked_methods("--method", options.methods)};
    if (!options.out.empty()) check_output_file(options.out);
    auto virtual_machine = daemon::virtual_machine::find_or_start_private();
    advisor::placement where;
    where.tasks = options.tasks > 0 ? options.tasks : slots_of(virtual_machine);
    check_grid_holds(options.grid, where.tasks);
    const auto methods = problem.methods.size();
    const auto limits = advisor::effort_for(options.probe_s > 0 ? options.probe_s : default_probe_s(methods), methods);
    const auto loads = warn_of_busy_hosts(virtual_machine, where);
    progress line;
    const auto found =
        advisor::take_survey(virtual_machine, where, problem, limits, [&](const std::string& text) { line.say(text); });
    const auto ranked = advisor::rank_methods(found.candidates, found.exchanges);
    line.clear();
    if (!options.out.empty())
        write_output_file(options.out,
                          text_of(with_schema("advice", 1, advice_file_json(problem, found, ranked)), 2) + "\n");
    if (options.as_json) return print_json("advise", 3, ranking_json(problem, found, ranked, loads));
    std::cout << ranking_text(problem, found, ranked, loads) << "\n"
              << advice_text(problem, found, ranked, options.out);
}

}  // namespace

void add_advise_options(CLI::App& verb) {
    auto options = std::make_shared<advise_options>();
    add_grid_options(verb, options->grid, true);
    verb.add_option("-n", options->tasks, "Number of tasks; without it, one for each slot of the virtual machine")
        ->type_name("N")
        ->check(whole_number(1, most_tasks));
    verb.add_option("--flops", options->flops, "Floating point operations per cell and iteration: 10 or 50")
        ->type_name("F")
        ->check(one_of({"10", "50"}))
        ->capture_default_str();
    verb.add_option("--stencil", options->stencil, "Neighbours to which a cell sends: 3, 5, 9, systolic or wavefront")
        ->type_name("NAME")
        ->check(one_of({"3", "5", "9", "systolic", "wavefront"}))
        ->capture_default_str();
    verb.add_option("--item-bytes", options->item_bytes, "Bytes of the value of one cell")
        ->type_name("D")
        ->check(whole_number(1, 1 << 20))
        ->capture_default_str();
    verb.add_option("--app", options->application, "Application whose inner loop is measured: thermal")
        ->type_name("NAME")
        ->check(one_of({"thermal"}))
        ->capture_default_str();
    add_list_option(verb, "--method", options->methods, "Methods to rank by name, or all", method_name({"all"}))
        ->type_name("NAME,...");
    verb.add_option("--probe-seconds", options->probe_s,
                    "Length of the measurement, in seconds; longer gives narrower intervals. Without it: 3 + 1.5 for "
                    "each method")
        ->type_name("S")
        ->check(real_number(0.1, 3600));
    verb.add_option("--out", options->out,
                    "Write the advised method and its partition into this file; a program can use it: thermal --advice "
                    "FILE")
        ->type_name("FILE");
    add_json_option(verb, options->as_json);
    verb.callback([options] { run_advise(*options); });
}

}  // namespace banyan::tools
