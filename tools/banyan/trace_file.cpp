#include "tools/banyan/trace_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "libnet/collectives/collective_call.hpp"
#include "libnet/protocol/context_table.hpp"
#include "tools/banyan/replace_file.hpp"
#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

using net::tracing::interval;
using net::tracing::message_line;
using net::tracing::nanoseconds;
using net::tracing::task_timeline;
using net::tracing::timeline;
using nlohmann::ordered_json;

constexpr const char* kind_names[net::tracing::wait_kinds] = {"other", "receive",  "send",
                                                              "probe", "wait_any", "collective"};

double us(nanoseconds time) {
    return static_cast<double>(time) / 1000;
}

/// Writes the events of a list with the separators between them.
class event_writer {
  public:
    event_writer(std::ostream& out, nanoseconds begin) : out_(out), begin_(begin) {}

    void write(const ordered_json& event) {
        out_ << (first_ ? "\n" : ",\n") << event.dump();
        first_ = false;
    }
    [[nodiscard]] double since_begin(nanoseconds time) const { return us(time - begin_); }

  private:
    std::ostream& out_;
    nanoseconds begin_;
    bool first_ = true;
};

ordered_json event(const char* phase, const std::string& name, int rank, unsigned thread) {
    return {{"ph", phase}, {"name", name}, {"pid", rank}, {"tid", thread}};
}

void write_names(event_writer& out, const task_timeline& task) {
    auto named = event("M", "process_name", task.rank, 0);
    named["args"] = {{"name", fmt::format("rank {}, level {}", task.rank, net::tracing::tree_level(task.rank))}};
    out.write(named);
    auto sorted = event("M", "process_sort_index", task.rank, 0);
    sorted["args"] = {{"sort_index", task.rank}};
    out.write(sorted);
}

ordered_json blocked_arguments(const interval& i) {
    ordered_json arguments{{"kind", kind_names[static_cast<std::size_t>(i.kind)]}};
    if (net::detail::is_collective(i.context))
        arguments["collective"] = std::string(net::collective_name(i.tag));
    else
        arguments.update({{"context", i.context.value}, {"tag", i.tag.value}});
    arguments["algorithmic_us"] = us(i.algorithmic);
    return arguments;
}

void write_interval(event_writer& out, int rank, const interval& i) {
    const std::string name = i.is_blocked ? kind_names[static_cast<std::size_t>(i.kind)] : "computing";
    auto written = event("X", name, rank, i.thread);
    written["cat"] = i.is_blocked ? "blocked" : "computing";
    written["ts"] = out.since_begin(i.begin);
    written["dur"] = us(i.length());
    if (i.is_blocked) written["args"] = blocked_arguments(i);
    out.write(written);
}

void write_message(event_writer& out, const timeline& run, std::size_t number) {
    const message_line& m = run.messages[number];
    auto start = event("s", "message", run.tasks[m.sender].rank, m.sending_thread);
    start.update({{"cat", "message"}, {"id", number}, {"ts", out.since_begin(m.sent)}});
    start["args"] = {{"bytes", m.bytes}, {"to", run.tasks[m.receiver].rank}};
    out.write(start);
    auto end = event("f", "message", run.tasks[m.receiver].rank, m.receiving_thread);
    end.update({{"cat", "message"}, {"id", number}, {"ts", out.since_begin(m.received)}, {"bp", "e"}});
    out.write(end);
}

ordered_json clock_json(const task_timeline& task) {
    auto list = ordered_json::array();
    for (const auto& reading : task.clock)
        list.push_back({{"at_ns", reading.at}, {"offset_ns", reading.offset}, {"error_ns", reading.error}});
    return list;
}

ordered_json facts_of(const timeline& run, const std::vector<int>& incomplete) {
    auto tasks = ordered_json::array();
    for (const task_timeline& t : run.tasks)
        tasks.push_back({{"rank", t.rank}, {"host", t.host.value}, {"dropped", t.dropped}, {"clock", clock_json(t)}});
    return {{"schema", trace_schema},
            {"tasks", tasks},
            {"incomplete", incomplete},
            {"messages", run.messages.size()},
            {"unpaired_sends", run.unpaired_sends},
            {"unpaired_receives", run.unpaired_receives}};
}

nanoseconds earliest(const timeline& run) {
    nanoseconds begin = run.tasks.empty() ? 0 : run.tasks.front().begin;
    for (const task_timeline& t : run.tasks)
        begin = std::min(begin, t.begin);
    return begin;
}

}  // namespace

void write_trace(std::ostream& out, const timeline& run, const std::vector<int>& incomplete) {
    out << "{\"displayTimeUnit\":\"ns\",\"otherData\":" << facts_of(run, incomplete).dump() << ",\"traceEvents\":[";
    event_writer events(out, earliest(run));
    for (const task_timeline& t : run.tasks) {
        write_names(events, t);
        for (const interval& i : t.intervals)
            write_interval(events, t.rank, i);
    }
    for (std::size_t number = 0; number < run.messages.size(); ++number)
        write_message(events, run, number);
    out << "\n]}\n";
}

void write_trace_file(const char* option, const std::filesystem::path& file, const timeline& run,
                      const std::vector<int>& incomplete) {
    replace_file(file, option, [&](std::ostream& out) { write_trace(out, run, incomplete); });
}

trace_samples read_trace_file(const std::filesystem::path& file) {
    errno = 0;
    std::ifstream in(file);
    if (!in)
        throw verb_error(exit_status::failed,
                         fmt::format("{} cannot be read: {}", file.string(), std::strerror(errno)));
    try {
        return read_trace(in);
    } catch (const std::runtime_error& e) {
        throw verb_error(exit_status::failed,
                         fmt::format("{} is not a trace of `banyan run --trace`: {}", file.string(), e.what()));
    }
}

}  // namespace banyan::tools
