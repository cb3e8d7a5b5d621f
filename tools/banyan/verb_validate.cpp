// banyan validate thermal: predict two methods, run both, say how well the prediction held.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "advisor/experiment.hpp"
#include "advisor/host_facts.hpp"
#include "advisor/ratio_plot.hpp"
#include "tools/banyan/checks.hpp"
#include "tools/banyan/problem_options.hpp"
#include "tools/banyan/progress.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

using json = nlohmann::ordered_json;
namespace fs = std::filesystem;

struct validate_options {
    std::string application;
    grid_options grid{1024, 1024};
    std::vector<int> processes{4};
    std::vector<int> flops{10};
    int trials = 3;
    std::vector<std::string> methods{"row", "block"};
    std::string transport = "auto";
    std::string out = "banyan-validate";
    double run_s = 0.5;
    double probe_s = 6;
    std::string note;
    bool as_json = false;
};

// Before hours of measuring: can the results be written?
void make_writable(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        throw verb_error(exit_status::failed,
                         fmt::format("--out: {} cannot be made ({}); a folder that can be written is needed",
                                     folder.string(), error.message()));
    if (!fs::is_directory(folder) || access(folder.c_str(), W_OK | X_OK) != 0)
        throw verb_error(exit_status::failed,
                         fmt::format("--out: {} cannot be written; a folder that can be written is "
                                     "needed",
                                     folder.string()));
}

// Raw samples are for programs: one line without blanks is a fifth of the size.
void write_json(const fs::path& file, const std::string& schema, const json& object, bool for_people) {
    json out{{"schema", "banyan." + schema}};
    out.update(object);
    std::ofstream stream(file);
    stream << text_of(out, for_people ? 2 : -1) << "\n";
    stream.close();
    if (!stream) throw verb_error(exit_status::failed, fmt::format("--out: {} cannot be written", file.string()));
}

json settings_json(const validate_options& options, const advisor::experiment_settings& settings) {
    return {{"made", advisor::utc_now()},
            {"note", options.note},
            {"application", options.application},
            {"rows", options.grid.rows},
            {"cols", options.grid.cols},
            {"processes", options.processes},
            {"flops", options.flops},
            {"methods", settings.task.methods},
            {"trials", options.trials},
            {"transport", options.transport},
            {"run_s", options.run_s},
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
    if (settings.task.methods.size() != 2)
        throw verb_error(
            exit_status::usage,
            fmt::format("--methods: {} methods are not allowed, only 2: the ratio is of the second over the "
                        "first",
                        settings.task.methods.size()));
    check_grid_holds(options.grid, *std::max_element(options.processes.begin(), options.processes.end()));
    settings.processes = options.processes;
    settings.flops = options.flops;
    settings.trials = options.trials;
    settings.run_s = options.run_s;
    settings.limits = advisor::effort_for(options.probe_s, settings.task.methods.size());
    settings.transport = options.transport;
    return settings;
}

// The picture is the one part whose absence is told but does not undo the measurement.
std::string plot_or_reason(const std::vector<std::string>& methods,
                           const std::vector<advisor::validation_result>& results, const fs::path& folder) {
    try {
        return advisor::draw_ratio_plot(methods, results, folder).string();
    } catch (const std::runtime_error& error) {
        std::cerr << "banyan: " << error.what() << "\n";
        return "none";
    }
}

void run_validate(const validate_options& options) {
    const auto settings = checked_settings(options);
    const fs::path folder = fs::absolute(options.out);
    make_writable(folder);
    auto machine = daemon::virtual_machine::find_or_start_private();
    progress line;
    auto record = advisor::run_experiment(machine, settings, [&](const std::string& text) { line.say(text); });
    line.clear();
    const auto& methods = settings.task.methods;
    const auto results = advisor::summarize_trials(record.trials);
    const auto summary = advisor::to_json(options.application, methods, options.trials, results);
    json samples{{"settings", settings_json(options, settings)}};
    samples.update(record.samples);
    write_json(folder / "samples.json", "validate_samples.v2", samples, false);
    write_json(folder / "validate.json", "validate.v1", summary, true);
    const auto plot = plot_or_reason(methods, results, folder);
    if (options.as_json) return print_json("validate", summary);
    std::cout << advisor::to_text(methods, results);
    std::cout << fmt::format("plot:    {}\nresults: {}\nsamples: {}\n", plot, (folder / "validate.json").string(),
                             (folder / "samples.json").string());
}

void add_problem(CLI::App& verb, validate_options& options) {
    add_grid_options(verb, options.grid, false);
    verb.add_option("-n", options.processes, "Numbers of tasks")
        ->type_name("N,...")
        ->delimiter(',')
        ->check(whole_number(1, most_tasks))
        ->default_str("4");
    verb.add_option("--flops", options.flops, "Floating point operations per cell and iteration: 10, 50")
        ->type_name("F,...")
        ->delimiter(',')
        ->check(one_of({"10", "50"}))
        ->default_str("10");
    verb.add_option("--methods", options.methods, "Two methods; the ratio is the second's time over the first's")
        ->type_name("NAME,NAME")
        ->delimiter(',')
        ->default_str("row,block");
}

void add_measuring(CLI::App& verb, validate_options& options) {
    verb.add_option("--trials", options.trials, "Trials of each setting")
        ->type_name("T")
        ->check(whole_number(1, 10'000))
        ->capture_default_str();
    verb.add_option("--transport", options.transport, "auto, tcp or unix")
        ->type_name("NAME")
        ->check(one_of({"auto", "tcp", "unix"}))
        ->capture_default_str();
    verb.add_option("--out", options.out, "Folder for results, raw samples and plot")
        ->type_name("DIR")
        ->capture_default_str();
    verb.add_option("--run-seconds", options.run_s, "Aimed length of one run of the application")
        ->type_name("S")
        ->check(real_number(0.01, 3600))
        ->capture_default_str();
    verb.add_option("--probe-seconds", options.probe_s, "Aimed length of the measurement before each trial")
        ->type_name("S")
        ->check(real_number(0.1, 3600))
        ->capture_default_str();
    verb.add_option("--note", options.note, "A line about the machine, kept with the samples");
}

}  // namespace

void add_validate_verb(CLI::App& app) {
    auto* verb = app.add_subcommand("validate", "Predict two partitioning methods, run both, compare");
    auto options = std::make_shared<validate_options>();
    verb->add_option("application", options->application, "The application to run: thermal")
        ->type_name("")
        ->required()
        ->check(one_of({"thermal"}));
    add_problem(*verb, *options);
    add_measuring(*verb, *options);
    add_json_option(*verb, options->as_json);
    verb->callback([options] { run_validate(*options); });
}

}  // namespace banyan::tools
