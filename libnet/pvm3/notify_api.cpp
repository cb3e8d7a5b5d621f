// pvm_notify.
#include "libnet/pvm3/api_call.hpp"
#include "libnet/pvm3/enrolment.hpp"
#include "libnet/pvm3/library.hpp"
#include "pvm3/pvm3.h"

using namespace banyan::pvm3;

int pvm_notify(int what, int tag, int count, const int* tids) {
    return guarded("pvm_notify", [&]() -> int {
        const int kind = what & ~PvmNotifyCancel;
        const bool names_tasks = kind != PvmHostAdd && kind != PvmRouteAdd;
        if (tag < 0 || (names_tasks && (count < 0 || (count > 0 && !tids)))) return PvmBadParam;
        if (kind == PvmRouteAdd || kind == PvmRouteDelete) return PvmOk;  // links are made and ended without notice
        auto& task = this_task();
        wire::ToService request;
        auto& notify = *request.mutable_notify();
        notify.set_what(what);
        notify.set_tag(tag);
        notify.set_context(the_library().context);
        notify.set_count(count);
        for (int i = 0; names_tasks && i < count; ++i)
            notify.add_tids(static_cast<std::uint32_t>(tids[i]));
        return task.call(std::move(request)).status();
    });
}
