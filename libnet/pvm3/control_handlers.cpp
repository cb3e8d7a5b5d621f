// Handlers of the control messages of PVM 3.4 (TC_SETTRACE and others). Programs register them for messages of their
// own. Each one reads the receive buffer, which is the message `id`, and frees it.
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "libnet/pvm3/enrolment.hpp"
#include "libnet/pvm3/extra_symbols.hpp"
#include "libnet/pvm3/library.hpp"
#include "libnet/pvm3/tracing.hpp"
#include "pvm3/pvm3.h"

namespace banyan::pvm3 {
namespace {

int read_integer() {
    int value = 0;
    pvm_upkint(&value, 1, 1);
    return value;
}

// For buffers and options of traces: 0 for a negative number.
int read_setting(const char* handler) {
    const int value = read_integer();
    if (value >= 0) return value;
    pvmlogprintf("%s: %d is not allowed: 0 or more", handler, value);
    return 0;
}

bool read_mask(const char* handler, Pvmtmask& mask) {
    char* text = nullptr;
    if (pvmupkstralloc(&text) < 0) return false;
    const std::unique_ptr<char, decltype(&std::free)> kept(text, &std::free);
    const auto length = std::strlen(text) + 1;
    if (length == TEV_MASK_LENGTH)
        std::memcpy(mask, text, length);
    else
        pvmlogprintf("%s: a mask of %d characters is not allowed: %d", handler, static_cast<int>(length),
                     TEV_MASK_LENGTH);
    return length == TEV_MASK_LENGTH;
}

// 0 too, which means PvmTraceFull and which pvm_setopt refuses.
void set_trace_options(int value) {
    the_library().settings.set(PvmSelfTraceOptions, value);
    update_tracing();
}

/// To which task, in which context and with which tag.
struct target {
    int tid = read_integer(), context = read_integer(), tag = read_integer();
};

// The task last, because the service is told of each change.
void set_target(const target& chosen, int tid_option, int context_option, int tag_option) {
    pvm_setopt(context_option, chosen.context);
    pvm_setopt(tag_option, chosen.tag);
    pvm_setopt(tid_option, chosen.tid);
}

int freed(int id) {
    pvm_freebuf(id);
    return 0;
}

}  // namespace
}  // namespace banyan::pvm3

using namespace banyan::pvm3;

extern "C" {

int pvm_tc_noop(int id) {
    return freed(id);
}

// Collectors of the trace and of the output: a task, 0 = no change, its context and tag; the mask, buffer and options.
int pvm_tc_settrace(int id) {
    const target trace, output;
    Pvmtmask mask;
    TEV_MASK_INIT(mask);
    read_mask("pvm_tc_settrace", mask);
    const int buffer = read_setting("pvm_tc_settrace"), detail = read_setting("pvm_tc_settrace");
    if (trace.tid != 0) {
        set_target(trace, PvmSelfTraceTid, PvmSelfTraceContext, PvmSelfTraceCode);
        pvm_settmask(PvmTaskSelf, mask);
        pvm_settmask(PvmTaskChild, mask);
        pvm_setopt(PvmSelfTraceBuffer, buffer);
        set_trace_options(detail);
    }
    if (output.tid != 0) set_target(output, PvmSelfOutputTid, PvmSelfOutputContext, PvmSelfOutputCode);
    return freed(id);
}

int pvm_tc_settrcbuf(int id) {
    pvm_setopt(PvmSelfTraceBuffer, read_setting("pvm_tc_settrcbuf"));
    return freed(id);
}

int pvm_tc_settrcopt(int id) {
    set_trace_options(read_setting("pvm_tc_settrcopt"));
    return freed(id);
}

int pvm_tc_settmask(int id) {
    Pvmtmask mask;
    if (read_mask("pvm_tc_settmask", mask)) pvm_settmask(PvmTaskSelf, mask);
    return freed(id);
}

// The number of tasks that were spawned together, and their tids. Those that do not know each other yet know then.
int pvm_tc_siblings(int id) {
    const int count = read_integer();
    std::vector<int> tids;
    for (int i = 0; i < count && tids.size() == static_cast<std::size_t>(i); ++i) {
        int tid = 0;
        if (pvm_upkint(&tid, 1, 1) == PvmOk) tids.push_back(tid);
    }
    if (is_enrolled() && !tids.empty()) {
        wire::ToService message;
        message.mutable_tell_siblings()->mutable_tids()->Add(tids.begin(), tids.end());
        this_task().tell(message);
    }
    return freed(id);
}

}  // extern "C"
