// The page that `banyan advise --report` writes.
#pragma once

#include <string>

#include "advisor/ranking.hpp"
#include "advisor/scaling.hpp"
#include "advisor/survey.hpp"
#include "tools/banyan/ranking_report.hpp"

namespace banyan::tools {

/// What the verb has measured and computed.
struct advise_results {
    const advisor::problem& problem;
    const advisor::survey& found;
    const advisor::ranking& ranked;
    const computer_loads& loads;
    const advisor::scaling_curve* scaling = nullptr;  ///< of --scaling, if asked for
    std::string timed = "one iteration";              ///< what the times of `ranked` are times of
    std::string sections{};                           ///< further sections of the page, as markup
};

/// One HTML document with the advice, its warnings, settings, tables and charts. `advice` are the lines that the verb
/// prints last; `encryption` is that of the messages between hosts.
std::string advise_page(const advise_results& results, const std::string& advice, const std::string& encryption);

/// A section with the partitions of the advised tasks, if these are not all tasks: the partitions of the page itself
/// are those of all tasks.
std::string fewer_tasks_section(const advisor::problem& problem, const advisor::survey& found);

}  // namespace banyan::tools
