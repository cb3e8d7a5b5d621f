#include "libnet/pvm3/setting_messages.hpp"

#include "libnet/pvm3/enrolment.hpp"
#include "libnet/pvm3/library.hpp"
#include "pvm3/pvm3.h"

namespace banyan::pvm3 {

void inherit_settings(const wire::Inherited& inherited) {
    auto& lib = the_library();
    auto& settings = lib.settings;
    lib.set_context(inherited.context());
    lib.setting_changed = tell_setting;
    settings.set(PvmOutputTid, static_cast<int>(inherited.output_tid()));
    settings.set(PvmOutputCode, inherited.output_tag());
    settings.set(PvmOutputContext, inherited.output_context());
    settings.set(PvmSelfOutputTid, static_cast<int>(inherited.output_tid()));
    settings.set(PvmSelfOutputCode, inherited.output_tag());
    settings.set(PvmSelfOutputContext, inherited.output_context());
    settings.set(PvmTraceTid, static_cast<int>(inherited.trace_tid()));
    settings.set(PvmTraceCode, inherited.trace_tag());
    settings.set(PvmTraceContext, inherited.trace_context());
    settings.set(PvmTraceBuffer, inherited.trace_buffer());
    settings.set(PvmTraceOptions, inherited.trace_options());
}

wire::Inherited inherited_settings() {
    const auto& lib = the_library();
    const auto& settings = lib.settings;
    wire::Inherited inherited;
    inherited.set_context(lib.context);
    inherited.set_output_tid(static_cast<std::uint32_t>(settings.get(PvmOutputTid)));
    inherited.set_output_tag(settings.get(PvmOutputCode));
    inherited.set_output_context(settings.get(PvmOutputContext));
    inherited.set_trace_tid(static_cast<std::uint32_t>(settings.get(PvmTraceTid)));
    inherited.set_trace_tag(settings.get(PvmTraceCode));
    inherited.set_trace_context(settings.get(PvmTraceContext));
    inherited.set_trace_buffer(settings.get(PvmTraceBuffer));
    inherited.set_trace_options(settings.get(PvmTraceOptions));
    return inherited;
}

void tell_setting(int what) {
    if (what != PvmSelfOutputTid && what != PvmSelfOutputCode && what != PvmSelfOutputContext && what != PvmNoReset)
        return;
    const auto& settings = the_library().settings;
    wire::ToService message;
    auto& told = *message.mutable_settings();
    told.set_output_tid(static_cast<std::uint32_t>(settings.get(PvmSelfOutputTid)));
    told.set_output_tag(settings.get(PvmSelfOutputCode));
    told.set_output_context(settings.get(PvmSelfOutputContext));
    told.set_no_reset(settings.get(PvmNoReset) != 0);
    this_task().tell(message);
}

}  // namespace banyan::pvm3
