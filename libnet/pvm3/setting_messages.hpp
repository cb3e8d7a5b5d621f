// What the tasks that this task spawns inherit, and the settings that the service needs to know.
#pragma once

#include "libnet/pvm3/service_messages.pb.h"

namespace banyan::pvm3 {

/// At enrolment: context and options of the task that spawned this one. Tells the service if PvmNoReset is set.
void inherit_settings(const wire::Inherited& inherited);

/// For the children of this task. `flags`: of pvm_spawn.
wire::Inherited inherited_settings(int flags);

/// If the option is the collector of the task's own output or trace, or the tag or context of the messages to it.
[[nodiscard]] bool is_about_collector(int what);

/// After pvm_setopt: tells the service what it needs to know.
void tell_setting(int what);

}  // namespace banyan::pvm3
