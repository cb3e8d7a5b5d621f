#include "daemon/pvm/task_traces.hpp"

#include "daemon/pvm/service_message.hpp"
#include "libnet/pvm3/trace_record.hpp"

namespace banyan::daemon::pvm {
namespace {

bool is_traced(const task& traced) {
    return traced.trace.collector != 0 && traced.trace.collector != traced.id;
}

}  // namespace

bool task_traces::is_first(tid collector, int event) {
    return described_.insert({collector, event}).second;
}

void task_traces::send(const task& traced, std::string body, bool is_last) {
    const auto& [collector, tag, context] = traced.trace;
    auto message = service_message(tag, context, pvm3::xdr_writer());
    if (introduced_.insert(collector).second) {
        message.set_body(pvm3::trace_meanings_message());
        send_(collector, message);
    }
    message.set_body(std::move(body));
    if (is_last) message.set_after_last_of(traced.id);
    send_(collector, message);
}

void task_traces::started(const task& traced) {
    if (!is_traced(traced)) return;
    const tid collector = traced.trace.collector;
    const auto id = static_cast<int>(traced.id);
    const int parent = traced.forked ? traced.parent : -1;
    pvm3::trace_record start(TEV_NEWTASK, 0, is_first(collector, TEV_NEWTASK), pvm3::trace_time(), id);
    start.add(TEV_DID_PT, parent).add(TEV_DID_TF, traced.forked ? traced.flags : -1);
    start.add_text(TEV_DID_TN, traced.program.empty() ? "-" : traced.program);
    send(traced, start.finish());
    if (parent <= 0) return;
    pvm3::trace_record spawn(TEV_SPNTASK, 0, is_first(collector, TEV_SPNTASK), pvm3::trace_time(), id);
    send(traced, spawn.add(TEV_DID_PT, parent).finish());
}

void task_traces::ended(const task& traced) {
    if (!is_traced(traced)) return;
    pvm3::trace_record end(TEV_ENDTASK, 0, is_first(traced.trace.collector, TEV_ENDTASK), pvm3::trace_time(),
                           static_cast<int>(traced.id));
    end.add(TEV_DID_TST, traced.exit_status).add(TEV_DID_TUS, 0).add(TEV_DID_TUU, 0);
    send(traced, end.add(TEV_DID_TSS, 0).add(TEV_DID_TSU, 0).finish(), true);
}

void task_traces::forget(tid collector) {
    introduced_.erase(collector);
    std::erase_if(described_, [&](const auto& entry) { return entry.first == collector; });
}

}  // namespace banyan::daemon::pvm
