// The sections of the page of `banyan advise --report` for programs with phases and for programs that are running.
#pragma once

#include <string>

#include "tools/banyan/phase_report.hpp"
#include "tools/banyan/repartition.hpp"

namespace banyan::tools {

/// The best partition of each phase, and whether to change between them. Markup.
std::string phases_section(const phased_program& program);

/// The measurements of the present and the proposed partition. Markup.
std::string repartition_section(const repartition_answer& answer);

}  // namespace banyan::tools
