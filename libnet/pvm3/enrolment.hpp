// The task that this process is in the PVM virtual machine. Nearly every call enrols it if it is not enrolled yet.
#pragma once

#include "libnet/pvm3/enrolled_task.hpp"

namespace banyan::pvm3 {

/// Enrols if necessary. Throws net::error if no PVM service can be reached.
enrolled_task& this_task();
[[nodiscard]] bool is_enrolled();
/// The tid of this process; 0 if it is not enrolled. Unlike library::tid, never that of the parent process after
/// fork().
[[nodiscard]] int tid_of_process();
/// Leaves the virtual machine; the next call of this_task() enrols as a new task. Does nothing if not enrolled.
void leave_virtual_machine();
/// As much of it as a signal handler can do that has interrupted a call of PVM: enrolled_task::deliver_sent(). The task
/// stays enrolled until the end of the process.
void deliver_sent();

}  // namespace banyan::pvm3
