// The parts of the cost of a message, in words and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "advisor/network_terms.hpp"

namespace banyan::tools {

/// A line for each term, class and segment, and one for each term that is left out, with the reason. Empty if nothing
/// was measured.
std::string network_terms_text(const advisor::network_terms& found);

/// terms: name, unit, value, ci95; segments: from_bytes, to_bytes, offset_s, slope_s_per_byte, and their ci95; classes:
/// name, pairs, latency_s, latency_ci95; left_out: name, why.
nlohmann::ordered_json network_terms_json(const advisor::network_terms& found);

}  // namespace banyan::tools
