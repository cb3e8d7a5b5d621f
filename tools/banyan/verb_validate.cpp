// banyan validate thermal: predicts the times of partitioning methods, runs all of them, and compares.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>

#include "advisor/experiment.hpp"
#include "advisor/host_facts.hpp"
#include "tools/banyan/checks.hpp"
#include "tools/banyan/json_output.hpp"
#include "tools/banyan/measuring_conditions.hpp"
#include "tools/banyan/output_folder.hpp"
#include "tools/banyan/problem_options.hpp"
#include "tools/banyan/progress.hpp"
#include "tools/banyan/ratio_plot.hpp"
#include "tools/banyan/samples_protobuf.hpp"
#include "tools/banyan/validate_page.hpp"
#include "tools/banyan/validation_report.hpp"

namespace banyan::tools {
namespace {

using json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr int validate_version = 4;  // of the schemas

struct validate_options {
    std::string application;
    grid_options grid{1024, 1024};
    std::vector<int> tasks{4};
    std::vector<int> flops{10};
    int trials = 3;
    std::vector<std::string> methods{"row", "block"};
    std::string transport = "auto";
    std::string out = "banyan-validate";
    double run_s = 0.5;
    double probe_s = 6;
    bool sweeps_only = false;
    bool shift_shares = false;
    std::string model = "measured";
    std::string note;
    std::string report;
    bool as_json = false;
};

json settings_json(const validate_options& options, const advisor::experiment_settings& settings) {
    return {{"made", advisor::utc_now()},
            {"note", options.note},
            {"application", options.application},
            {"rows", options.grid.rows},
            {"cols", options.grid.cols},
            {"tasks", options.tasks},
            {"flops", options.flops},
            {"methods", settings.task.methods},
            {"trials", options.trials},
            {"transport", options.transport},
            {"run_s", options.run_s},
            {"model", options.model},
            {"sweeps_only", options.sweeps_only},
            {"shift_shares", options.shift_shares},
            {"probe",
             {{"rounds", settings.limits.rounds},
              {"window_s", settings.limits.window_s},
              {"exchange_s", settings.limits.exchange_s}}}};
}

advisor::experiment_settings checked_settings(const validate_options& options) {
    advisor::experiment_settings settings;
    settings.task.application = options.application;
    settings.task.domain = options.grid.domain();
    settings.task.methods = checked_methods("--methods", options.methods);
    const int most = *std::max_element(options.tasks.begin(), options.tasks.end());
    check_grid_holds(options.grid, most);
    check_methods_fit("--methods", settings.task.methods, options.grid, most);
    settings.task.whole_iterations = !options.sweeps_only;
    settings.tasks = options.tasks;
    settings.flops = options.flops;
    settings.trials = options.trials;
    settings.run_s = options.run_s;
    settings.limits = advisor::effort_for(options.probe_s, settings.task.methods.size());
    settings.limits.shift_shares = options.shift_shares;
    settings.transport = options.transport;
    settings.model = advisor::prediction_model_named(options.model);
    return settings;
}

// The plot shows the ratios of two methods. Without a picture, the results of the measurement are still valid.
std::string plot_or_reason(const validation& found, const fs::path& folder) {
    try {
        return draw_ratio_plot(found.methods, found.pairs, folder).string();
    } catch (const verb_error& error) {
        std::cerr << "banyan: " << error.what() << "\n";
        return "none";
    }
}

// For each method, the number of predictions in which its shares were shifted.
json shifted_json(const advisor::experiment_record& record, const std::vector<std::string>& methods) {
    json counts = json::object();
    for (std::size_t m = 0; m < methods.size(); ++m)
        counts[methods[m]] = std::ranges::count_if(
            record.trials, [m](const auto& trial) { return trial.found.partitions.at(m).shifted; });
    return counts;
}

std::string shifted_text(const json& counts, std::size_t predictions) {
    std::vector<std::string> parts;
    for (const auto& [method, count] : counts.items())
        if (count.get<int>() > 0) parts.push_back(fmt::format("{} in {}", method, count.get<int>()));
    return fmt::format("Shares shifted for messages, of {} predictions: {}\n", predictions,
                       parts.empty() ? "none" : fmt::format("{}", fmt::join(parts, ", ")));
}

// Writes the files of the folder. Returns the lines that name them.
std::string write_results(const fs::path& folder, const validation& found, const json& summary, const json& samples) {
    const auto summary_file = folder / "validate.json";
    const auto samples_file = folder / "samples.json";
    const auto all_samples = with_schema("validate_samples", validate_version, samples);
    // Samples are for programs: on one line they need a fifth of the space.
    write_output_file(samples_file, text_of(all_samples, -1) + "\n");
    write_output_file(folder / "samples.pb", protobuf_of(all_samples));
    write_output_file(summary_file, text_of(with_schema("validate", validate_version, summary), 2) + "\n");
    const auto plot = found.pairs.empty() ? "" : fmt::format("plot:    {}\n", plot_or_reason(found, folder));
    return fmt::format("{}results: {}\nsamples: {}\n", plot, summary_file.string(), samples_file.string());
}

void run_validate(const validate_options& options) {
    const auto settings = checked_settings(options);
    const fs::path folder = fs::absolute(options.out);
    make_output_folder(folder);
    if (!options.report.empty()) check_output_file(options.report, "--report");
    auto virtual_machine = daemon::virtual_machine::find_or_start_private();
    advisor::placement widest;
    widest.tasks = *std::ranges::max_element(settings.tasks);
    widest.transport = settings.transport;
    const auto loads = warn_of_busy_hosts(virtual_machine, widest);
    progress line;
    const auto record =
        advisor::run_experiment(virtual_machine, settings, [&](const std::string& text) { line.say(text); });
    line.clear();
    const auto found = make_validation(options.application, settings.task.methods, options.trials, record.results());
    auto summary = validation_json(found);
    if (options.shift_shares) summary["shifted"] = shifted_json(record, settings.task.methods);
    json samples{{"settings", settings_json(options, settings)}};
    samples.update(samples_json(record));
    std::string files;
    const auto write = [&] {
        files = write_results(folder, found, summary, samples);
        if (!options.report.empty())
            write_output_file(options.report,
                              validate_page(found, settings, record, options.note, busy_warnings(loads)), "--report");
    };
    write_and_print(write, [&] {
        if (options.as_json) return print_json("validate", validate_version, summary);
        std::cout << validation_text(found);
        if (options.shift_shares) std::cout << shifted_text(summary["shifted"], record.trials.size());
        std::cout << files;
    });
}

void add_problem(CLI::App& verb, validate_options& options) {
    add_grid_options(verb, options.grid, false);
    add_list_option(verb, "-n", options.tasks, "Numbers of tasks", whole_number(1, most_tasks))->type_name("N,...");
    add_list_option(verb, "--flops", options.flops, "Floating point operations per cell and iteration, each 10 or 50",
                    one_of({"10", "50"}))
        ->type_name("F,...");
    add_list_option(verb, "--methods", options.methods,
                    "Methods to predict and run, or all: those of rectangles and of cell ranges. For two methods, the "
                    "ratio of their times (second / first) is reported too",
                    method_name({"all"}))
        ->type_name("NAME,...");
}

// These options of advise and partition get an error line of their own, and --help does not show them.
void refuse_other_grids(CLI::App& verb) {
    for (const char* option : {"--open", "--periodic", "--density"}) {
        const auto refuse = [option](const std::string&) {
            throw verb_error(exit_status::usage,
                             fmt::format("{0}: not allowed, because validate runs thermal, which computes a torus of "
                                         "equal cells; use banyan advise, which takes {0}",
                                         option));
        };
        verb.add_option_function<std::string>(option, refuse)->expected(0, 1)->group("");
    }
}

void add_measuring(CLI::App& verb, validate_options& options) {
    verb.add_option("--trials", options.trials, "Trials of each setting; more give narrower intervals")
        ->type_name("T")
        ->check(whole_number(1, 10'000))
        ->capture_default_str();
    verb.add_option("--transport", options.transport, "tcp, unix, or auto: unix inside a host and tcp between hosts")
        ->type_name("NAME")
        ->check(one_of({"auto", "tcp", "unix"}))
        ->capture_default_str();
    verb.add_option("--out", options.out, "Folder for results, samples and plot; created if it does not exist")
        ->type_name("DIR")
        ->capture_default_str();
    verb.add_option("--report", options.report,
                    "Write results, settings, tables and charts into this file: one HTML page")
        ->type_name("FILE");
    verb.add_option("--run-seconds", options.run_s, "Length of one run of the application, in seconds")
        ->type_name("S")
        ->check(real_number(0.01, 3600))
        ->capture_default_str();
    verb.add_option("--probe-seconds", options.probe_s, "Length of the measurement before each trial, in seconds")
        ->type_name("S")
        ->check(real_number(0.1, 3600))
        ->capture_default_str();
    add_model_option(verb, options.model);
    verb.add_flag(
        "--sweeps-only", options.sweeps_only,
        "Predict from sweeps and messages, as for a program that offers no whole iterations. It shows how much "
        "a program of your own gains by offering them");
    verb.add_flag("--shift-shares", options.shift_shares,
                  "Shift shares for messages as banyan advise does, and predict and run the shifted partitions where "
                  "they were measured to be faster");
    verb.add_option("--note", options.note, "Text about the hosts, stored with the samples")->type_name("TEXT");
}

}  // namespace

void add_validate_options(CLI::App& verb) {
    auto options = std::make_shared<validate_options>();
    verb.add_option("APPLICATION", options->application, "The application to run: thermal")
        ->type_name("")
        ->required()
        ->check(one_of({"thermal"}));
    add_problem(verb, *options);
    add_measuring(verb, *options);
    refuse_other_grids(verb);
    add_json_option(verb, options->as_json);
    verb.callback([options] { run_validate(*options); });
}

}  // namespace banyan::tools
