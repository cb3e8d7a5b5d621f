// banyan advise: ranks the partitioning methods for an application on this virtual machine.
#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <optional>

#include "advisor/advice_check.hpp"
#include "advisor/experiment.hpp"
#include "advisor/network_terms.hpp"
#include "advisor/predictability.hpp"
#include "advisor/scaling_survey.hpp"
#include "libnet/collectives/network_model_text.hpp"
#include "tools/banyan/advice.hpp"
#include "tools/banyan/advise_page.hpp"
#include "tools/banyan/advise_program.hpp"
#include "tools/banyan/checks.hpp"
#include "tools/banyan/density_file.hpp"
#include "tools/banyan/json_output.hpp"
#include "tools/banyan/measuring_conditions.hpp"
#include "tools/banyan/network_model_probe.hpp"
#include "tools/banyan/network_terms_report.hpp"
#include "tools/banyan/output_folder.hpp"
#include "tools/banyan/predictability_report.hpp"
#include "tools/banyan/problem_options.hpp"
#include "tools/banyan/progress.hpp"
#include "tools/banyan/ranking_report.hpp"
#include "tools/banyan/scaling_plot.hpp"
#include "tools/banyan/scaling_report.hpp"
#include "tools/banyan/survey_samples.hpp"

namespace banyan::tools {
namespace {

constexpr double default_probe_s = 6;

struct advise_options {
    grid_options grid;
    std::string density;
    int tasks = 0;
    int flops = 10;
    advise_program_options program;
    std::int64_t item_bytes = 8;
    std::string application = "thermal";
    std::vector<std::string> methods{"all"};
    double probe_s = default_probe_s;
    bool scaling = false;
    std::string plot;
    std::string out;
    std::string model = "measured";
    std::string report;
    std::string samples;
    std::string network;
    bool check = false;
    bool as_json = false;
};

// The measurement of all tasks, and that of the advised ones if these are fewer.
struct advised {
    advisor::survey found;
    advisor::ranking ranked;
    advisor::predictability quality{};  ///< of the samples of all of them
    /// Without --scaling: for more than one task, and not with the classic model.
    std::optional<advisor::scaling_survey> scaling{};
    std::vector<advisor::checked_method> checked{};  ///< with --check

    [[nodiscard]] const advisor::prefix_survey* fewer() const { return scaling ? scaling->advised() : nullptr; }
};

advised measure(daemon::virtual_machine& virtual_machine, const advisor::placement& where,
                const advisor::problem& problem, const advise_options& options) {
    progress line;
    const advisor::survey_setup setup{virtual_machine, where, [&](const std::string& text) { line.say(text); }};
    advised all;
    all.found = advisor::take_survey(setup, problem, advisor::adaptive_effort(options.probe_s));
    advisor::ranking_options how;
    how.model = advisor::prediction_model_named(options.model);
    all.ranked = advisor::rank_methods(all.found.candidates, all.found.exchanges, how);
    all.quality = advisor::judge_samples(all.found.candidates);
    // The curve compares measured times, so the classic model has none.
    if (!options.scaling && (where.tasks == 1 || options.model != "measured")) return all;
    auto curve = advisor::predict_scaling(problem, all.found, all.ranked, virtual_machine.hosts());
    if (!options.scaling) {
        all.scaling = {std::move(curve), {}};
        return all;
    }
    all.scaling = advisor::take_scaling_survey(setup, problem, all.found, std::move(curve), options.probe_s / 2);
    for (const auto& prefix : all.scaling->measured)
        all.quality = advisor::worst_of(all.quality, prefix.quality);
    return all;
}

std::vector<advisor::checked_method> checked_by_runs(daemon::virtual_machine& virtual_machine,
                                                     const advisor::placement& where, const advisor::problem& problem,
                                                     const advised& all) {
    progress line;
    const advisor::advice_to_check advice{problem, all.found, all.ranked,
                                          methods_to_check(problem, all.found, all.ranked)};
    return advisor::check_advice(virtual_machine, where, advice, [&](const std::string& text) { line.say(text); });
}

void write_advice(const advise_options& options, const advisor::problem& problem, const advised& all) {
    if (options.out.empty()) return;
    const auto* fewer = all.fewer();
    const auto advice = fewer != nullptr ? advice_file_json(fewer->task, fewer->found, fewer->ranked)
                                         : advice_file_json(problem, all.found, all.ranked);
    write_output_file(options.out, text_of(with_schema("advice", 1, advice), 2) + "\n");
}

void draw_curve(const advise_options& options, const advisor::problem& problem, const advised& all) {
    if (!options.plot.empty() && all.scaling)
        draw_scaling_plot(all.scaling->curve,
                          fmt::format("{}, {} x {} cells, {} operations a cell", problem.application,
                                      problem.domain.rows(), problem.domain.cols(), problem.flops),
                          options.plot);
}

advisor::network_terms terms_of(const advised& all) {
    if (all.found.exchanges.empty()) return {};
    return advisor::analyse_network(advisor::network_of(all.found));
}

nlohmann::ordered_json advise_json(const advise_options& options, const advisor::problem& problem, const advised& all,
                                   const computer_loads& loads) {
    auto out = ranking_json(problem, all.found, all.ranked, loads);
    out["model"] = options.model;
    out["messages"] = network_terms_json(terms_of(all));
    out["predictability"] = predictability_json(all.quality);
    if (options.check) out["checked"] = checked_json(all.checked);
    if (!all.scaling) return out;
    out["scaling"] = scaling_json(all.scaling->curve);
    if (const auto* fewer = all.fewer())
        out["advice"] = advice_json(fewer->task, fewer->found, fewer->ranked, hosts_of_advice(all.scaling->curve));
    return out;
}

// The lines after the ranking: how many tasks, and what to run.
std::string last_lines(const advise_options& options, const advisor::problem& problem, const advised& all) {
    std::string text;
    if (all.scaling && !options.scaling) text = fewer_tasks_text(all.scaling->curve);
    text += unpredictable_text(all.quality);
    if (const auto* fewer = all.fewer())
        text += advice_text(fewer->task, fewer->found, fewer->ranked, options.out, hosts_of_advice(all.scaling->curve));
    else
        text += advice_text(problem, all.found, all.ranked, options.out);
    return text + checked_text(all.checked);
}

std::string advise_text(const advise_options& options, const advisor::problem& problem, const advised& all,
                        const computer_loads& loads) {
    auto text = ranking_text(problem, all.found, all.ranked, loads) + samples_text(all.quality) + "\n";
    if (const auto terms = network_terms_text(terms_of(all)); !terms.empty()) text += terms + "\n";
    if (all.scaling && options.scaling) text += scaling_text(all.scaling->curve) + "\n";
    return text + last_lines(options, problem, all);
}

void write_report(const advise_options& options, const advisor::problem& problem, const advised& all,
                  const computer_loads& loads, const std::string& encryption) {
    if (options.report.empty()) return;
    const auto* curve = all.scaling && options.scaling ? &all.scaling->curve : nullptr;
    advise_results shown{problem, all.found, all.ranked, loads, curve};
    if (const auto* fewer = all.fewer()) shown.sections = fewer_tasks_section(fewer->task, fewer->found);
    write_output_file(options.report, advise_page(shown, last_lines(options, problem, all), encryption), "--report");
}

// Those of the prefixes come last, each with its number of tasks and its hosts.
nlohmann::ordered_json all_samples_json(const advisor::problem& problem, const advised& all) {
    auto out = advise_samples_json(problem, all.found, all.ranked, all.quality);
    if (!all.checked.empty()) out["checked"] = checked_json(all.checked);
    if (!all.scaling) return out;
    auto prefixes = nlohmann::ordered_json::array();
    for (const auto& prefix : all.scaling->measured) {
        prefixes.push_back(advise_samples_json(prefix.task, prefix.found, prefix.ranked, prefix.quality));
        prefixes.back()["hosts"] = prefix.where.hosts;
    }
    out["prefixes"] = prefixes;
    return out;
}

void write_samples(const advise_options& options, const advisor::problem& problem, const advised& all,
                   const std::string& encryption) {
    if (!options.samples.empty()) write_samples_file(options.samples, all_samples_json(problem, all), encryption);
}

void write_files(const advise_options& options, const advisor::problem& problem, const advised& all,
                 const computer_loads& loads, const std::string& encryption) {
    write_advice(options, problem, all);
    write_samples(options, problem, all, encryption);
    write_report(options, problem, all, loads, encryption);
    draw_curve(options, problem, all);
}

void print_results(const advise_options& options, const advisor::problem& problem, const advised& all,
                   const computer_loads& loads) {
    if (options.as_json) return print_json("advise", advise_version, advise_json(options, problem, all, loads));
    std::cout << advise_text(options, problem, all, loads);
}

void check_files(const advise_options& options) {
    const bool draws = !options.plot.empty();
    if (draws && !options.plot.ends_with(".svg") && !options.plot.ends_with(".png"))
        refuse_value("--plot", options.plot, "a file name that ends in .svg or .png");
    check_output_files({{"--out", options.out},
                        {"--report", options.report},
                        {"--samples", options.samples},
                        {"--write-network", options.network},
                        {"--plot", options.plot},
                        {"--plot", draws ? options.plot + ".gp" : ""}});
}

constexpr const char* application_of_banyan = "thermal";  // always has a probe, with two variants

void check_flops(const advise_options& options) {
    const auto variants = one_of({"10", "50"});
    const auto flops = std::to_string(options.flops);
    if (options.application == application_of_banyan && !variants.takes(flops))
        refuse_value("--flops", flops, variants);
}

void check_combination(const advise_options& options) {
    if (options.scaling && options.program.is_asked())
        throw verb_error(exit_status::usage,
                         "--scaling: not allowed with several patterns, --phase or --current, use it without them");
    if (options.scaling && options.model != "measured")
        throw verb_error(exit_status::usage, fmt::format("--model {}: not allowed with --scaling, which compares "
                                                         "measured times; allowed: measured",
                                                         options.model));
    if (options.model != "measured" && !options.program.current.empty())
        throw verb_error(exit_status::usage, fmt::format("--model {}: not allowed with --current, whose answer needs "
                                                         "measured times; allowed: measured",
                                                         options.model));
}

// The checked methods run on all tasks, and thermal runs one problem only.
void check_check(const advise_options& options, const advisor::problem& problem) {
    if (!options.check) return;
    if (options.scaling || options.program.is_asked())
        throw verb_error(exit_status::usage,
                         "--check: not allowed with --scaling, several patterns, --phase or "
                         "--current, use it without them");
    if (!problem.is_of_thermal())
        throw verb_error(exit_status::usage,
                         "--check: it runs thermal, whose stencil is 5, whose items have 8 bytes, and whose grid is "
                         "a torus of equal cells; not allowed with another --app, --stencil, --item-bytes or "
                         "--periodic, or with --density");
}

// The number of tasks may be known only when the virtual machine has been found.
void check_size(const advise_options& options, const std::vector<std::string>& methods, int tasks) {
    check_grid_holds(options.grid, tasks);
    check_methods_fit("--method", methods, options.grid, tasks);
}

// The number of tasks may be known only when the virtual machine has been found.
void check_network(const advise_options& options, int tasks) {
    if (!options.network.empty() && tasks < 2)
        throw verb_error(exit_status::usage, "--write-network: not allowed with one task, use -n with 2 or more");
}

void write_network_model(const advise_options& options, daemon::virtual_machine& virtual_machine,
                         const advisor::placement& where) {
    if (options.network.empty()) return;
    const auto report = measured_network_model(virtual_machine, where);
    write_output_file(options.network, net::to_text(report.network.value()), "--write-network");
}

advisor::problem problem_of(const advise_options& options) {
    advisor::problem problem{options.application,     options.flops,      options.grid.domain(),
                             options.program.stencil, options.item_bytes, checked_methods("--method", options.methods)};
    if (!options.density.empty())
        problem.work = refusing("--density", [&] {
            return advisor::cell_work(problem.domain, read_density("--density", options.density, problem.domain));
        });
    return problem;
}

void run_advise(const advise_options& options) {
    const auto problem = problem_of(options);
    check_size(options, problem.methods, std::max(1, options.tasks));
    check_flops(options);
    check_combination(options);
    check_check(options, problem);
    check_files(options);
    auto virtual_machine = daemon::virtual_machine::find_or_start_private();
    advisor::placement where;
    where.tasks = options.tasks > 0 ? options.tasks : daemon::slots_of(virtual_machine.hosts());
    check_size(options, problem.methods, where.tasks);
    check_network(options, where.tasks);
    if (options.application != application_of_banyan) advisor::check_probe(virtual_machine, where, options.application);
    const auto loads = warn_of_busy_hosts(virtual_machine, where);
    write_network_model(options, virtual_machine, where);
    if (options.program.is_asked())
        return advise_program({virtual_machine, where, problem, loads, options.probe_s, options.out, options.model,
                               options.report, options.samples, options.as_json},
                              options.program);
    auto all = measure(virtual_machine, where, problem, options);
    if (options.check) all.checked = checked_by_runs(virtual_machine, where, problem, all);
    const auto encryption = advisor::encryption_between_tasks(virtual_machine);
    write_and_print([&] { write_files(options, problem, all, loads, encryption); },
                    [&] { print_results(options, problem, all, loads); });
}

void add_application_options(CLI::App& verb, advise_options& options) {
    add_grid_options(verb, options.grid, true);
    for (const char* side : {"--rows", "--cols"})
        verb.get_option(side)->required(false);  // --current may give it
    add_axes_options(verb, options.grid.axes);
    add_density_option(verb, options.density,
                       "A cell of mean work counts as one cell of the measured loop; cells with 0 are not computed and "
                       "do not change the mean");
    verb.add_option("-n", options.tasks, "Number of tasks; without it, one for each slot of the virtual machine")
        ->type_name("N")
        ->check(whole_number(1, most_tasks));
    verb.add_option(
            "--flops", options.flops,
            "Floating point operations per cell and sweep; for thermal 10 or 50. A program of your own may use the "
            "number to select a variant of its loop; otherwise it changes only the printed Mflop/s")
        ->type_name("F")
        ->check(whole_number(1, 1'000'000))
        ->capture_default_str();
    add_program_options(verb, options.program);
    verb.add_option("--item-bytes", options.item_bytes, "Bytes of the value of one cell")
        ->type_name("D")
        ->check(whole_number(1, 1 << 20))
        ->capture_default_str();
    verb.add_option("--app", options.application,
                    "Program whose inner loop is measured: thermal, or one of your own that calls "
                    "banyan::advisor::serve_probe, found on each host as by banyan run")
        ->type_name("PROGRAM")
        ->check(any_text("the name of a program"))
        ->capture_default_str();
}

void add_scaling_options(CLI::App& verb, advise_options& options) {
    auto* scaling =
        verb.add_flag("--scaling", options.scaling,
                      "Also predict the time with the fastest 1, 2, ... processors (strong scaling), measure "
                      "those that may be faster than all tasks, and advise how many tasks to use and on "
                      "which hosts. Takes several times as long");
    verb.add_option("--plot", options.plot, "Draw the curve of --scaling into this file, .svg or .png, with gnuplot")
        ->type_name("FILE")
        ->needs(scaling);
}

void add_check_option(CLI::App& verb, advise_options& options) {
    verb.add_flag("--check", options.check,
                  "After the measurement, also run thermal with the first methods of the ranking, at most three, twice "
                  "each for half a second, and print predicted and observed times. banyan validate compares more "
                  "thoroughly");
}

void add_output_options(CLI::App& verb, advise_options& options) {
    add_check_option(verb, options);
    verb.add_option("--out", options.out,
                    "Write the advised method and its partition into this file; a program can use it: thermal --advice "
                    "FILE")
        ->type_name("FILE");
    verb.add_option("--report", options.report,
                    "Write advice, warnings, settings, tables and charts into this file: one HTML page")
        ->type_name("FILE");
    verb.add_option("--samples", options.samples,
                    "Write all samples, partitions and facts of the hosts into this file, so that others can repeat "
                    "every fit: JSON, or Protocol Buffers if the name ends with .pb")
        ->type_name("FILE");
    verb.add_option("--write-network", options.network,
                    "Also measure the network model of collectives and write it into this file, for `banyan run "
                    "--network-model`")
        ->type_name("FILE");
    add_json_option(verb, options.as_json);
}

}  // namespace

void add_advise_options(CLI::App& verb) {
    auto options = std::make_shared<advise_options>();
    add_application_options(verb, *options);
    add_list_option(verb, "--method", options->methods, "Methods to rank by name, or all", method_name({"all"}))
        ->type_name("NAME,...");
    verb.add_option("--probe-seconds", options->probe_s,
                    "Time limit of the measurement, in seconds. It ends earlier when the fastest method is known. "
                    "Increase the limit if the ranking remains undecided")
        ->type_name("S")
        ->check(real_number(0.1, 3600))
        ->capture_default_str();
    add_scaling_options(verb, *options);
    add_model_option(verb, options->model);
    add_output_options(verb, *options);
    verb.callback([options, &verb] {
        complete_problem(verb, options->program, options->grid, options->tasks);
        run_advise(*options);
    });
}

}  // namespace banyan::tools
