// The names of the events of traces, for the command trace.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace banyan::pvm_console {

struct named_event {
    std::string_view name;
    int number;  // TEV_... of pvmtev.h
};

/// In the order of their names.
const std::vector<named_event>& named_events();
/// "send" or "pvm_send". Throws command_error for an unknown name.
const named_event& event_named(std::string_view name);
/// All events in four columns, with * in front of those of the mask.
std::string events_table(const char* mask);

}  // namespace banyan::pvm_console
