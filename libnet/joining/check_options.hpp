// Checks the settings of a program before they are used.
#pragma once

#include "banyan/net/mailbox_options.hpp"

namespace banyan::net::detail {

/// Returns the options with durations of more than a year reduced to a year, which timers can hold. Throws
/// errc::invalid_argument that names the option, its value and the allowed values.
mailbox_options checked(mailbox_options options);

}  // namespace banyan::net::detail
