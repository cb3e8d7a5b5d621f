#include "tools/banyan/advise_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <set>
#include <stdexcept>

#include "advisor/experiment.hpp"
#include "advisor/program_phases.hpp"
#include "tools/banyan/advice.hpp"
#include "tools/banyan/advise_page.hpp"
#include "tools/banyan/checks.hpp"
#include "tools/banyan/grid_text.hpp"
#include "tools/banyan/json_output.hpp"
#include "tools/banyan/output_folder.hpp"
#include "tools/banyan/phase_report.hpp"
#include "tools/banyan/predictability_report.hpp"
#include "tools/banyan/program_page.hpp"
#include "tools/banyan/progress.hpp"
#include "tools/banyan/repartition.hpp"
#include "tools/banyan/samples_protobuf.hpp"
#include "tools/banyan/survey_samples.hpp"

namespace banyan::tools {
namespace {

using json = nlohmann::ordered_json;

/// The results of the measurement, for any of the questions.
struct measured_program {
    advisor::problem problem;  ///< its stencil is the text of the iteration
    advisor::survey found;
    advisor::ranking ranked;  ///< of one iteration, or of one cycle of all phases
    advisor::predictability quality{};
    std::optional<phased_program> phased{};
    std::optional<repartition_answer> repartition{};
};

template <class Parse>
auto parsed(const std::string& option, const std::string& text, Parse parse) {
    try {
        return parse(text);
    } catch (const std::invalid_argument& wrong) {
        throw verb_error(exit_status::usage, fmt::format("{}: {}", option, wrong.what()));
    }
}

std::vector<advisor::program_phase> phases_of(const advise_program_options& options) {
    std::vector<advisor::program_phase> phases;
    std::set<std::string> names;
    for (const auto& text : options.phases) {
        phases.push_back(parsed("--phase", text, advisor::parse_phase));
        if (!names.insert(phases.back().name).second)
            throw verb_error(
                exit_status::usage,
                fmt::format("--phase {}: two phases have the name '{}', use each name once", text, phases.back().name));
    }
    return phases;
}

// The patterns of all phases, or those of the iteration; the times do not matter.
advisor::iteration_patterns all_patterns(const std::vector<advisor::program_phase>& phases,
                                         const advisor::iteration_patterns& iteration) {
    if (phases.empty()) return iteration;
    advisor::iteration_patterns all;
    for (const auto& phase : phases)
        for (const auto& use : phase.patterns)
            if (std::ranges::count(all, use.pattern, &advisor::pattern_use::pattern) == 0) all.push_back(use);
    return all;
}

// An iteration without phases is a phase that has one iteration.
std::vector<advisor::pattern_rate> rates_of(const std::vector<advisor::program_phase>& phases,
                                            const advisor::iteration_patterns& iteration) {
    if (!phases.empty()) return advisor::patterns_per_sweep(phases);
    return advisor::patterns_per_sweep({advisor::program_phase{"", 1, iteration}});
}

advisor::predictability quality_of(const advisor::pattern_rankings& rankings,
                                   const std::vector<advisor::program_phase>& phases,
                                   const advisor::iteration_patterns& iteration) {
    if (phases.empty()) return rankings.quality_of(iteration);
    advisor::predictability worst;
    for (const auto& phase : phases)
        worst = advisor::worst_of(worst, rankings.quality_of(phase.patterns));
    return worst;
}

measured_program measure(const advise_job& job, const advise_program_options& options) {
    const auto phases = phases_of(options);
    const auto iteration = parsed("--stencil", options.stencil, advisor::parse_iteration);
    const auto patterns = all_patterns(phases, iteration);
    measured_program all{job.problem, {}, {}};
    auto& problem = all.problem;
    problem.stencil = advisor::surveyed_pattern(patterns);
    if (!options.current.empty()) {
        problem.methods.emplace_back(current_name);
        problem.given.emplace(current_name, read_current("--current", options.current));
    }
    const std::int64_t cell_bytes = options.cell_bytes > 0 ? options.cell_bytes : problem.item_bytes;
    const auto limits = advisor::adaptive_effort(job.probe_s);  // of each pattern
    progress line;
    const advisor::survey_setup setup{job.virtual_machine, job.where, [&](const std::string& text) { line.say(text); }};
    problem.whole_iterations = phases.empty() && advisor::is_single(iteration);
    problem.patterns = rates_of(phases, iteration);
    all.found = advisor::take_survey(setup, problem, limits);
    advisor::ranking_options how;
    how.model = advisor::prediction_model_named(job.model);
    advisor::pattern_rankings rankings(setup, problem, limits, how, all.found);
    if (!phases.empty()) {
        auto times = advisor::rank_phases(rankings, phases);
        const auto moves =
            advisor::predicted_moves(problem, all.found, rankings.of_pattern(problem.stencil), cell_bytes);
        auto plan = advisor::plan_phases(times, options.cycles, moves);
        all.ranked = advisor::rank_cycle(times);
        all.phased = {phases, std::move(times), options.cycles, std::move(plan)};
    } else {
        all.ranked = rankings.of_iteration(iteration);
    }
    if (!options.current.empty())
        all.repartition = answer_repartition(job.virtual_machine, job.where, problem,
                                             {iteration, options.steps_left, cell_bytes, job.probe_s}, all.found,
                                             rankings, setup.say);
    all.quality = quality_of(rankings, phases, iteration);
    if (all.repartition) all.quality = advisor::worst_of(all.quality, all.repartition->quality);
    problem.stencil = phases.empty() ? text_of(iteration) : "phases";
    return all;
}

// The file has the partition to use: that of the best method, or the present one if it is to be kept.
json file_json(const measured_program& all) {
    auto ranked = all.ranked;
    if (all.repartition) {
        const bool moves = all.repartition->decision == advisor::repartition_decision::move;
        const auto used = std::ranges::find(ranked.methods, moves ? all.repartition->method : current_name,
                                            &advisor::ranked_method::method);
        std::rotate(ranked.methods.begin(), used, used + 1);
    }
    auto out = advice_file_json(all.problem, all.found, ranked);
    if (all.phased) out["phases"] = phases_file_json(*all.phased, all.problem, all.found);
    return out;
}

json output_json(const measured_program& all, const advise_job& job) {
    auto out = ranking_json(all.problem, all.found, all.ranked, job.loads);
    out["model"] = job.model;
    out["stencil"] = all.problem.stencil;
    out["predictability"] = predictability_json(all.quality);
    if (all.phased) out.update(phases_json(*all.phased));
    if (all.repartition) out["repartition"] = repartition_json(*all.repartition);
    return out;
}

// The lines that end the output.
std::string advice_of(const measured_program& all, const std::string& file) {
    const auto doubts = unpredictable_text(all.quality);
    if (all.phased) return doubts + phase_plan_text(*all.phased);
    if (all.repartition) return doubts + repartition_advice_text(*all.repartition);
    return doubts + advice_text(all.problem, all.found, all.ranked, file);
}

std::string output_text(const measured_program& all, const computer_loads& loads, const std::string& file) {
    std::string text;
    if (all.phased) text = "The times of the first table are those of all phases, once.\n";
    text += ranking_text(all.problem, all.found, all.ranked, loads) + samples_text(all.quality) + "\n";
    if (all.phased) text += phase_table_text(*all.phased) + "\n";
    if (all.repartition) text += moving_table_text(*all.repartition);
    return text + advice_of(all, file);
}

void write_report(const measured_program& all, const advise_job& job) {
    advise_results shown{all.problem, all.found, all.ranked, job.loads};
    if (all.phased) {
        shown.timed = "all phases, once";
        shown.sections = phases_section(*all.phased);
    }
    if (all.repartition) shown.sections = repartition_section(*all.repartition);
    const auto encryption = advisor::encryption_between_tasks(job.virtual_machine);
    write_output_file(job.report, advise_page(shown, advice_of(all, job.out), encryption), "--report");
}

[[noreturn]] void refuse_other_than_current(const char* option, const std::string& value, const std::string& in_file) {
    throw verb_error(exit_status::usage,
                     fmt::format("{} {}: the partition of --current has {}, use this value or leave out the option",
                                 option, value, in_file));
}

}  // namespace

bool advise_program_options::is_asked() const {
    return !phases.empty() || !current.empty() || stencil.find_first_of(":,") != std::string::npos;
}

void add_program_options(CLI::App& verb, advise_program_options& options) {
    auto* stencil =
        verb.add_option(
                "--stencil", options.stencil,
                "Patterns of one iteration, each as PATTERN or TIMES:PATTERN. For example, 3:5,9,reduction is three "
                "times the stencil 5, once the stencil 9 and one reduction. 3, 5, 9, systolic and wavefront are "
                "stencils, each with one sweep; broadcast, reduction and random are messages only")
            ->type_name("PATTERN,...")
            ->capture_default_str();
    auto* phase = verb.add_option("--phase", options.phases,
                                  "A phase of the program, as NAME=PATTERNS@ITERATIONS, for example flow=3:5,9@500. "
                                  "Repeat the option for each phase, in their order. The advice is the best partition "
                                  "of each phase, the best one for all, and whether to change between them")
                      ->type_name("PHASE")
                      ->allow_extra_args(false)
                      ->take_all()
                      ->excludes(stencil);
    verb.add_option("--cycles", options.cycles, "How often the program goes through its phases")
        ->type_name("K")
        ->check(whole_number(1, 1'000'000'000))
        ->capture_default_str()
        ->needs(phase);
    auto* current = verb.add_option("--current", options.current,
                                    "File of --out with the current partition of a running program: advise whether to "
                                    "change it. Rows, columns and the number of tasks are taken from it")
                        ->type_name("FILE")
                        ->excludes(phase);
    auto* steps =
        verb.add_option("--steps-left", options.steps_left, "Iterations that the running program still has to do")
            ->type_name("N")
            ->check(whole_number(1, 1'000'000'000'000));
    current->needs(steps);
    steps->needs(current);
    verb.add_option("--cell-bytes", options.cell_bytes,
                    "Bytes of one cell that are moved when the partition changes; default: --item-bytes")
        ->type_name("D")
        ->check(whole_number(1, 1 << 20));
}

void complete_problem(const CLI::App& verb, const advise_program_options& options, grid_options& grid, int& tasks) {
    (void)phases_of(options);
    (void)parsed("--stencil", options.stencil, advisor::parse_iteration);
    if (options.current.empty()) {
        for (const char* side : {"--rows", "--cols"})
            if (verb.get_option(side)->count() == 0) throw CLI::RequiredError(side);
        return;
    }
    const auto parts = read_current("--current", options.current);
    const auto take = [&](const char* option, auto& value, std::int64_t in_file) {
        if (value != 0 && value != in_file)
            refuse_other_than_current(option, std::to_string(value), std::to_string(in_file));
        value = static_cast<std::remove_reference_t<decltype(value)>>(in_file);
    };
    take("--rows", grid.rows, parts.domain().rows());
    take("--cols", grid.cols, parts.domain().cols());
    take("-n", tasks, parts.processors());
    const auto axes = parts.domain().axes();
    const bool is_asked = verb.get_option("--periodic")->count() > 0 || grid.axes.open;
    if (is_asked && grid.axes.value() != axes)
        refuse_other_than_current("--periodic", name_of(grid.axes.value()), name_of(axes));
    grid.axes = {name_of(axes), false};
}

void write_samples_file(const std::string& file, nlohmann::ordered_json samples, const std::string& encryption) {
    samples["encryption"] = encryption;
    const auto all = with_schema("advise_samples", 1, samples);
    // Samples are for programs: on one line they need a fifth of the space.
    write_output_file(file, is_protobuf_file(file) ? protobuf_of(all) : text_of(all, -1) + "\n", "--samples");
}

void advise_program(const advise_job& job, const advise_program_options& options) {
    const auto all = measure(job, options);
    const auto write = [&] {
        if (!job.out.empty()) write_output_file(job.out, text_of(with_schema("advice", 1, file_json(all)), 2) + "\n");
        if (!job.report.empty()) write_report(all, job);
        if (!job.samples.empty())
            write_samples_file(job.samples, advise_samples_json(all.problem, all.found, all.ranked, all.quality),
                               advisor::encryption_between_tasks(job.virtual_machine));
    };
    write_and_print(write, [&] {
        if (job.as_json) return print_json("advise", advise_version, output_json(all, job));
        std::cout << output_text(all, job.loads, job.out);
    });
}

}  // namespace banyan::tools
