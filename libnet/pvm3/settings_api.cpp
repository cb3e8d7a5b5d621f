// Options, the match function of receives, message handlers and masks of traces.
#include <cstdio>
#include <cstring>
#include <utility>

#include "libnet/pvm3/api_call.hpp"
#include "libnet/pvm3/child_output.hpp"
#include "libnet/pvm3/enrolment.hpp"
#include "libnet/pvm3/extra_symbols.hpp"
#include "libnet/pvm3/library.hpp"
#include "libnet/pvm3/setting_messages.hpp"

namespace {

using namespace banyan::pvm3;

// The mask of the task or of its children; nullptr for another number.
char* trace_mask(int who) {
    if (who != PvmTaskSelf && who != PvmTaskChild) return nullptr;
    return the_library().trace_masks[static_cast<std::size_t>(who)];
}

// As in PVM 3.4.6. A task that enrolled later would replace the value by the one that it inherits. A process that has
// been enrolled, or whose parent process has, tells the service of every change of the collector.
bool needs_enrolment(int what, int value) {
    if (tid_of_process() != 0) return false;
    const bool sets_collector = (what == PvmSelfOutputTid || what == PvmSelfTraceTid) && value > 0;
    return sets_collector || (the_library().setting_changed != nullptr && is_about_collector(what));
}

// The match function of a task that has set none.
int match_exactly(int id, int tid, int tag) {
    const message_buffer* buffer = the_library().buffers.find(id);
    if (!buffer) return 0;
    return (tid == -1 || tid == buffer->message.source) && (tag == -1 || tag == buffer->message.tag) ? 1 : 0;
}

}  // namespace

extern "C" {

// The value of an option may be negative, so it does not pass through finish().
int pvm_setopt(int what, int value) {
    const traced_call traced(TEV_SETOPT,
                             [&](trace_record& event) { event.add(TEV_DID_OPT, what).add(TEV_DID_OPV, value); });
    library& pvm = the_library();
    if (const int code = pvm.settings.refusal(what, value, tid_of_process()); code != PvmOk)
        return traced.exit(finish("pvm_setopt", code), TEV_DID_OPV);
    if (needs_enrolment(what, value)) {
        const int enrolled = guarded("pvm_setopt", [] { return this_task().tid(); });
        if (enrolled < 0) return traced.exit(enrolled, TEV_DID_OPV);
    }
    pvm.settings.set(PvmAutoErr, pvmautoerr);  // the program may have set the variable
    const int old = pvm.settings.set(what, value);
    pvm.settings.give_to_children(what);
    const int code = guarded("pvm_setopt", [&] {
        if (what == PvmDebugMask) pvmdebmask = value;
        if (what == PvmAutoErr) pvmautoerr = value;
        if (what == PvmShowTids) the_child_output().show_tids(value != 0);
        if (pvm.setting_changed) pvm.setting_changed(what);
        return PvmOk;
    });
    return traced.exit(code < 0 ? code : old, TEV_DID_OPV);
}

int pvm_getopt(int what) {
    const traced_call traced(TEV_GETOPT, [&](trace_record& event) { event.add(TEV_DID_OPT, what); });
    if (what == PvmAutoErr) the_library().settings.set(what, pvmautoerr);
    const int value = options::known(what) ? the_library().settings.get(what) : finish("pvm_getopt", PvmBadParam);
    return traced.exit(value, TEV_DID_OPV);
}

int (*pvm_recvf(int (*match)(int, int, int)))(int, int, int) {
    auto* const old = std::exchange(the_library().match, match == match_exactly ? nullptr : match);
    return old ? old : match_exactly;
}

int pvm_addmhf(int source, int tag, int context, int (*call)(int)) {
    const traced_call traced(TEV_ADDMHF, [&](trace_record& event) {
        event.add(TEV_DID_RST, source).add(TEV_DID_RMC, tag).add(TEV_DID_RCX, context);
    });
    return traced.exit(guarded("pvm_addmhf", [&] { return the_library().handlers.add(source, tag, context, call); }),
                       TEV_DID_MHI);
}

int pvm_delmhf(int id) {
    const traced_call traced(TEV_DELMHF, [&](trace_record& event) { event.add(TEV_DID_MHI, id); });
    return traced.exit(guarded("pvm_delmhf", [&] { return the_library().handlers.remove(id); }));
}

int pvmdisplaymhfinfo() {
    for (const message_handler& h : the_library().handlers.all())
        std::printf("handler %d: source %x, tag %d, context %d\n", h.id, static_cast<unsigned>(h.source), h.tag,
                    h.context);
    return 0;
}

int pvm_settmask(int who, char* mask) {
    char* own = trace_mask(who);
    if (!own || !mask) return finish("pvm_settmask", PvmBadParam);
    std::memcpy(own, mask, TEV_MASK_LENGTH - 1);
    update_tracing();
    return PvmOk;
}

int pvm_gettmask(int who, char* mask) {
    const char* own = trace_mask(who);
    if (!own || !mask) return finish("pvm_gettmask", PvmBadParam);
    std::memcpy(mask, own, TEV_MASK_LENGTH);
    return PvmOk;
}

}  // extern "C"
