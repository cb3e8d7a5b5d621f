// Converts what a task waits for into a message to its daemon (control.proto).
#pragma once

#include "libnet/messaging/wait_report.hpp"

namespace banyan::net::control {
class Report;
}

namespace banyan::net::detail {

void to_wire(const wait_snapshot& seen, control::Report& report);
wait_snapshot from_wire(const control::Report& report);

}  // namespace banyan::net::detail
