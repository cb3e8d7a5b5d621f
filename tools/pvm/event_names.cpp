#include "tools/pvm/event_names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pvm3/pvmtev.h"
#include "tools/pvm/command_error.hpp"

namespace banyan::pvm_console {
namespace {

// At the number of each event.
constexpr const char* names[] = {
    "addhosts",   "barrier",     "bcast",      "bufinfo",    "config",      "delete",     "delhosts", "exit",
    "freebuf",    "getfds",      "getinst",    "getopt",     "getrbuf",     "getsbuf",    "gettid",   "gsize",
    "halt",       "initsend",    "insert",     "joingroup",  "kill",        "lookup",     "lvgroup",  "mcast",
    "mkbuf",      "mstat",       "mytid",      "notify",     "nrecv",       "parent",     "perror",   "pkbyte",
    "pkcplx",     "pkdcplx",     "pkdouble",   "pkfloat",    "pkint",       "pkuint",     "pklong",   "pkulong",
    "pkshort",    "pkushort",    "pkstr",      "probe",      "pstat",       "recv",       "recvf",    "send",
    "sendsig",    "setopt",      "setrbuf",    "setsbuf",    "spawn",       "start_pvmd", "tasks",    "tickle",
    "tidtohost",  "trecv",       "upkbyte",    "upkcplx",    "upkdcplx",    "upkdouble",  "upkfloat", "upkint",
    "upkuint",    "upklong",     "upkulong",   "upkshort",   "upkushort",   "upkstr",     "version",  "reg_hoster",
    "reg_rm",     "reg_tasker",  "reg_tracer", "newtask",    "endtask",     "spntask",    "archcode", "catchout",
    "getmwid",    "gettmask",    "hostsync",   "packf",      "precv",       "psend",      "reduce",   "setmwid",
    "settmask",   "unpackf",     "gather",     "scatter",    "putinfo",     "getinfo",    "delinfo",  "getmboxinfo",
    "newcontext", "freecontext", "setcontext", "getcontext", "siblings",    "getminfo",   "setminfo", "addmhf",
    "delmhf",     "mhf_invoke",  "timing",     "profiling",  "user_defined"};
static_assert(std::size(names) == TEV_MAX + 1);

std::vector<named_event> sorted_events() {
    std::vector<named_event> events;
    for (int number = TEV_FIRST; number <= TEV_MAX; ++number)
        events.push_back({names[number], number});
    std::ranges::sort(events, {}, &named_event::name);
    return events;
}

}  // namespace

const std::vector<named_event>& named_events() {
    static const std::vector<named_event> events = sorted_events();
    return events;
}

const named_event& event_named(std::string_view name) {
    const auto short_name = name.substr(name.starts_with("pvm_") ? 4 : 0);
    const auto found = std::ranges::find(named_events(), short_name, &named_event::name);
    if (found == named_events().end())
        throw command_error(fmt::format("trace: '{}' is not an event, trace lists the events", name));
    return *found;
}

std::string events_table(const char* mask) {
    constexpr std::size_t columns = 4;
    const auto& events = named_events();
    const std::size_t rows = (events.size() + columns - 1) / columns;
    std::string text;
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t i = row; i < events.size(); i += rows)
            text += fmt::format(" {} {:<15}", TEV_MASK_CHECK(mask, events[i].number) ? '*' : ' ', events[i].name);
        text += "\n";
    }
    return text;
}

}  // namespace banyan::pvm_console
