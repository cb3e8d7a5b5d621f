#include "libnet/pvm3/setting_messages.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "libnet/pvm3/enrolment.hpp"
#include "libnet/pvm3/extra_symbols.hpp"
#include "libnet/pvm3/library.hpp"
#include "libnet/pvm3/tracing.hpp"
#include "pvm3/pvm3.h"

namespace banyan::pvm3 {
namespace {

void inherit_trace(const wire::Inherited& inherited, int tid, int tag, int context, int buffer, int detail) {
    auto& settings = the_library().settings;
    settings.set(tid, static_cast<int>(inherited.trace_tid()));
    settings.set(tag, inherited.trace_tag());
    settings.set(context, inherited.trace_context());
    settings.set(buffer, inherited.trace_buffer());
    settings.set(detail, inherited.trace_options());
}

// A shorter mask selects fewer events.
void take_mask(const std::string& text, Pvmtmask& mask) {
    TEV_MASK_INIT(mask);
    std::copy_n(text.begin(), std::min<std::size_t>(text.size(), TEV_MASK_LENGTH - 1), mask);
}

bool selects_nothing(const Pvmtmask& mask) {
    Pvmtmask nothing;
    TEV_MASK_INIT(nothing);
    return std::equal(std::begin(mask), std::end(mask), nothing);
}

void inherit_output(wire::Inherited& inherited) {
    const auto& settings = the_library().settings;
    inherited.set_output_tid(static_cast<std::uint32_t>(settings.get(PvmOutputTid)));
    inherited.set_output_tag(settings.get(PvmOutputCode));
    inherited.set_output_context(settings.get(PvmOutputContext));
}

}  // namespace

void inherit_settings(const wire::Inherited& inherited) {
    auto& lib = the_library();
    auto& settings = lib.settings;
    lib.set_context(inherited.context());
    lib.setting_changed = tell_setting;
    if (const char* mask = std::getenv("PVMTASKDEBUG")) settings.set(PvmDebugMask, pvmdebmask = pvmstrtoi(mask));
    settings.set(PvmOutputTid, static_cast<int>(inherited.output_tid()));
    settings.set(PvmOutputCode, inherited.output_tag());
    settings.set(PvmOutputContext, inherited.output_context());
    settings.set(PvmSelfOutputTid, static_cast<int>(inherited.output_tid()));
    settings.set(PvmSelfOutputCode, inherited.output_tag());
    settings.set(PvmSelfOutputContext, inherited.output_context());
    inherit_trace(inherited, PvmTraceTid, PvmTraceCode, PvmTraceContext, PvmTraceBuffer, PvmTraceOptions);
    inherit_trace(inherited, PvmSelfTraceTid, PvmSelfTraceCode, PvmSelfTraceContext, PvmSelfTraceBuffer,
                  PvmSelfTraceOptions);
    for (auto& mask : lib.trace_masks)
        take_mask(inherited.trace_mask(), mask);
    update_tracing();
    // The program may have set it before it enrolled, or in an earlier enrolment.
    if (settings.get(PvmNoReset) != 0) tell_setting(PvmNoReset);
}

// With PvmTaskTrace, children without a collector or a mask of their own have those of this task.
wire::Inherited inherited_settings(int flags) {
    const auto& lib = the_library();
    const auto& settings = lib.settings;
    wire::Inherited inherited;
    inherited.set_context(lib.context);
    inherit_output(inherited);
    const int collector_of_children = settings.get(PvmTraceTid);
    const bool has_own_trace = collector_of_children != 0 && (collector_of_children != settings.get(PvmSelfTraceTid) ||
                                                              !selects_nothing(lib.trace_masks[PvmTaskChild]));
    const bool as_own = (flags & PvmTaskTrace) != 0 && !has_own_trace;
    const auto get = [&](int own, int of_children) { return settings.get(as_own ? own : of_children); };
    inherited.set_trace_tid(static_cast<std::uint32_t>(get(PvmSelfTraceTid, PvmTraceTid)));
    inherited.set_trace_tag(get(PvmSelfTraceCode, PvmTraceCode));
    inherited.set_trace_context(get(PvmSelfTraceContext, PvmTraceContext));
    inherited.set_trace_buffer(get(PvmSelfTraceBuffer, PvmTraceBuffer));
    inherited.set_trace_options(get(PvmSelfTraceOptions, PvmTraceOptions));
    inherited.set_trace_mask(lib.trace_masks[as_own ? PvmTaskSelf : PvmTaskChild]);
    return inherited;
}

bool is_about_collector(int what) {
    return what == PvmSelfTraceTid || what == PvmSelfTraceCode || what == PvmSelfTraceContext ||
           what == PvmSelfOutputTid || what == PvmSelfOutputCode || what == PvmSelfOutputContext;
}

void tell_setting(int what) {
    const bool is_collector = is_about_collector(what);
    update_tracing();
    if (!is_collector && what != PvmNoReset) return;
    const auto& settings = the_library().settings;
    wire::ToService message;
    auto& told = *message.mutable_settings();
    told.set_output_tid(static_cast<std::uint32_t>(settings.get(PvmSelfOutputTid)));
    told.set_output_tag(settings.get(PvmSelfOutputCode));
    told.set_output_context(settings.get(PvmSelfOutputContext));
    told.set_no_reset(settings.get(PvmNoReset) != 0);
    told.set_trace_tid(static_cast<std::uint32_t>(settings.get(PvmSelfTraceTid)));
    told.set_trace_tag(settings.get(PvmSelfTraceCode));
    told.set_trace_context(settings.get(PvmSelfTraceContext));
    if (!is_collector) return this_task().tell(message);
    this_task().call(std::move(message));  // the collector hears of the task before its first event or output
}

}  // namespace banyan::pvm3
