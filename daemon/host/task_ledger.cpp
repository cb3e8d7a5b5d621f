#include "daemon/host/task_ledger.hpp"

#include <algorithm>

#include "banyan/net/ids.hpp"
#include "daemon/common/end_signals.hpp"
#include "libnet/wire/control_frame.hpp"

namespace banyan::daemon {

namespace {

/// The space in a frame for a RunKnown or TaskKnown. The rest is for the message around it.
constexpr std::size_t known_limit_bytes = net::max_control_frame_bytes - 1024;

// Removes texts if the message would not fit into a frame. The ids are needed, the texts only explain.
void shorten(wire::RunKnown& known) {
    for (int i = known.losses_size() - 1; i >= 0 && known.ByteSizeLong() > known_limit_bytes; --i)
        known.mutable_losses(i)->clear_text();
}

void shorten(wire::TaskKnown& known) {
    for (int i = known.gave_up_size() - 1; i >= 0 && known.ByteSizeLong() > known_limit_bytes; --i)
        known.mutable_gave_up(i)->clear_text();
    if (known.ByteSizeLong() > known_limit_bytes) known.mutable_failure()->clear_text();
    if (known.ByteSizeLong() > known_limit_bytes) known.clear_published();
}

// Ignores repeated reports about a peer, and more reports than the task has peers, to limit the memory.
void add_give_up(task_ledger::task_entry& task, const net::control::GaveUp& told) {
    auto& known = *task.known.mutable_gave_up();
    const bool again = std::ranges::any_of(known, [&](const auto& other) { return other.peer() == told.peer(); });
    if (!again && known.size() < task.order.size()) *known.Add() = told;
}

}  // namespace

task_ledger::run_entry& task_ledger::add_run(int number) {
    auto& entry = runs_[number];
    entry.known.set_run(number);
    return entry;
}

// ---- from the coordinator

bool task_ledger::take_record(const wire::RunRecord& record, clock::time_point now) {
    auto& run = add_run(record.run());
    if (run.known.has_record()) return false;
    *run.known.mutable_record() = record;
    run.recorded = now;
    return true;
}

bool task_ledger::take_ending(const wire::RunEnding& ending, clock::time_point now) {
    const auto run = runs_.find(ending.run());
    if (run == runs_.end()) return false;
    *run->second.known.mutable_ending() = ending;
    run->second.ending = now;
    return true;
}

bool task_ledger::take_table(const wire::RunTable& table) {
    const auto run = runs_.find(table.run());
    if (run == runs_.end() || run->second.known.has_table()) return false;
    run->second.known.set_has_table(true);
    *run->second.table.mutable_table() = table.table();
    return true;
}

bool task_ledger::take_loss(const wire::RunLoss& loss) {
    const auto run = runs_.find(loss.run());
    if (run == runs_.end() || !run->second.lost.insert(loss.loss().task()).second) return false;
    *run->second.known.add_losses() = loss.loss();
    return true;
}

bool task_ledger::take_order(const wire::StartTask& order) {
    if (tasks_.contains(order.task())) return false;
    add_run(order.run());
    auto& task = tasks_[order.task()];
    task.order = order;
    task.known.set_task(order.task());
    task.known.set_run(order.run());
    last_local_task_ = std::max(last_local_task_, net::task_id{order.task()}.local_part());
    return true;
}

bool task_ledger::take_input(const wire::TaskInput& input) {
    return change_task(input.task(), [&](task_entry& task) {
        task.known.set_input_received(task.known.input_received() + input.data().size());
        if (input.end()) task.known.set_input_ended(true);
    });
}

bool task_ledger::take_signal(const wire::SignalTask& signal) {
    if (!asks_to_end(signal.signal())) return false;
    return change_task(signal.task(), [&](task_entry& task) { task.known.set_asked_to_end_by(signal.signal()); });
}

bool task_ledger::take_task_over(const wire::TaskOver& over) {
    const auto run = runs_.find(over.task().run());
    if (run == runs_.end()) return false;
    auto& known = *run->second.known.mutable_elsewhere();
    if (std::ranges::any_of(known, [&](const auto& other) { return other.task() == over.task().task(); })) return false;
    *known.Add() = over.task();
    return true;
}

std::vector<std::uint32_t> task_ledger::take_run_over(const wire::RunOver& over) {
    std::vector<std::uint32_t> forgotten;
    for (const auto& [id, task] : tasks_)
        if (task.order.run() == over.run()) forgotten.push_back(id);
    for (const auto id : forgotten)
        tasks_.erase(id);
    runs_.erase(over.run());
    return forgotten;
}

// ---- for the coordinator

bool task_ledger::change_task(std::uint32_t id, const std::function<void(task_entry&)>& change) {
    const auto found = tasks_.find(id);
    if (found == tasks_.end()) return false;
    change(found->second);
    return true;
}

bool task_ledger::note(const wire::FromHost& message) {
    if (message.has_started())
        return change_task(message.started().task(), [&](auto& task) { task.known.set_pid(message.started().pid()); });
    if (message.has_not_started())
        return change_task(message.not_started().task(),
                           [&](auto& task) { *task.known.mutable_not_started() = message.not_started(); });
    if (message.has_died())
        return change_task(message.died().task(),
                           [&](auto& task) { task.known.set_wait_status(message.died().wait_status()); });
    if (message.has_ended()) return tasks_.contains(message.ended().task());
    if (message.has_input_taken())
        return change_task(message.input_taken().task(), [&](auto& task) {
            task.known.set_input_taken(task.known.input_taken() + message.input_taken().bytes());
        });
    return note_session(message);
}

// Messages of an attached task. Reports are not stored, because they answer a request of one coordinator.
bool task_ledger::note_session(const wire::FromHost& message) {
    if (message.has_published())
        return change_task(message.published().task(), [&](auto& task) {
            if (!task.known.has_published()) *task.known.mutable_published() = message.published().endpoints();
        });
    if (message.has_left()) return change_task(message.left().task(), [](auto& task) { task.known.set_left(true); });
    if (message.has_failed())
        return change_task(message.failed().task(),
                           [&](auto& task) { *task.known.mutable_failure() = message.failed().failure(); });
    if (message.has_gave_up())
        return change_task(message.gave_up().task(),
                           [&](auto& task) { add_give_up(task, message.gave_up().gave_up()); });
    return message.has_report() && tasks_.contains(message.report().task());
}

std::vector<wire::FromHost> task_ledger::all_known(clock::time_point now) const {
    const auto ms_since = [now](clock::time_point then) {
        return std::chrono::duration_cast<std::chrono::milliseconds>(now - then).count();
    };
    std::vector<wire::FromHost> messages;
    for (const auto& [number, run] : runs_) {
        auto& known = *messages.emplace_back().mutable_run_known();
        known = run.known;
        shorten(known);
        if (known.has_record()) known.set_age_ms(ms_since(run.recorded));
        if (known.has_ending()) known.set_ending_age_ms(ms_since(run.ending));
    }
    for (const auto& [id, task] : tasks_) {
        auto& known = *messages.emplace_back().mutable_task_known();
        known = task.known;
        shorten(known);
    }
    messages.emplace_back().mutable_end_of_known();
    return messages;
}

const task_ledger::run_entry* task_ledger::find_run(int number) const {
    const auto found = runs_.find(number);
    return found == runs_.end() ? nullptr : &found->second;
}

const task_ledger::task_entry* task_ledger::find_task(std::uint32_t id) const {
    const auto found = tasks_.find(id);
    return found == tasks_.end() ? nullptr : &found->second;
}

bool task_ledger::may_live(std::uint32_t id) const {
    const auto* task = find_task(id);
    return task != nullptr && !task->known.has_not_started() && !task->known.has_wait_status();
}

}  // namespace banyan::daemon
