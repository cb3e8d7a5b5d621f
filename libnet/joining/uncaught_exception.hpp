// Tells the daemon about an exception that nothing catches, so that the run reports it once, with its rank.
#pragma once

#include "libnet/joining/attachment.hpp"

namespace banyan::net::detail {

/// From now on std::terminate() tells `daemon` and aborts; the C++ runtime's own text is left out, and a handler that
/// the program has set is called afterwards. nullptr: no more, and the handler that was set before is set again.
void report_uncaught_to(attachment* daemon);

}  // namespace banyan::net::detail
