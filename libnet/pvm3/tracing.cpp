#include "libnet/pvm3/tracing.hpp"

#include <algorithm>
#include <exception>
#include <utility>
#include <vector>

#include "libnet/pvm3/enrolment.hpp"
#include "libnet/pvm3/library.hpp"
#include "pvm3/pvm3.h"

namespace banyan::pvm3 {
namespace {

struct collector {
    int task = 0, context = 0, tag = 0;
    friend bool operator==(const collector&, const collector&) = default;
};

struct recorder {
    collector to;          // of what is buffered
    std::string buffered;  // complete records
};

recorder& the_recorder() {
    static recorder& one = *new recorder;
    return one;
}

/// The begin of a call that may enrol the task.
struct deferred_call {
    int event = -1;
    std::function<void(trace_record&)> fields;
    bool* has_begun = nullptr;  // null: there is none
};

deferred_call& the_deferred_call() {
    static deferred_call& one = *new deferred_call;
    return one;
}

int option(int what) {
    return the_library().settings.get(what);
}

// 0, the initial value, means full.
int detail() {
    const int chosen = option(PvmSelfTraceOptions);
    return chosen == PvmTraceTime || chosen == PvmTraceCount ? chosen : PvmTraceFull;
}

bool is_buffered() {
    return option(PvmSelfTraceBuffer) > 0;
}

void send(const collector& to, const std::string& text) {
    packed_message head;
    head.tag = to.tag;
    head.context = to.context;
    const auto body = std::as_bytes(std::span(text));
    this_task().send(to.task, head, std::span(&body, 1));
}

void send_buffered() {
    auto& state = the_recorder();
    if (state.buffered.empty()) return;
    const std::string text = std::exchange(state.buffered, {});
    if (!is_buffered()) return send(state.to, text);
    send(state.to,
         xdr_writer().add(TEV_MARK_EVENT_BUFFER).body() + text + xdr_writer().add(TEV_MARK_EVENT_BUFFER_END).body());
}

// What PvmTraceTime and PvmTraceCount have collected, as one event.
void send_sums(bool with_times) {
    std::vector<std::string> names;
    std::vector<int> seconds, microseconds, counts;
    for (auto& event : pvmtevinfo) {
        if (event.count == 0) continue;
        names.emplace_back(event.name);
        seconds.push_back(static_cast<int>(event.total.tv_sec));
        microseconds.push_back(static_cast<int>(event.total.tv_usec));
        counts.push_back(std::exchange(event.count, 0));
        event.total = {0, 0};
    }
    if (names.empty()) return;
    trace_record record(with_times ? TEV_TIMING : TEV_PROFILING, 0, true, trace_time(), the_library().tid);
    record.add(TEV_DID_VCT, static_cast<int>(names.size())).add_texts(TEV_DID_VID, names);
    if (with_times) record.add(TEV_DID_TGS, seconds).add(TEV_DID_TGU, microseconds);
    record.add(TEV_DID_PRF, counts);
    send(the_recorder().to, record.finish());
}

void count_call(Pvmtevinfo& event, int phase) {
    const timeval time = trace_time();
    if (phase == TEV_EVENT_ENTRY) {
        event.mark = time;
        return;
    }
    ++event.count;
    if (event.mark.tv_sec == 0) return;  // it began before there was a collector
    timeval passed{}, sum{};
    timersub(&time, &event.mark, &passed);
    timeradd(&event.total, &passed, &sum);
    event.total = sum;
    event.mark = {0, 0};
}

void forget_descriptions() {
    for (auto& event : pvmtevinfo)
        event.desc_status = 0;
}

void set_variable(Pvmtracer& variable, const options& settings, const char* mask, bool of_children) {
    const auto get = [&](int own, int inherited) { return settings.get(of_children ? inherited : own); };
    variable.trctid = get(PvmSelfTraceTid, PvmTraceTid);
    variable.trcctx = get(PvmSelfTraceContext, PvmTraceContext);
    variable.trctag = get(PvmSelfTraceCode, PvmTraceCode);
    variable.outtid = get(PvmSelfOutputTid, PvmOutputTid);
    variable.outctx = get(PvmSelfOutputContext, PvmOutputContext);
    variable.outtag = get(PvmSelfOutputCode, PvmOutputCode);
    variable.trcbuf = get(PvmSelfTraceBuffer, PvmTraceBuffer);
    variable.trcopt = get(PvmSelfTraceOptions, PvmTraceOptions);
    std::copy_n(mask, TEV_MASK_LENGTH, variable.tmask);
}

}  // namespace

namespace trace_detail {

bool is_on = false;
int depth = 0;
bool may_enrol = true;

bool selects(int event) {
    return event >= TEV_FIRST && event <= TEV_MAX && TEV_MASK_CHECK(the_library().trace_masks[PvmTaskSelf], event) != 0;
}

std::optional<trace_record> begin_record(int event, int phase) {
    auto& facts = pvmtevinfo[event];
    if (detail() != PvmTraceFull) {
        count_call(facts, phase);
        return std::nullopt;
    }
    const bool is_first = (facts.desc_status & phase) == 0;
    facts.desc_status |= phase;
    return trace_record(event, phase, is_first, trace_time(), the_library().tid);
}

void end_record(trace_record& record) {
    auto& state = the_recorder();
    state.buffered += record.finish();
    const auto most = static_cast<std::size_t>(std::max(option(PvmSelfTraceBuffer), 0));
    if (state.buffered.size() >= most) flush_trace();
}

void defer(int event, std::function<void(trace_record&)> fields, bool& has_begun) {
    the_deferred_call() = {event, std::move(fields), &has_begun};
}

void drop_deferred() {
    the_deferred_call() = {};
}

}  // namespace trace_detail

void begin_deferred() {
    const auto call = std::exchange(the_deferred_call(), {});
    if (call.has_begun == nullptr || !trace_detail::is_on || !trace_detail::selects(call.event)) return;
    *call.has_begun = true;
    if (auto event = trace_detail::begin_record(call.event, TEV_EVENT_ENTRY)) {
        call.fields(*event);
        trace_detail::end_record(*event);
    }
}

void update_tracing() {
    auto& pvm = the_library();
    set_variable(pvmtrc, pvm.settings, pvm.trace_masks[PvmTaskSelf], false);
    set_variable(pvmctrc, pvm.settings, pvm.trace_masks[PvmTaskChild], true);
    const collector wanted{pvmtrc.trctid, pvmtrc.trcctx, pvmtrc.trctag};
    auto& state = the_recorder();
    if (state.to != wanted || pvm.tid == 0) {
        flush_trace();
        state = {wanted, {}};
        forget_descriptions();
    }
    trace_detail::is_on = pvm.tid > 0 && wanted.task > 0 && wanted.task != pvm.tid;
    trace_detail::may_enrol = pvm.tid == 0;
}

// A trace that cannot be sent must not end the program's call.
void flush_trace() {
    if (!trace_detail::is_on || the_recorder().to.task <= 0) return;
    try {
        send_buffered();
        if (trace_detail::depth > 1 || detail() == PvmTraceFull) return;
        send_sums(detail() == PvmTraceTime);
    } catch (const std::exception&) {
    }
}

}  // namespace banyan::pvm3
