// trace.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "pvm3/pvm3.h"
#include "pvm3/pvmtev.h"
#include "tools/pvm/command_error.hpp"
#include "tools/pvm/command_functions.hpp"
#include "tools/pvm/console.hpp"
#include "tools/pvm/event_names.hpp"
#include "tools/pvm/numbers.hpp"

namespace banyan::pvm_console {
namespace {

struct trace_option {
    const char* name;
    int value;  // of PvmTraceOptions
};
constexpr std::array<trace_option, 3> trace_options{
    {{"full", PvmTraceFull}, {"time", PvmTraceTime}, {"count", PvmTraceCount}}};

// `change` sets or removes an event.
void change_events(const words& names, void (*change)(char* mask, int event)) {
    Pvmtmask mask;
    checked("trace", pvm_gettmask(PvmTaskChild, mask));
    for (const auto& name : names) {
        if (name != "*") {
            change(mask, event_named(name).number);
            continue;
        }
        for (const auto& event : named_events())
            change(mask, event.number);
    }
    checked("trace", pvm_settmask(PvmTaskChild, mask));
}

constexpr int events_of_xpvm[] = {TEV_ADDMHF, TEV_BARRIER, TEV_BCAST,    TEV_DELMHF,     TEV_EXIT,  TEV_JOINGROUP,
                                  TEV_KILL,   TEV_LVGROUP, TEV_MCAST,    TEV_MHF_INVOKE, TEV_MYTID, TEV_NRECV,
                                  TEV_PARENT, TEV_PRECV,   TEV_PROBE,    TEV_PSEND,      TEV_RECV,  TEV_RECVF,
                                  TEV_SEND,   TEV_SENDSIG, TEV_SIBLINGS, TEV_SPAWN,      TEV_TRECV, TEV_USER_DEFINED};

void select_events_of_xpvm() {
    Pvmtmask mask;
    TEV_MASK_INIT(mask);
    for (const int event : events_of_xpvm)
        TEV_MASK_SET(mask, event);
    checked("trace", pvm_settmask(PvmTaskChild, mask));
}

void show_events() {
    Pvmtmask mask;
    checked("trace", pvm_gettmask(PvmTaskChild, mask));
    fmt::print("{}", events_table(mask));
}

void change_buffer(const words& arguments) {
    if (arguments.size() > 1) throw command_error("trace: wrong number of arguments, use trace buf [BYTES]");
    if (arguments.empty()) return fmt::print("{}\n", pvm_getopt(PvmTraceBuffer));
    const int bytes = parse_number("trace buf", arguments.front());
    if (bytes < 0) throw command_error(fmt::format("trace buf: '{}' is not allowed, use 0 or more", bytes));
    pvm_setopt(PvmTraceBuffer, bytes);
}

void change_detail(const words& arguments) {
    if (arguments.size() > 1) throw command_error("trace: wrong number of arguments, use trace opt [WHAT]");
    const int now = pvm_getopt(PvmTraceOptions);
    const auto chosen = std::ranges::find_if(trace_options, [&](const trace_option& each) {
        return arguments.empty() ? each.value == now : each.name == arguments.front();
    });
    if (arguments.empty()) return fmt::print("{}\n", chosen == trace_options.end() ? "none" : chosen->name);
    if (chosen == trace_options.end())
        throw command_error(fmt::format("trace opt: '{}' is not allowed, use full, time or count", arguments.front()));
    pvm_setopt(PvmTraceOptions, chosen->value);
}

}  // namespace

void change_trace(console& /*pvm*/, const words& arguments) {
    if (arguments.empty()) return show_events();
    const std::string& first = arguments.front();
    const words others(arguments.begin() + 1, arguments.end());
    const auto set = [](char* mask, int event) { TEV_MASK_SET(mask, event); };
    const auto unset = [](char* mask, int event) { TEV_MASK_UNSET(mask, event); };
    if (first == "buf") return change_buffer(others);
    if (first == "opt") return change_detail(others);
    if (first == "xpvm" && others.empty()) return select_events_of_xpvm();
    if (first == "+") return change_events(others, set);
    if (first == "-") return change_events(others, unset);
    change_events(arguments, set);
}

}  // namespace banyan::pvm_console
