#include "daemon/pvm/output_lines.hpp"

#include <fmt/format.h>

#include "daemon/pvm/service_message.hpp"
#include "pvm3/pvmproto.h"

namespace banyan::daemon::pvm {

namespace {

constexpr std::size_t most_message_bytes = 65536;
/// A longer line is written in parts.
constexpr std::size_t most_line_bytes = 8192;
/// What PVM 3.4.6 tells a tracer instead of the parent of a task that was started by hand.
constexpr int by_hand = -1;

}  // namespace

bool output_lines::is_collected(const destination& target) const {
    return target.collector != 0 && is_enrolled_(target.collector);
}

void output_lines::send(const destination& target, std::initializer_list<int> values, std::string_view bytes) {
    if (!is_collected(target)) return;
    pvm3::wire::ToPvmTask message;
    *message.mutable_message() = service_message(target.tag, target.context, values, bytes);
    effects_.send(target.collector, message);
}

void output_lines::add(tid task, tid parent, const destination& target) {
    auto& added = streams_[task];
    added.target = target;
    added.parent = parent;
}

void output_lines::spawned(tid task) {
    const auto found = streams_.find(task);
    if (found != streams_.end()) tell_begin(task, found->second);
}

// As in PVM 3.4.6, without TO_SPAWN.
void output_lines::enrolled_by_hand(tid task) {
    const auto found = streams_.find(task);
    if (found != streams_.end()) send(found->second.target, {static_cast<int>(task), TO_NEW, by_hand});
}

void output_lines::tell_begin(tid task, const task_output& stream) {
    for (const int event : {TO_SPAWN, TO_NEW})
        send(stream.target, {static_cast<int>(task), event, static_cast<int>(stream.parent)});
}

void output_lines::redirect(tid task, const destination& target) {
    const auto found = streams_.find(task);
    if (found == streams_.end() || found->second.target == target) return;
    auto& stream = found->second;
    flush_lines(task, stream);
    // Who receives with the old tag must not wait for the task, and who receives with the new one must know it.
    send(stream.target, {static_cast<int>(task), TO_EOF});
    stream.target = target;
    tell_begin(task, stream);
}

void output_lines::output(tid task, bool is_error, const std::string& bytes) {
    const auto found = streams_.find(task);
    if (found == streams_.end()) return;
    auto& stream = found->second;
    if (!is_collected(stream.target)) return log_lines(task, stream.lines[is_error ? 1 : 0], bytes);
    for (std::size_t at = 0; at < bytes.size(); at += most_message_bytes) {
        const auto part = std::string_view(bytes).substr(at, most_message_bytes);
        send(stream.target, {static_cast<int>(task), static_cast<int>(part.size())}, part);
    }
}

void output_lines::log_lines(tid task, std::string& line, std::string_view bytes) {
    const auto write = [&] {
        effects_.log(fmt::format("[t{:x}] {}", task, line));
        line.clear();
    };
    for (const char byte : bytes) {
        if (byte == '\n' || line.size() == most_line_bytes) write();
        if (byte != '\n') line += byte;
    }
}

void output_lines::flush_lines(tid task, task_output& stream) {
    for (auto& line : stream.lines)
        if (!line.empty()) log_lines(task, line, "\n");
}

void output_lines::ended(tid task) {
    const auto found = streams_.find(task);
    if (found == streams_.end()) return;
    flush_lines(task, found->second);
    found->second.has_ended = true;
    tell_end(task);
}

void output_lines::tell_end(tid task) {
    const auto found = streams_.find(task);
    if (found == streams_.end() || found->second.holds > 0 || !found->second.has_ended) return;
    send(found->second.target, {static_cast<int>(task), TO_EOF});
    streams_.erase(found);
}

void output_lines::hold_end(tid task) {
    const auto found = streams_.find(task);
    if (found != streams_.end()) ++found->second.holds;
}

void output_lines::release_end(tid task) {
    const auto found = streams_.find(task);
    if (found == streams_.end()) return;
    --found->second.holds;
    tell_end(task);
}

}  // namespace banyan::daemon::pvm
