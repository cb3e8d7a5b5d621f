// pvm_newcontext, pvm_freecontext, pvm_setcontext, pvm_getcontext.
#include "libnet/pvm3/api_call.hpp"
#include "libnet/pvm3/enrolment.hpp"
#include "libnet/pvm3/library.hpp"
#include "pvm3/pvm3.h"

using namespace banyan::pvm3;

int pvm_newcontext() {
    const traced_call traced(TEV_NEWCONTEXT);
    return traced.exit(guarded("pvm_newcontext",
                               [&]() -> int {
                                   wire::ToService request;
                                   request.mutable_new_context();
                                   return this_task().call(std::move(request)).status();
                               }),
                       TEV_DID_CXN);
}

int pvm_freecontext(int context) {
    const traced_call traced(TEV_FREECONTEXT, [&](trace_record& event) { event.add(TEV_DID_CXF, context); });
    return traced.exit(guarded("pvm_freecontext", [&]() -> int {
        wire::ToService request;
        request.mutable_free_context()->set_context(context);
        return this_task().call(std::move(request)).status();
    }));
}

// Any number is allowed. The task enrols first, because it may inherit a context.
int pvm_setcontext(int context) {
    const traced_call traced(TEV_SETCONTEXT, [&](trace_record& event) { event.add(TEV_DID_CXS, context); });
    const int enrolled = guarded("pvm_setcontext", [] { return this_task().tid(); });
    if (enrolled < 0) return enrolled;
    const int old = the_library().context;
    the_library().set_context(context);
    return traced.exit(old);
}

int pvm_getcontext() {
    const traced_call traced(TEV_GETCONTEXT);
    const int enrolled = guarded("pvm_getcontext", [] { return this_task().tid(); });
    return traced.exit(enrolled < 0 ? enrolled : the_library().context, TEV_DID_CXC);
}
