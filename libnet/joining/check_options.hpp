// Settings that a program has chosen, checked before anything is made with them.
#pragma once

#include "banyan/net/mailbox_options.hpp"

namespace banyan::net::detail {

/// The options with no duration longer than a year, which timers can hold. Throws errc::invalid_argument, naming the
/// option, its value and what is allowed.
mailbox_options checked(mailbox_options options);

}  // namespace banyan::net::detail
