#include "tools/banyan/phase_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "advisor/survey.hpp"
#include "banyan/part/partition_json.hpp"
#include "tools/banyan/survey_page.hpp"

namespace banyan::tools {
namespace {

using json = nlohmann::ordered_json;

// "columns in flow and solve, row in output": equal neighbours are joined.
std::string methods_text(const phased_program& program, const std::vector<std::string>& methods) {
    std::vector<std::string> texts;
    for (std::size_t first = 0; first < methods.size();) {
        std::vector<std::string> names;
        std::size_t next = first;
        while (next < methods.size() && methods[next] == methods[first])
            names.push_back(program.phases[next++].name);
        texts.push_back(fmt::format("{} in {}", methods[first], fmt::join(names, " and ")));
        first = next;
    }
    return fmt::format("{}", fmt::join(texts, ", "));
}

bool changes(const advisor::phase_plan& plan) {
    return std::ranges::adjacent_find(plan.phase_methods, std::ranges::not_equal_to()) != plan.phase_methods.end();
}

}  // namespace

std::vector<std::string> phased_program::advised() const {
    if (plan.pays()) return plan.phase_methods;
    return std::vector<std::string>(phases.size(), plan.single_method);
}

std::vector<table_row> phase_cells(const phased_program& program) {
    std::vector<table_row> rows;
    for (std::size_t i = 0; i < program.phases.size(); ++i) {
        const auto& phase = program.phases[i];
        const auto& best = program.times[i].of_iteration.methods.at(0);
        rows.push_back({phase.name, text_of(phase.patterns), std::to_string(phase.iterations), best.method,
                        milliseconds(best.predicted_s), milliseconds(best.interval_s),
                        fmt::format("{:.2f}", best.p_best)});
    }
    return rows;
}

std::string phase_table_text(const phased_program& program) {
    auto rows = phase_cells(program);
    rows.insert(rows.begin(), table_row{"phase", "patterns", "iterations", "best method", "ms an iteration",
                                        "95 % interval", "p(best)"});
    return text_table("<<><>>>", rows);
}

std::string phase_plan_text(const phased_program& program) {
    const auto& plan = program.plan;
    std::string text = fmt::format("One partition for all phases: {}, {:.4g} s\n", plan.single_method, plan.single_s);
    if (!changes(plan))
        return text +
               fmt::format("Use {} for all phases: no change of the partition saves time.\n", plan.single_method);
    text += fmt::format("Changing the partition: {}, {:.4g} s and {:.3g} s for moving cells\n",
                        methods_text(program, plan.phase_methods), plan.phases_s, plan.moves_s);
    const auto saving = fmt::format("{:.3g} s ({:.3g}..{:.3g})", plan.saving(), plan.saving_s.lo, plan.saving_s.hi);
    if (plan.pays())
        return text + fmt::format("Use {}: the changes save {}.\n", methods_text(program, plan.phase_methods), saving);
    return text + fmt::format("Use {} for all phases: the changes would save {}, which is not certain.\n",
                              plan.single_method, saving);
}

json phases_json(const phased_program& program) {
    json phases = json::array();
    for (std::size_t i = 0; i < program.phases.size(); ++i) {
        const auto& phase = program.phases[i];
        json ranking = json::array();
        for (const auto& m : program.times[i].of_iteration.methods)
            ranking.push_back({{"method", m.method},
                               {"predicted_s", m.predicted_s},
                               {"interval_s", {m.interval_s.lo, m.interval_s.hi}},
                               {"p_best", m.p_best}});
        phases.push_back({{"name", phase.name},
                          {"patterns", text_of(phase.patterns)},
                          {"iterations", phase.iterations},
                          {"ranking", ranking}});
    }
    const auto& plan = program.plan;
    return {{"cycles", program.cycles},
            {"phases", phases},
            {"plan",
             {{"single_method", plan.single_method},
              {"single_s", plan.single_s},
              {"phase_methods", plan.phase_methods},
              {"phases_s", plan.phases_s},
              {"moves_s", plan.moves_s},
              {"saving_s", plan.saving()},
              {"saving_interval_s", {plan.saving_s.lo, plan.saving_s.hi}},
              {"pays", plan.pays()},
              {"advised", program.advised()}}}};
}

json phases_file_json(const phased_program& program, const advisor::problem& problem, const advisor::survey& found) {
    json out = json::array();
    const auto methods = program.advised();
    for (std::size_t i = 0; i < methods.size(); ++i)
        out.push_back({{"name", program.phases[i].name},
                       {"method", methods[i]},
                       {"partition", json::parse(part::to_json(partition_of(problem, found, methods[i]).parts))}});
    return out;
}

}  // namespace banyan::tools
