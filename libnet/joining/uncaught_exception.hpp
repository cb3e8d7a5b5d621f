// Reports an uncaught exception to the daemon, so that the run reports it once, with the rank.
#pragma once

#include "libnet/joining/attachment.hpp"

namespace banyan::net::detail {

/// From now on std::terminate() reports the exception to `daemon` and aborts. The C++ runtime's own text is not
/// printed. A terminate handler that the program has set is called afterwards. nullptr restores the handler that was
/// set before.
void report_uncaught_to(attachment* daemon);

}  // namespace banyan::net::detail
