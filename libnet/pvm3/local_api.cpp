// Calls that need only this process: errors, version, ids, and the list of exported variables.
#include <fmt/format.h>

#include <cstring>
#include <string>

#include "libnet/pvm3/api_call.hpp"
#include "libnet/pvm3/error_text.hpp"
#include "libnet/pvm3/export_list.hpp"
#include "pvm3/pvmproto.h"

namespace {

using namespace banyan::pvm3;

bool is_variable(const char* name) {
    return name && *name && !std::strchr(name, '=');
}

// Calls change(name).
int change_export_list(api_name call, const char* name, void (*change)(const std::string&)) {
    if (!is_variable(name)) return finish(call.text, PvmBadParam);
    return guarded(call, [&] {
        change(name);
        return PvmOk;
    });
}

}  // namespace

extern "C" {

int pvm_perror(const char* prefix) {
    return guarded("pvm_perror", [&] {
        print_line(fmt::format("{}: {}", prefix ? prefix : "", error_text(pvm_errno)));
        return PvmOk;
    });
}

char* pvm_strerror() {
    return const_cast<char*>(error_text(pvm_errno));
}

char* pvm_version() {
    return const_cast<char*>(PVM_VER);
}

int pvm_tidtohost(int tid) {
    return tid & TIDHOST;
}

int pvm_export(const char* name) {
    return change_export_list("pvm_export", name, export_variable);
}

int pvm_unexport(const char* name) {
    return change_export_list("pvm_unexport", name, unexport_variable);
}

}  // extern "C"
