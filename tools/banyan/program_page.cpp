#include "tools/banyan/program_page.hpp"

#include <fmt/format.h>

#include "tools/banyan/html_page.hpp"
#include "tools/banyan/survey_page.hpp"

namespace banyan::tools {

std::string phases_section(const phased_program& program) {
    html::table shown{"Best partition of each phase; times of one iteration, in ms",
                      {{"Phase", false},
                       {"Patterns", false},
                       {"Iterations"},
                       {"Best method", false},
                       {"Predicted"},
                       {"95 % interval"},
                       {"p(best)"}},
                      {}};
    for (std::size_t i = 0; i < program.phases.size(); ++i) {
        const auto& phase = program.phases[i];
        const auto& best = program.times[i].of_iteration.methods.at(0);
        shown.rows.push_back({phase.name, text_of(phase.patterns), std::to_string(phase.iterations), best.method,
                              milliseconds(best.predicted_s), milliseconds(best.interval_s),
                              fmt::format("{:.2f}", best.p_best)});
    }
    return html::section("Phases", html::element(shown) + html::paragraphs(phase_plan_text(program)));
}

std::string repartition_section(const repartition_answer& answer) {
    if (answer.measured.empty()) return {};
    html::table shown{"Measurements of the current partition and of " + answer.method,
                      {{"Measurement", false},
                       {"Current (ms)"},
                       {answer.method + " (ms)"},
                       {"Saved per iteration (ms)"},
                       {"Moving (ms)"},
                       {"Saved in all (s)"}},
                      {}};
    for (std::size_t i = 0; i < answer.measured.size(); ++i) {
        const auto& one = answer.measured[i];
        const auto saving = one.saving_s(answer.steps_left);
        shown.rows.push_back({i == 0 ? "proposal" : fmt::format("confirmation {}", i), milliseconds(one.old_s),
                              milliseconds(one.new_s), milliseconds(one.gain_s), milliseconds(one.move_interval_s),
                              fmt::format("{:.3g}..{:.3g}", saving.lo, saving.hi)});
    }
    return html::section("Change of the partition", html::paragraphs(moving_text(answer)) + html::element(shown));
}

}  // namespace banyan::tools
