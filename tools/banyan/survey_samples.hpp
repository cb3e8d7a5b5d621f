// All samples of a survey as JSON, so that others can repeat every fit and prediction.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "advisor/predictability.hpp"
#include "advisor/ranking.hpp"
#include "advisor/survey.hpp"

namespace banyan::tools {

/// partitions: method, speeds, cells of each processor, settled, shifted, and partition as part::to_json() writes it.
/// reports: all samples in the order of measurement, with the facts of the hosts. `methods` are those of the problem.
nlohmann::ordered_json survey_json(const advisor::survey& found, const std::vector<std::string>& methods);

/// What `banyan advise --samples` writes, without its schema: the problem, the prediction, its predictability, and the
/// survey.
nlohmann::ordered_json advise_samples_json(const advisor::problem& problem, const advisor::survey& found,
                                           const advisor::ranking& ranked, const advisor::predictability& quality);

}  // namespace banyan::tools
