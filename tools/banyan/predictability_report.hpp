// Whether the hosts can be predicted now, in words and as JSON.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

#include "advisor/predictability.hpp"
#include "advisor/survey.hpp"

namespace banyan::tools {

/// One line below the table: what the samples say about the error of the predictions.
std::string samples_text(const advisor::predictability& found);

/// "These hosts cannot be predicted now: ..." with the reasons and what to do; stands before the advice. Empty if
/// they can be predicted.
std::string unpredictable_text(const advisor::predictability& found);

/// Why the speed of a rank was not steady while it was measured; empty if it was.
std::string speed_remark(const advisor::survey& found, std::size_t rank);

/// is_good, held_out_error, bimodality, drift, reasons.
nlohmann::ordered_json predictability_json(const advisor::predictability& found);

}  // namespace banyan::tools
