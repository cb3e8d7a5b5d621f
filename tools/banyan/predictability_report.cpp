#include "tools/banyan/predictability_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

namespace banyan::tools {

std::string samples_text(const advisor::predictability& found) {
    const auto groups = found.bimodality > 0
                            ? fmt::format("two groups of times that differ by {:.0f} %", 100 * found.bimodality)
                            : std::string("one group of times");
    const auto drift =
        found.drift != 0 ? fmt::format("a drift of {:+.0f} %", 100 * found.drift) : std::string("no drift");
    return fmt::format("Samples: repeated measurements of a method differ by {:.1f} %, {}, {}\n",
                       100 * std::expm1(found.held_out_error), groups, drift);
}

std::string unpredictable_text(const advisor::predictability& found) {
    if (found.is_good()) return "";
    return fmt::format(
        "These hosts cannot be predicted now: {}.\n"
        "End other programs, or measure longer (--probe-seconds), and ask again before you rely on this advice.\n",
        fmt::join(found.reasons, "; "));
}

std::string speed_remark(const advisor::survey& found, std::size_t rank) {
    if (rank >= found.speed_quality.size()) return "";
    return fmt::format("{}", fmt::join(found.speed_quality[rank].reasons, "; "));
}

nlohmann::ordered_json predictability_json(const advisor::predictability& found) {
    return {{"is_good", found.is_good()},
            {"held_out_error", found.held_out_error},
            {"bimodality", found.bimodality},
            {"drift", found.drift},
            {"reasons", found.reasons}};
}

}  // namespace banyan::tools
