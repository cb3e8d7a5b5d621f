// What every public call of libpvm3 does at its end: no exception leaves it, and an error is reported as PvmAutoErr
// says.
#pragma once

#include <new>
#include <string>

#include "banyan/net/error.hpp"
#include "pvm3/pvm3.h"

namespace banyan::pvm3 {

/// "t40001" when the task is enrolled, otherwise "pid123".
std::string task_name();
/// "libpvm [t40001]: `text`".
std::string library_line(const std::string& text);
/// Writes it as a line to standard error.
void print_line(const std::string& text);

/// Sets pvm_errno to the negative `code` and reports it for `call`, such as "pvm_send": PvmAutoErr 0 does nothing, 1
/// writes a line, 2 also exits, 3 also aborts. `detail` is added to the line. Returns `code`.
int report_error(const char* call, int code, const char* detail = nullptr);

/// All public calls return through here.
inline int finish(const char* call, int code) {
    return code >= 0 ? code : report_error(call, code);
}

/// Returns finish(call, body()). Lack of memory is PvmNoMem, a failure of libnet PvmSysErr.
template <class Body>
int guarded(const char* call, Body&& body) {
    int code = PvmNoMem;
    try {
        code = body();
    } catch (const std::bad_alloc&) {
    } catch (const net::error& failure) {
        return report_error(call, PvmSysErr, failure.what());
    }
    return finish(call, code);
}

}  // namespace banyan::pvm3
