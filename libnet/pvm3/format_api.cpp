// pvm_packf and pvm_unpackf.
#include "libnet/pvm3/api_call.hpp"
#include "libnet/pvm3/format.hpp"
#include "libnet/pvm3/library.hpp"

extern "C" {

using namespace banyan::pvm3;

int pvm_packf(const char* format, ...) {
    const traced_call traced(TEV_PACKF, [&](trace_record& event) { event.add_text(TEV_DID_PF, text_of(format)); });
    format_arguments arguments;
    va_start(arguments.list, format);
    const int code = guarded("pvm_packf", [&] { return pack_format(the_library().buffers, format, arguments); });
    va_end(arguments.list);
    return traced.exit(code);
}

int pvm_unpackf(const char* format, ...) {
    const traced_call traced(TEV_UNPACKF, [&](trace_record& event) { event.add_text(TEV_DID_PF, text_of(format)); });
    format_arguments arguments;
    va_start(arguments.list, format);
    const int code = guarded("pvm_unpackf", [&] { return unpack_format(the_library().buffers, format, arguments); });
    va_end(arguments.list);
    return traced.exit(code);
}

}  // extern "C"
