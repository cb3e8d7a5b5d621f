// pvm_notify.
#include <span>

#include "libnet/pvm3/api_call.hpp"
#include "libnet/pvm3/enrolment.hpp"
#include "libnet/pvm3/library.hpp"
#include "libnet/pvm3/manager_requests.hpp"
#include "pvm3/pvm3.h"
#include "pvm3/pvmproto.h"

namespace banyan::pvm3 {
namespace {

// SM_NOTIFY: kind, context, tag, count, and the tids. The manager sends the notice.
int tell_manager_of_notify(int what, int tag, int count, const int* tids) {
    xdr_writer body;
    body.add(what).add(the_library().context).add(tag).add(count);
    if (tids) body.add(std::span(tids, static_cast<std::size_t>(count)));
    tell_manager(SM_NOTIFY, body);
    return PvmOk;
}

// In this library, as in the original.
int watch_routes(int tag, int count) {
    if (count < -1) return PvmBadParam;
    auto& task = this_task();
    auto& lib = the_library();
    for (const int tid : task.tasks_sent_to())
        lib.routes.note_known(tid);
    lib.routes.watch({tag, lib.context}, count);
    return PvmOk;
}

// pvm_exit gives the notice to the program, as in the original.
void watch_own_end(bool cancels, int tag, std::span<const int> tids) {
    auto& lib = the_library();
    for (const int tid : tids) {
        if (tid != this_task().tid()) continue;
        if (cancels)
            lib.own_end.cancel({tag, lib.context});
        else
            lib.own_end.watch({tag, lib.context});
    }
}

int ask_service_to_notify(int what, int tag, int count, std::span<const int> tids) {
    auto& task = this_task();
    wire::ToService request;
    auto& notify = *request.mutable_notify();
    notify.set_what(what);
    notify.set_tag(tag);
    notify.set_context(the_library().context);
    notify.set_count(count);
    for (const int tid : tids)
        notify.add_tids(static_cast<std::uint32_t>(tid));
    return task.call(std::move(request)).status();
}

}  // namespace
}  // namespace banyan::pvm3

using namespace banyan::pvm3;

int pvm_notify(int what, int tag, int count, const int* tids) {
    const traced_call traced(TEV_NOTIFY, [&](trace_record& event) {
        event.add(TEV_DID_NE, what).add(TEV_DID_NMC, tag).add(TEV_DID_NTL, array_of(tids, count));
    });
    return traced.exit(guarded("pvm_notify", [&]() -> int {
        const int kind = what & ~PvmNotifyCancel;
        const bool names_tasks = kind != PvmHostAdd && kind != PvmRouteAdd;
        const bool allows_reserved = the_library().settings.get(PvmResvTids) != 0;
        if ((tag < 0 && !allows_reserved) || (names_tasks && (count < 0 || (count > 0 && !tids)))) return PvmBadParam;
        if (kind == PvmRouteAdd) return watch_routes(tag, kind == what ? count : 0);
        const auto named = array_of(tids, names_tasks ? count : 0);
        const int status = kind != PvmRouteDelete && has_manager()
                               ? tell_manager_of_notify(what, tag, count, names_tasks ? tids : nullptr)
                               : ask_service_to_notify(what, tag, count, named);
        if (status == PvmOk && kind == PvmTaskExit) watch_own_end(kind != what, tag, named);
        return status;
    }));
}
