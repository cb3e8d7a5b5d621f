// A network model as text, for files and for tables.
#pragma once

#include <string>
#include <string_view>

#include "libnet/schedules/network_model.hpp"

namespace banyan::net {

/// The names of network_model::numbers(), for example "inside_host.start_s".
std::array<std::string_view, network_model::numbers_count> number_names();

/// "banyan network model 1", then one line "NAME NUMBER" for each number, then one line for each measured order
/// (measured_order.hpp).
std::string to_text(const network_model& model);

/// Reads what to_text() writes, in any order of the lines. Of two measured orders for the same call, the last one
/// counts. Empty lines and lines that begin with '#' are ignored. A missing free_bytes is 0. Throws
/// errc::invalid_argument with the number and the text of the line for anything else, and if another number is missing
/// or the model is not usable (is_usable()).
network_model network_model_from_text(std::string_view text);

}  // namespace banyan::net
