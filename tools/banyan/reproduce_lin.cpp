// banyan reproduce lin
#include <fmt/format.h>

#include <algorithm>

#include "daemon/common/processes.hpp"
#include "tools/banyan/figure_files.hpp"
#include "tools/banyan/lin_report.hpp"
#include "tools/banyan/program_answer.hpp"
#include "tools/banyan/progress.hpp"
#include "tools/banyan/reproduce.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

// Once: the modelled time is the same in each run.
nlohmann::json run_contour(int side, int tasks, int iterations, const char* algorithm) {
    return answer_of_program({daemon::find_companion("contour"), "--size", std::to_string(side), "--threads",
                              std::to_string(tasks), "--iterations", std::to_string(iterations), "--algorithm",
                              algorithm, "--repeat", "1", "--json"});
}

contour_case run_case(int side, int tasks, int iterations) {
    const auto in_place = run_contour(side, tasks, iterations, "in-place");
    const auto remap = run_contour(side, tasks, iterations, "remap");
    if (in_place["sum"] != remap["sum"])
        throw verb_error(exit_status::failed,
                         fmt::format("contour: the results of both algorithms differ for {0} x {0} pixels, {1} tasks, "
                                     "{2} iterations",
                                     side, tasks, iterations));
    return {side,
            tasks,
            iterations,
            in_place["model_seconds"].get<double>(),
            remap["model_seconds"].get<double>(),
            in_place["elements_of_tasks"].get<std::vector<std::uint64_t>>(),
            remap["elements_of_tasks"].get<std::vector<std::uint64_t>>()};
}

std::vector<contour_case> run_cases(const reproduce_settings& settings) {
    progress shown;
    std::vector<contour_case> cases;
    for (const int side : settings.lin.sides)
        for (int tasks = least_contour_tasks; tasks <= settings.tasks; tasks *= 2)
            for (const int iterations : contour_iterations) {
                shown.say(fmt::format("contour: {0} x {0} pixels, {1} tasks, {2} iterations", side, tasks, iterations));
                cases.push_back(run_case(side, tasks, iterations));
            }
    return cases;
}

void add_part(reproduced& result, const char* name, const std::string& text, nlohmann::ordered_json fields) {
    result.text += text + "\n";
    result.fields[name] = std::move(fields);
}

bool wants(const reproduce_settings& settings, const char* name) {
    return std::ranges::count(settings.lin.parts, name) > 0;
}

}  // namespace

reproduced reproduce_lin(const reproduce_settings& settings) {
    const bool traces = wants(settings, "contour");
    if (traces && (settings.tasks < least_contour_tasks || settings.tasks > most_contour_tasks))
        throw verb_error(exit_status::usage, fmt::format("--tasks: '{}' is not allowed, use a whole number from {} to "
                                                         "{}",
                                                         settings.tasks, least_contour_tasks, most_contour_tasks));
    reproduced result;
    std::vector<part::figure> figures;
    if (wants(settings, "fft")) {
        const grid::fft_network network{settings.lin.start_us * 1e-6, settings.lin.byte_ns * 1e-9,
                                        settings.lin.copy_byte_ns * 1e-9};
        const auto rows = fft_crossovers(network, settings.lin.point_bytes);
        add_part(result, "fft", fft_text(rows, network, settings.lin.point_bytes),
                 fft_json(rows, network, settings.lin.point_bytes));
        figures.push_back(fft_crossover_figure(rows));
    }
    if (traces) {
        const auto cases = run_cases(settings);
        add_part(result, "contour", contour_text(cases), contour_json(cases));
        std::ranges::copy(contour_figures(cases), std::back_inserter(figures));
    }
    if (wants(settings, "floyd")) {
        const auto table = scalability_table(settings.lin.efficiency);
        add_part(result, "floyd", scalability_text(table, settings.lin.efficiency),
                 scalability_json(table, settings.lin.efficiency));
    }
    write_figures(figures, settings.folder);
    result.text += figures_text(figures, settings.folder);
    result.fields["figures"] = figures_json(figures, settings.folder);
    return result;
}

}  // namespace banyan::tools
