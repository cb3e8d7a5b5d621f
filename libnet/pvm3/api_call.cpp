#include "libnet/pvm3/api_call.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "libnet/pvm3/error_text.hpp"
#include "libnet/pvm3/extra_symbols.hpp"
#include "libnet/pvm3/library.hpp"

namespace banyan::pvm3 {

std::string task_name() {
    const int tid = the_library().tid;
    return tid == 0 ? fmt::format("pid{}", ::getpid()) : fmt::format("t{:x}", static_cast<unsigned>(tid));
}

std::string library_line(const std::string& text) {
    return fmt::format("libpvm [{}]: {}", task_name(), text);
}

void print_line(const std::string& text) {
    std::fprintf(stderr, "%s\n", library_line(text).c_str());
}

int report_error(const char* call, int code, const char* detail) {
    pvm_errno = code;
    const int reaction = pvmautoerr;
    if (reaction == 0) return code;
    print_line(fmt::format("{}(): {}", call, detail ? detail : error_text(code)));
    if (reaction == 2) {
        trace_detail::depth = 0;  // the call has ended and holds no lock: pvm_exit() may wait
        pvmautoerr = 1;           // a call that fails while the task leaves does not exit again
        if (std::string_view(call) != "pvm_exit") pvm_exit();
        std::exit(code);
    }
    if (reaction == 3) std::abort();
    return code;
}

}  // namespace banyan::pvm3
