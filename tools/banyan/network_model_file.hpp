// The file of a network model that an option --network-model names.
#pragma once

#include <string>

#include "libnet/schedules/network_model.hpp"

namespace banyan::tools {

/// Reads the file. Throws verb_error (usage) with option, file and reason if it cannot be read or is not a network
/// model.
net::network_model read_network_model(const std::string& file);

}  // namespace banyan::tools
