#include "tools/banyan/trace_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "libnet/schedules/two_binary_tree.hpp"
#include "libnet/tracing/timeline.hpp"

namespace banyan::tools {
namespace {

using times = std::vector<std::int64_t>;

constexpr level_tree trees_with_levels[] = {
    {"hypercube", "l: the ranks with l bits set", &net::tracing::tree_level},
    {"two-binary", "0: the ranks 0 and 1; l: the ranks 2^l to 2^(l+1) - 1", &net::two_binary_level},
};

/// The samples of one row.
struct collected {
    int tasks = 0;
    std::array<times, time_kinds.size()> of;

    void add(const task_samples& t) {
        ++tasks;
        of[0].insert(of[0].end(), t.computing.begin(), t.computing.end());
        of[1].insert(of[1].end(), t.blocked.begin(), t.blocked.end());
        of[2].insert(of[2].end(), t.algorithmic.begin(), t.algorithmic.end());
        for (std::size_t i = 0; i < t.blocked.size(); ++i)
            of[3].push_back(t.blocked[i] - t.algorithmic[i]);
    }
    [[nodiscard]] time_row row(int number) const {
        time_row made{number, tasks, {}};
        for (std::size_t k = 0; k < of.size(); ++k)
            made.times[k] = histogram_of(of[k]);
        return made;
    }
};

std::string summary_table(const char* first_column, const std::vector<time_row>& rows) {
    std::string text = fmt::format("{:>6} {:>6} {:>12} {:>12} {:>14} {:>18} {:>12}\n", first_column, "tasks",
                                   "computing s", "blocked s", "algorithmic s", "non-algorithmic s", "utilization");
    for (const time_row& r : rows)
        text += fmt::format("{:>6} {:>6} {:>12.6f} {:>12.6f} {:>14.6f} {:>18.6f} {:>12.3f}\n", r.number, r.tasks,
                            r.times[0].total_s, r.times[1].total_s, r.times[2].total_s, r.times[3].total_s,
                            r.utilization());
    return text;
}

// Lines from the first to the last bin that has a sample, with a bar for each kind of time.
std::string histogram_table(const time_row& row) {
    constexpr std::string_view longest_bar = "############";
    std::string text = fmt::format("{:>8}", "from");
    for (const char* kind : time_kinds)
        text += fmt::format("  {:<20}", kind);
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
    const auto is_used = [&](std::size_t bin) {
        return std::any_of(row.times.begin(), row.times.end(), [&](const auto& h) { return h.counts[bin] > 0; });
    };
    std::size_t first = 0, end = time_histogram::bins;
    while (first < end && !is_used(first))
        ++first;
    while (end > first && !is_used(end - 1))
        --end;
    for (std::size_t bin = first; bin < end; ++bin) {
        text += fmt::format("{:>8}", lower_limit_text(bin));
        for (const time_histogram& h : row.times) {
            const std::uint64_t most = std::max<std::uint64_t>(1, *std::ranges::max_element(h.counts));
            const std::size_t bar = (h.counts[bin] * longest_bar.size() + most - 1) / most;
            text += fmt::format("  {:>7} {:<12}", h.counts[bin], longest_bar.substr(0, bar));
        }
        text.erase(text.find_last_not_of(' ') + 1);
        text += '\n';
    }
    return text;
}

std::string notes_of(const trace_report& r) {
    std::string text = fmt::format("{} messages paired", r.messages);
    if (r.unpaired_sends + r.unpaired_receives > 0)
        text += fmt::format(", {} sends and {} receives not paired", r.unpaired_sends, r.unpaired_receives);
    if (r.dropped > 0) text += fmt::format("; {} events were not recorded, because the memory was full", r.dropped);
    text += '\n';
    if (!r.incomplete.empty())
        text += fmt::format("no complete trace of the ranks {}\n", fmt::join(r.incomplete, ", "));
    return text;
}

nlohmann::ordered_json histogram_json(const time_histogram& h) {
    auto bins = nlohmann::ordered_json::array();
    for (std::size_t bin = 0; bin < time_histogram::bins; ++bin)
        if (h.counts[bin] > 0)
            bins.push_back({{"from_s", static_cast<double>(lower_limit_ns(bin)) * 1e-9}, {"count", h.counts[bin]}});
    return {{"count", h.count}, {"total_s", h.total_s}, {"mean_s", h.mean_s()}, {"median_s", h.median_s},
            {"p95_s", h.p95_s}, {"max_s", h.max_s},     {"bins", bins}};
}

nlohmann::ordered_json rows_json(const char* name, const std::vector<time_row>& rows) {
    auto list = nlohmann::ordered_json::array();
    for (const time_row& r : rows) {
        nlohmann::ordered_json entry{{name, r.number}, {"tasks", r.tasks}, {"utilization", r.utilization()}};
        for (std::size_t k = 0; k < time_kinds.size(); ++k)
            entry[time_kinds[k]] = histogram_json(r.times[k]);
        list.push_back(std::move(entry));
    }
    return list;
}

}  // namespace

double time_row::utilization() const {
    const double all = times[0].total_s + times[1].total_s;
    return all > 0 ? times[0].total_s / all : 0;
}

std::span<const level_tree> level_trees() {
    return trees_with_levels;
}

const level_tree& level_tree_named(const std::string& name) {
    return *std::ranges::find_if(trees_with_levels, [&](const level_tree& tree) { return tree.name == name; });
}

trace_report report_of(const trace_samples& samples, const level_tree& tree) {
    trace_report report;
    report.tree = &tree;
    report.messages = samples.messages;
    report.unpaired_sends = samples.unpaired_sends;
    report.unpaired_receives = samples.unpaired_receives;
    report.incomplete = samples.incomplete;
    std::map<int, collected> levels;
    for (const task_samples& t : samples.tasks) {
        report.dropped += t.dropped;
        levels[tree.level_of(t.rank)].add(t);
        collected alone;
        alone.add(t);
        report.tasks.push_back(alone.row(t.rank));
    }
    for (const auto& [level, all] : levels)
        report.levels.push_back(all.row(level));
    return report;
}

std::string report_text(const trace_report& report, int rank) {
    std::string text =
        fmt::format("{}\nLevels of the tree {} (level {}):\n{}\n{}", notes_of(report), report.tree->name,
                    report.tree->levels, summary_table("level", report.levels), summary_table("rank", report.tasks));
    const auto add = [&](const char* what, const time_row& row) {
        text += fmt::format("\n{} {}: intervals by length\n{}", what, row.number, histogram_table(row));
    };
    if (rank >= 0) {
        add("rank", *std::ranges::find(report.tasks, rank, &time_row::number));
        return text;
    }
    for (const time_row& r : report.levels)
        add("level", r);
    return text;
}

nlohmann::ordered_json report_json(const trace_report& report) {
    return {{"messages", report.messages},
            {"unpaired_sends", report.unpaired_sends},
            {"unpaired_receives", report.unpaired_receives},
            {"dropped", report.dropped},
            {"incomplete", report.incomplete},
            {"tree", report.tree->name},
            {"levels", rows_json("level", report.levels)},
            {"tasks", rows_json("rank", report.tasks)}};
}

}  // namespace banyan::tools
