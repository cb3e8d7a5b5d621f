// Traces of the calls of this task, as in PVM 3.4: an event when a selected call begins and one when it ends, sent to
// the task that collects the trace (PvmSelfTraceTid). Calls that the library makes inside a call are not events.
#pragma once

#include <concepts>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "libnet/pvm3/trace_record.hpp"

namespace banyan::pvm3 {

namespace trace_detail {

/// If this task is enrolled and has a collector that is another task.
extern bool is_on;
/// How many calls of the program run now, one inside the other; events belong to the outermost.
extern int depth;
/// If this task is not enrolled, so that the outermost call may enrol it.
extern bool may_enrol;

bool selects(int event);
/// Nothing if times or numbers of calls are collected instead of events; then they are taken here.
std::optional<trace_record> begin_record(int event, int phase);
void end_record(trace_record& record);

/// Keeps the begin of the outermost call: if the call enrols the task, it is an event too, and `has_begun` becomes
/// true.
void defer(int event, std::function<void(trace_record&)> fields, bool& has_begun);
/// The call that was deferred has ended.
void drop_deferred();

}  // namespace trace_detail

/// To be called after a change of the task id, an option about traces, or a mask: sends what is left for the previous
/// collector and sets the variables pvmtrc and pvmctrc.
void update_tracing();

/// To be called when the task has enrolled and knows its collector: the call that has enrolled it begins now.
void begin_deferred();

/// Sends buffered events, or the collected times or numbers of calls. Never throws.
void flush_trace();

/// If the program's own events (PvmDataTrace) are sent.
inline bool traces_user_events() {
    return trace_detail::is_on && trace_detail::selects(TEV_USER_DEFINED);
}

/// One call of the program. `fields` are functions that add values to a trace_record; they are only called for an event
/// that is sent. Those of the begin may be called until the call ends, if it enrols the task.
class traced_call {
  public:
    explicit traced_call(int event) : traced_call(event, [](trace_record&) {}) {}
    template <class Fields>
    traced_call(int event, Fields&& fields) : event_(event) {
        ++trace_detail::depth;
        has_begun_ = record(TEV_EVENT_ENTRY, fields);
        if (trace_detail::may_enrol && trace_detail::depth == 1) [[unlikely]]
            trace_detail::defer(event_, fields, has_begun_);
    }
    traced_call(const traced_call&) = delete;
    traced_call& operator=(const traced_call&) = delete;
    ~traced_call() {
        if (--trace_detail::depth == 0 && trace_detail::may_enrol) [[unlikely]]
            trace_detail::drop_deferred();
    }

    [[nodiscard]] int event() const { return event_; }

    /// The end of the call. Returns `result`.
    int exit(int result) const {
        return exit(result, [&](trace_record& event) { event.add(TEV_DID_CC, result); });
    }
    /// With one value that means `meaning`.
    int exit(int result, int meaning) const {
        return exit(result, [&](trace_record& event) { event.add(meaning, result); });
    }
    template <class Fields>
    requires std::invocable<Fields, trace_record&>
    int exit(int result, Fields&& fields) const {
        if (has_begun_) record(TEV_EVENT_EXIT, fields);
        return result;
    }

  private:
    template <class Fields>
    bool record(int phase, Fields& fields) const {
        if (!trace_detail::is_on || trace_detail::depth != 1 || !trace_detail::selects(event_)) [[likely]]
            return false;
        if (auto event = trace_detail::begin_record(event_, phase)) {
            fields(*event);
            trace_detail::end_record(*event);
        }
        return true;
    }

    int event_;
    mutable bool has_begun_ = false;  // also set by begin_deferred()
};

/// While a message handler of the program runs, its calls are events although it runs inside a call.
class traced_handler {
  public:
    traced_handler() : outer_depth_(std::exchange(trace_detail::depth, 0)) {}
    traced_handler(const traced_handler&) = delete;
    traced_handler& operator=(const traced_handler&) = delete;
    ~traced_handler() { trace_detail::depth = outer_depth_; }

  private:
    int outer_depth_;
};

/// In a signal handler that has interrupted a call of PVM, which may hold a lock. `own`: how many calls the handler has
/// begun. A message handler interrupts no call.
inline bool interrupts_a_call(int own) {
    return trace_detail::depth > own;
}

// For values of calls. A null pointer is an empty text or array.
inline std::string_view text_of(const char* text) {
    return text ? text : "";
}
inline std::span<const int> array_of(const int* values, int count) {
    return {values, values && count > 0 ? static_cast<std::size_t>(count) : 0};
}
inline std::vector<std::string> texts_of(char** texts, int count) {
    if (!texts || count < 1) return {};
    return {texts, texts + count};
}
inline std::int64_t address_of(const void* memory) {
    return reinterpret_cast<std::intptr_t>(memory);
}

/// The name of a public call with the number of its event.
struct api_name {
    const char* text;
    int event;  // -1 = none

    // NOLINTNEXTLINE(google-explicit-constructor)
    consteval api_name(const char* name) : text(name), event(event_of(name)) {}

  private:
    static consteval int event_of(std::string_view name) {
        if (!name.starts_with("pvm_")) return -1;
        for (int event = TEV_FIRST; event <= TEV_MAX; ++event)
            if (name.substr(4) == trace_event_list[event]) return event;
        return -1;
    }
};

}  // namespace banyan::pvm3
