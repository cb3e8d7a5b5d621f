#include "tools/banyan/repartition.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "advisor/moving.hpp"
#include "advisor/program_phases.hpp"
#include "banyan/grid/redistribution.hpp"
#include "banyan/part/error.hpp"
#include "banyan/part/partition_json.hpp"
#include "tools/banyan/input_file.hpp"
#include "tools/banyan/method_remarks.hpp"
#include "tools/banyan/survey_page.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

using advisor::repartition_decision;
using advisor::repartition_measurement;
using json = nlohmann::ordered_json;

// Samples of the time in which all tasks send each other the cells that move.
std::vector<double> measure_moving(daemon::virtual_machine& virtual_machine, const advisor::placement& where,
                                   const advisor::problem& problem, advisor::message_pattern messages) {
    advisor::probe_options options;
    options.what = advisor::probe_options::mode::overlap;
    options.flops = problem.flops;
    options.shapes.assign(static_cast<std::size_t>(where.tasks), {advisor::shape{}});
    options.patterns.push_back(std::move(messages));
    return advisor::run_probe(virtual_machine, where, problem.application, options)
        .overlap_calibrations.at(0)
        .exchange_s;
}

// `ranked` has the times of a whole iteration, `sweep` the computation of one sweep, by which the copies are charged.
repartition_measurement compare(const advisor::ranking& ranked, const advisor::ranking& sweep,
                                const std::string& method, const std::vector<double>& moving_s) {
    const auto& old = ranked.of(current_name);
    const auto& other = ranked.of(method);
    std::vector<double> gains;
    for (std::size_t draw = 0; draw < old.draws_s.size(); ++draw) {
        gains.push_back(old.draws_s[draw] - other.draws_s.at(draw));
    }
    repartition_measurement one{old.predicted_s, other.predicted_s, {}, 0, {}};
    const double gain_s = old.predicted_s - other.predicted_s;
    one.gain_s = gains.empty() ? advisor::interval{gain_s, gain_s} : advisor::middle_95(gains);
    const double copies =
        advisor::sweeps_of_copies * std::max(sweep.of(current_name).compute_s, sweep.of(method).compute_s);
    one.move_s = copies + (moving_s.empty() ? 0 : advisor::median(moving_s));
    one.move_interval_s = {copies + (moving_s.empty() ? 0 : *std::ranges::min_element(moving_s)),
                           copies + (moving_s.empty() ? 0 : *std::ranges::max_element(moving_s))};
    return one;
}

// The fastest partition that is not the present one; empty if that is not ranked before the present one.
std::string faster_than_current(const advisor::problem& problem, const advisor::survey& found,
                                const advisor::ranking& ranked) {
    const auto& first = ranked.methods.at(0).method;
    return have_same_partition(problem, found, first, current_name) ? "" : first;
}

struct confirmation {
    repartition_measurement measured;
    advisor::predictability quality;
};

// Measures both partitions of the problem again, with all patterns of the iteration.
confirmation confirm(daemon::virtual_machine& virtual_machine, const advisor::placement& where,
                     const advisor::problem& two, const repartition_question& question, advisor::survey& found,
                     const std::vector<double>& moving_s) {
    const advisor::survey_setup silent{virtual_machine, where, [](const std::string&) {}};
    const auto limits = advisor::effort_for(question.probe_s, two.methods.size());
    auto again = advisor::take_survey(silent, two, limits);
    advisor::pattern_rankings rankings(silent, two, limits, {}, again);
    const auto ranked = rankings.of_iteration(question.iteration);
    found.reports.insert(found.reports.end(), again.reports.begin(), again.reports.end());
    return {compare(ranked, rankings.of_pattern(two.stencil), two.methods.front(), moving_s),
            rankings.quality_of(question.iteration)};
}

std::string measurements_text(const repartition_answer& answer) {
    static constexpr const char* line = "{:<16} {:>12} {:>12} {:>25} {:>23} {:>21}\n";
    std::string text = fmt::format(line, "measurement", "current ms", answer.method + " ms", "saved per iteration ms",
                                   "moving ms", "saved in all s");
    for (const auto& c : measurement_cells(answer))
        text += fmt::format(line, c[0], c[1], c[2], c[3], c[4], c[5]);
    return text;
}

std::string why_kept(const repartition_answer& answer) {
    const auto& last = answer.measured.back();
    const auto from = last.pays_from();
    if (from < 0) return fmt::format("it is not certain that {} is faster", answer.method);
    return fmt::format("with {} the change pays for certain from {} iterations on, and {} are left", answer.method,
                       from, answer.steps_left);
}

}  // namespace

part::partition read_current(const std::string& option, const std::string& file) {
    const std::string text = read_input_file(file, option);
    try {
        return part::partition_from_json(text);
    } catch (const part::error& wrong) {
        throw verb_error(exit_status::failed, fmt::format("{}: {}: {}", option, file, wrong.what()));
    }
}

repartition_answer answer_repartition(daemon::virtual_machine& virtual_machine, const advisor::placement& where,
                                      const advisor::problem& problem, const repartition_question& question,
                                      advisor::survey& found, advisor::pattern_rankings& rankings,
                                      const advisor::progress_text& say) {
    const auto ranked = rankings.of_iteration(question.iteration);
    repartition_answer answer;
    answer.steps_left = question.steps_left;
    answer.cells = problem.domain.cells();
    answer.method = faster_than_current(problem, found, ranked);
    if (answer.method.empty()) return answer;
    const auto current = partition_of(problem, found, current_name).parts;
    const auto other = partition_of(problem, found, answer.method).parts;
    answer.moving_cells = grid::moving_cells(current, other);
    const auto messages = advisor::moving_messages(current, other, question.cell_bytes);
    const auto measure_moves = [&] {
        return messages.empty() ? std::vector<double>() : measure_moving(virtual_machine, where, problem, messages);
    };
    say("measuring how long it takes to move the cells");
    answer.measured.push_back(compare(ranked, rankings.of_pattern(problem.stencil), answer.method, measure_moves()));
    advisor::problem two = problem;
    two.methods = {answer.method, current_name};
    two.given = {{answer.method, other}, {current_name, current}};
    while ((answer.decision = advisor::decide_repartition(answer.measured, question.steps_left)) ==
           repartition_decision::measure_again) {
        say(fmt::format("confirming that {} is faster, {} of {}", answer.method, answer.measured.size(),
                        advisor::needed_confirmations));
        auto again = confirm(virtual_machine, where, two, question, found, measure_moves());
        answer.measured.push_back(std::move(again.measured));
        answer.quality = advisor::worst_of(answer.quality, again.quality);
    }
    return answer;
}

std::vector<std::array<std::string, 6>> measurement_cells(const repartition_answer& answer) {
    std::vector<std::array<std::string, 6>> rows;
    for (std::size_t i = 0; i < answer.measured.size(); ++i) {
        const auto& one = answer.measured[i];
        const auto saving = one.saving_s(answer.steps_left);
        rows.push_back({i == 0 ? "proposal" : fmt::format("confirmation {}", i), milliseconds(one.old_s),
                        milliseconds(one.new_s), milliseconds(one.gain_s), milliseconds(one.move_interval_s),
                        fmt::format("{:.3g}..{:.3g}", saving.lo, saving.hi)});
    }
    return rows;
}

std::string repartition_advice_text(const repartition_answer& answer) {
    if (answer.method.empty()) return "Keep the current partition: no other one is predicted to be faster.\n";
    if (answer.decision != repartition_decision::move)
        return fmt::format("Keep the current partition: {}.\n", why_kept(answer));
    const auto least =
        std::ranges::min(answer.measured, {}, [&](const auto& one) { return one.saving_s(answer.steps_left).lo; });
    return fmt::format("Move to {}: it saves at least {:.3g} s in the {} iterations that are left.\n", answer.method,
                       least.saving_s(answer.steps_left).lo, answer.steps_left);
}

std::string moving_text(const repartition_answer& answer) {
    if (answer.method.empty()) return {};
    return fmt::format("A change from the current partition to {} moves {} of {} cells.\n", answer.method,
                       answer.moving_cells, answer.cells);
}

std::string moving_table_text(const repartition_answer& answer) {
    return answer.method.empty() ? "" : moving_text(answer) + measurements_text(answer);
}

json repartition_json(const repartition_answer& answer) {
    json measured = json::array();
    for (const auto& one : answer.measured) {
        const auto saving = one.saving_s(answer.steps_left);
        measured.push_back({{"current_s", one.old_s},
                            {"method_s", one.new_s},
                            {"gain_interval_s", {one.gain_s.lo, one.gain_s.hi}},
                            {"move_s", one.move_s},
                            {"move_interval_s", {one.move_interval_s.lo, one.move_interval_s.hi}},
                            {"saving_s", one.expected_saving_s(answer.steps_left)},
                            {"saving_interval_s", {saving.lo, saving.hi}},
                            {"pays_from", one.pays_from() < 0 ? json() : json(one.pays_from())}});
    }
    return {{"decision", answer.decision == repartition_decision::move ? "move" : "keep"},
            {"method", answer.method.empty() ? json() : json(answer.method)},
            {"steps_left", answer.steps_left},
            {"moving_cells", answer.moving_cells},
            {"cells", answer.cells},
            {"measurements", measured}};
}

}  // namespace banyan::tools
