// The numbers of a network model in the JSON of `banyan bench`.
#pragma once

#include <nlohmann/json.hpp>

#include "libnet/schedules/network_model.hpp"

namespace banyan::tools {

/// The numbers by name, in seconds and bytes; the names are those of `banyan bench model --write`.
nlohmann::ordered_json model_json(const net::network_model& model);

}  // namespace banyan::tools
