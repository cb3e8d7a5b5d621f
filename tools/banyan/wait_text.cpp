#include "tools/banyan/wait_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "daemon/client/wait_graph.hpp"
#include "daemon/common/names.hpp"
#include "libnet/collectives/collective_call.hpp"
#include "libnet/protocol/context_table.hpp"

namespace banyan::tools {
namespace {

using daemon::task_waits;
using net::detail::awaited_message;
using net::detail::blocked_call;
using nlohmann::ordered_json;

std::string_view name_of(blocked_call::kind what) {
    switch (what) {
        case blocked_call::kind::receive:
            return "receive";
        case blocked_call::kind::send:
            return "send";
        case blocked_call::kind::probe:
            return "probe";
        case blocked_call::kind::wait_any:
            return "wait_any";
        case blocked_call::kind::collective:
            return "collective";
        default:
            return "close";
    }
}

std::string_view name_of(task_waits::answer what) {
    switch (what) {
        case task_waits::answer::answered:
            return "answered";
        case task_waits::answer::not_attached:
            return "not attached";
        case task_waits::answer::attaching:
            return "attaching";
        default:
            return "no answer";
    }
}

// "the world", "group 3", "context 7". A group has a pair of contexts; groups are numbered in the order in which they
// were made. A context that the program has chosen itself is shown by its number.
std::string name_of(net::context_id context) {
    if (context.value == 0) return "no group";
    if (context.value < net::detail::first_reserved_context) return fmt::format("context {}", context.value);
    const auto pair = (context.value - net::detail::first_reserved_context) / 2;
    return pair == 0 ? "the world" : fmt::format("group {}", pair);
}

using rank_map = std::map<net::task_id, int>;

rank_map ranks_of(const std::vector<task_waits>& tasks) {
    rank_map ranks;
    for (const auto& each : tasks)
        ranks[each.task.task] = each.task.rank;
    return ranks;
}

std::string name_of(net::task_id task, const rank_map& ranks) {
    const auto known = ranks.find(task);
    return known == ranks.end() ? fmt::format("task {}, which has ended", daemon::task_name(task))
                                : fmt::format("rank {}", known->second);
}

// ", tag 2, the world" or ", barrier 17 of the world"
std::string place_of(std::optional<net::tag> tag, net::context_id context) {
    if (tag && net::detail::is_collective(context))
        return fmt::format(", {} (collective {} of {})", net::collective_name(*tag), net::collective_number(*tag),
                           name_of(context));
    return fmt::format(", {}, {}", tag ? fmt::format("tag {}", tag->value) : "any tag", name_of(context));
}

std::string text_of(const awaited_message& awaited, const rank_map& ranks) {
    const std::string peer = awaited.peer ? name_of(*awaited.peer, ranks) : "any rank";
    std::string text = (awaited.send ? "to " : "from ") + peer + place_of(awaited.tag, awaited.context);
    if (awaited.send) text += fmt::format(", {} bytes", awaited.size_bytes);
    if (awaited.under_way) text += fmt::format(", {} bytes are being transferred", awaited.size_bytes);
    return text;
}

// "receive from rank 1, tag 2, the world"
std::string operation_text(const blocked_call& call, const rank_map& ranks) {
    std::string text(name_of(call.what));
    for (std::size_t i = 0; i < call.awaited.size(); ++i)
        text += (i == 0 ? " " : "; or ") + text_of(call.awaited[i], ranks);
    if (call.awaited_count > call.awaited.size())
        text += fmt::format("; and {} more", call.awaited_count - call.awaited.size());
    return text;
}

std::string text_of(const blocked_call& call, const rank_map& ranks) {
    return fmt::format("waits for {:.1f} s in {}", call.waited.count(), operation_text(call, ranks));
}

std::string messages_text(const task_waits& task, const rank_map& ranks) {
    const auto& seen = task.seen;
    if (seen.message_count == 0) return "";
    std::string text =
        fmt::format("    {} unexpected message{}:", seen.message_count, seen.message_count == 1 ? "" : "s");
    for (std::size_t i = 0; i < seen.messages.size(); ++i) {
        const auto& m = seen.messages[i];
        text += fmt::format("{} from {}{}, {} bytes", i == 0 ? "" : ";", name_of(m.source, ranks),
                            place_of(m.tag, m.context), m.size_bytes);
    }
    if (seen.message_count > seen.messages.size())
        text += fmt::format("; and {} more", seen.message_count - seen.messages.size());
    return text + "\n";
}

std::string state_text(const task_waits& task, const rank_map& ranks) {
    switch (task.what) {
        case task_waits::answer::not_attached:
            return "has no session";
        case task_waits::answer::attaching:
            return "waits for other tasks of the run to attach";
        case task_waits::answer::silent:
            return "computing or stopped: no answer";
        default:
            break;
    }
    if (task.seen.calls.empty()) return "computing";
    std::string text;
    for (const auto& call : task.seen.calls)
        text += (text.empty() ? "" : "\n    and ") + text_of(call, ranks);
    return text;
}

std::map<int, std::vector<task_waits>> by_run(const std::vector<task_waits>& tasks) {
    std::map<int, std::vector<task_waits>> runs;
    for (const auto& each : tasks)
        runs[each.task.run].push_back(each);
    return runs;
}

std::string cycle_text(const std::vector<int>& cycle) {
    std::string text;
    for (std::size_t i = 0; i < cycle.size(); ++i)
        text += fmt::format("{}rank {} waits for rank {}", i == 0 ? "  cycle: " : ", ", cycle[i],
                            cycle[(i + 1) % cycle.size()]);
    return text.empty() ? text : text + "\n";
}

ordered_json place_json(std::optional<net::tag> tag, net::context_id context) {
    ordered_json place{{"group", name_of(context)}, {"tag", nullptr}, {"collective", nullptr}};
    if (tag && net::detail::is_collective(context))
        place["collective"] = net::collective_name(*tag);
    else if (tag)
        place["tag"] = tag->value;
    return place;
}

ordered_json rank_json(std::optional<net::task_id> task, const rank_map& ranks) {
    const auto known = task ? ranks.find(*task) : ranks.end();
    return known == ranks.end() ? ordered_json(nullptr) : ordered_json(known->second);
}

}  // namespace

std::string deadlock_text(const std::vector<task_waits>& tasks, const std::vector<int>& cycle) {
    constexpr std::size_t most_named = 8;
    const auto ranks = ranks_of(tasks);
    std::string text = tasks.size() == 1 ? "the only task that is left waits for itself"
                                         : fmt::format("all {} tasks wait for each other", tasks.size());
    for (std::size_t i = 0; i < std::min(cycle.size(), most_named); ++i) {
        const auto found = std::ranges::find(tasks, cycle[i], [](const task_waits& each) { return each.task.rank; });
        if (found == tasks.end() || found->seen.calls.empty()) continue;
        text += fmt::format("{} rank {} in {}", i == 0 ? ":" : ";", cycle[i],
                            operation_text(found->seen.calls.front(), ranks));
    }
    if (cycle.size() > most_named) text += fmt::format("; and {} more ranks", cycle.size() - most_named);
    return text + "; Ctrl-\\ shows what each task waits for, Ctrl-C ends the run";
}

std::string wait_text(const std::vector<task_waits>& tasks) {
    std::string text;
    for (const auto& [run, members] : by_run(tasks)) {
        const auto ranks = ranks_of(members);
        text += fmt::format("run {}: {}\n", run, members.front().task.program);
        for (const auto& each : members)
            text += fmt::format("  {}: {}\n{}", daemon::describe_task(each.task.rank, each.task.task, each.task.host),
                                state_text(each, ranks), messages_text(each, ranks));
        text += cycle_text(daemon::find_cycle(daemon::graph_of(members)));
    }
    return text;
}

ordered_json wait_json(const task_waits& task, const std::vector<task_waits>& all) {
    const auto ranks = ranks_of(all);
    auto calls = ordered_json::array();
    for (const auto& call : task.seen.calls) {
        auto list = ordered_json::array();
        for (const auto& awaited : call.awaited) {
            ordered_json entry{{"rank", rank_json(awaited.peer, ranks)}};
            entry.update(place_json(awaited.tag, awaited.context));
            entry.update({{"send", awaited.send}, {"bytes", awaited.size_bytes}, {"under_way", awaited.under_way}});
            list.push_back(std::move(entry));
        }
        calls.push_back({{"operation", name_of(call.what)},
                         {"seconds", call.waited.count()},
                         {"awaited", list},
                         {"awaited_count", call.awaited_count}});
    }
    auto messages = ordered_json::array();
    for (const auto& message : task.seen.messages) {
        ordered_json entry{{"rank", rank_json(message.source, ranks)}};
        entry.update(place_json(message.tag, message.context));
        entry.update({{"bytes", message.size_bytes}});
        messages.push_back(std::move(entry));
    }
    return {{"answer", name_of(task.what)},
            {"calls", calls},
            {"messages", messages},
            {"message_count", task.seen.message_count}};
}

ordered_json cycle_json(const std::vector<task_waits>& tasks) {
    auto cycles = ordered_json::array();
    for (const auto& [run, members] : by_run(tasks)) {
        const auto cycle = daemon::find_cycle(daemon::graph_of(members));
        if (!cycle.empty()) cycles.push_back({{"run", run}, {"ranks", cycle}});
    }
    return cycles;
}

}  // namespace banyan::tools
