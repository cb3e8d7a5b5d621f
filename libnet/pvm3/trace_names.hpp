// The names of the events of a trace, and of the meanings of their values, as in PVM 3.4 (pvmtev.h).
#pragma once

#include <iterator>
#include <span>

#include "pvm3/pvmtev.h"

namespace banyan::pvm3 {

struct trace_meaning {
    const char* name;  // such as "TID"
    const char* text;
};

/// At the number TEV_...: "send" of TEV_SEND.
inline constexpr const char* trace_event_list[] = {
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
static_assert(std::size(trace_event_list) == TEV_MAX + 1);

std::span<const char* const> trace_event_names();
/// At the number TEV_DID_...
std::span<const trace_meaning> trace_meanings();

}  // namespace banyan::pvm3
