// The variables about traces that tools of PVM read.
#include <utility>

#include "libnet/pvm3/trace_names.hpp"

namespace {

// Tools do not change the texts.
char* text(const char* constant) {
    return const_cast<char*>(constant);
}

}  // namespace

extern "C" {

Pvmtracer pvmtrc{};
Pvmtracer pvmctrc{};
Pvmtevdid pvmtevdidlist[TEV_DID_MAX + 1];
Pvmtevinfo pvmtevinfo[TEV_MAX + 1];

}  // extern "C"

namespace {

// Before the program's main().
[[gnu::constructor]] void name_trace_variables() {
    for (std::size_t i = 0; const auto& meaning : banyan::pvm3::trace_meanings())
        pvmtevdidlist[i++] = {text(meaning.name), text(meaning.text)};
    for (std::size_t i = 0; const char* name : banyan::pvm3::trace_event_names())
        pvmtevinfo[i++].name = text(name);
}

}  // namespace
