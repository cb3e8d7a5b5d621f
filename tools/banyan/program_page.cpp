#include "tools/banyan/program_page.hpp"

#include "tools/banyan/html_page.hpp"

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
    for (const auto& cells : phase_cells(program))
        shown.rows.emplace_back(cells.begin(), cells.end());
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
    for (const auto& cells : measurement_cells(answer))
        shown.rows.emplace_back(cells.begin(), cells.end());
    return html::section("Change of the partition", html::paragraphs(moving_text(answer)) + html::element(shown));
}

}  // namespace banyan::tools
