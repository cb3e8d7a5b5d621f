#include "tools/banyan/trace_samples.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>

namespace banyan::tools {
namespace {

using net::tracing::interval;
using net::tracing::nanoseconds;
using net::tracing::task_timeline;
using net::tracing::timeline;

// Longer than any run, and short enough for sums of many intervals.
constexpr double longest_us = 1e15;

[[noreturn]] void refuse_length() {
    throw std::runtime_error("an interval has an impossible length");
}

nanoseconds from_us(double time) {
    if (!(std::abs(time) <= longest_us)) refuse_length();
    return std::llround(time * 1000);
}

// A number of 0 or more. The implicit conversions of the JSON library cut numbers that are negative, too large or
// fractions.
template <class Integer>
Integer number_of(const nlohmann::json& value) {
    if (!value.is_number_unsigned() || !std::in_range<Integer>(value.get<std::uint64_t>()))
        throw std::runtime_error("a rank or a number of messages is not an integer of 0 or more, or it is too large");
    return static_cast<Integer>(value.get<std::uint64_t>());
}

void add_sample(task_samples& task, const interval& i) {
    if (!i.is_blocked) return task.computing.push_back(i.length());
    task.blocked.push_back(i.length());
    task.algorithmic.push_back(i.algorithmic);
}

/// Takes the events out of the file while it is parsed, so that they are never in memory together.
class event_reader {
  public:
    bool operator()(int depth, nlohmann::json::parse_event_t what, nlohmann::json& value) {
        using event_kind = nlohmann::json::parse_event_t;
        if (what == event_kind::key && depth == 1) in_events_ = value == "traceEvents";
        if (what != event_kind::object_end || depth != 2 || !in_events_) return true;
        take(value);
        return false;
    }
    std::map<int, task_samples>& tasks() { return tasks_; }

  private:
    void take(const nlohmann::json& e) {
        if (e.at("ph") != "X") return;
        interval i;
        i.end = from_us(e.at("dur"));
        i.is_blocked = e.at("cat") == "blocked";
        if (i.is_blocked) i.algorithmic = from_us(e.at("args").at("algorithmic_us"));
        if (i.length() < 0 || i.algorithmic < 0 || i.algorithmic > i.length()) refuse_length();
        add_sample(tasks_[number_of<int>(e.at("pid"))], i);
    }

    bool in_events_ = false;
    std::map<int, task_samples> tasks_;
};

const nlohmann::json& list_in(const nlohmann::json& facts, const char* name) {
    const auto& list = facts.at(name);
    if (!list.is_array()) throw std::runtime_error(fmt::format("{} is not a list", name));
    return list;
}

trace_samples samples_of_file(const nlohmann::json& facts, std::map<int, task_samples>& events) {
    trace_samples found;
    found.messages = number_of<std::uint64_t>(facts.at("messages"));
    found.unpaired_sends = number_of<std::uint64_t>(facts.at("unpaired_sends"));
    found.unpaired_receives = number_of<std::uint64_t>(facts.at("unpaired_receives"));
    for (const auto& rank : list_in(facts, "incomplete"))
        found.incomplete.push_back(number_of<int>(rank));
    for (const auto& t : list_in(facts, "tasks")) {
        const int rank = number_of<int>(t.at("rank"));
        task_samples task = std::move(events[rank]);
        task.rank = rank;
        task.dropped = number_of<std::uint64_t>(t.at("dropped"));
        found.tasks.push_back(std::move(task));
    }
    return found;
}

}  // namespace

trace_samples samples_of(const timeline& run, const std::vector<int>& incomplete) {
    trace_samples found{{}, run.messages.size(), run.unpaired_sends, run.unpaired_receives, incomplete};
    for (const task_timeline& t : run.tasks) {
        task_samples task;
        task.rank = t.rank;
        task.dropped = t.dropped;
        for (const interval& i : t.intervals)
            add_sample(task, i);
        found.tasks.push_back(std::move(task));
    }
    return found;
}

trace_samples read_trace(std::istream& in) {
    event_reader events;
    try {
        const auto whole = nlohmann::json::parse(in, std::ref(events));
        const auto& facts = whole.at("otherData");
        if (facts.at("schema") != trace_schema)
            throw std::runtime_error(fmt::format("its schema is not {}", trace_schema));
        return samples_of_file(facts, events.tasks());
    } catch (const nlohmann::json::parse_error& e) {
        throw std::runtime_error(fmt::format("at byte {} it is not JSON, or it ends too early", e.byte));
    } catch (const nlohmann::json::exception& e) {
        const std::string text = e.what();  // begins with "[json.exception.NAME.NUMBER] "
        const auto name_end = text.find("] ");
        throw std::runtime_error(name_end == text.npos ? text : text.substr(name_end + 2));
    }
}

}  // namespace banyan::tools
