// What every public call of libpvm3 does at its end: no exception leaves it, and an error is reported as PvmAutoErr
// says.
#pragma once

#include <algorithm>
#include <exception>
#include <initializer_list>
#include <new>
#include <string>

#include "banyan/net/error.hpp"
#include "libnet/pvm3/error_text.hpp"
#include "libnet/pvm3/tracing.hpp"
#include "pvm3/pvm3.h"

namespace banyan::pvm3 {

/// "t40001" when the task is enrolled, otherwise "pid123".
std::string task_name();
/// "libpvm [t40001]: `text`".
std::string library_line(const std::string& text);
/// Writes it as a line to standard error.
void print_line(const std::string& text);

/// Sets pvm_errno to the negative `code` and reports it for `call`, such as "pvm_send": PvmAutoErr 0 does nothing, 1
/// writes a line, 2 also calls pvm_exit and exits with `code`, 3 also aborts. `detail` stands in the line instead of
/// the text of the code. Returns `code`.
int report_error(const char* call, int code, const char* detail = nullptr);

/// What a failure of libnet is for a program: PvmOverflow for a message that is too long, otherwise PvmSysErr.
inline int code_of(const net::error& failure) {
    return failure.which() == net::errc::too_large ? PvmOverflow : PvmSysErr;
}

/// All public calls return through here.
inline int finish(const char* call, int code) {
    return code >= 0 ? code : report_error(call, code);
}

/// As finish(), but the codes in `answers` are not reported: a program asks for them, such as PvmNoParent.
inline int finish(const char* call, int code, std::initializer_list<int> answers) {
    if (std::find(answers.begin(), answers.end(), code) == answers.end()) return finish(call, code);
    return pvm_errno = code;
}

/// Returns finish(call, body(), answers). Lack of memory is PvmNoMem, a failure of libnet code_of(), others PvmSysErr.
/// The call is an event of the trace, with its result.
template <class Body>
int guarded(api_name call, Body&& body, std::initializer_list<int> answers = {}) {
    const traced_call traced(call.event);
    int code = PvmNoMem;
    try {
        code = body();
    } catch (const std::bad_alloc&) {
    } catch (const net::error& failure) {
        return traced.exit(report_error(call.text, code_of(failure), failure.what()));
    } catch (const std::exception& failure) {
        return traced.exit(report_error(call.text, PvmSysErr, failure.what()));
    }
    return traced.exit(finish(call.text, code, answers));
}

}  // namespace banyan::pvm3
