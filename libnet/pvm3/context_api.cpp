// pvm_newcontext, pvm_freecontext, pvm_setcontext, pvm_getcontext.
#include "libnet/pvm3/api_call.hpp"
#include "libnet/pvm3/enrolment.hpp"
#include "libnet/pvm3/library.hpp"
#include "pvm3/pvm3.h"

using namespace banyan::pvm3;

int pvm_newcontext() {
    return guarded("pvm_newcontext", [&]() -> int {
        wire::ToService request;
        request.mutable_new_context();
        return this_task().call(std::move(request)).status();
    });
}

int pvm_freecontext(int context) {
    return guarded("pvm_freecontext", [&]() -> int {
        wire::ToService request;
        request.mutable_free_context()->set_context(context);
        return this_task().call(std::move(request)).status();
    });
}

// Any number is allowed. The task enrols first, because it may inherit a context.
int pvm_setcontext(int context) {
    const int enrolled = guarded("pvm_setcontext", [] { return this_task().tid(); });
    if (enrolled < 0) return enrolled;
    const int old = the_library().context;
    the_library().set_context(context);
    return old;
}

int pvm_getcontext() {
    const int enrolled = guarded("pvm_getcontext", [] { return this_task().tid(); });
    return enrolled < 0 ? enrolled : the_library().context;
}
