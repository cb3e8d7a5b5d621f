#include "tools/banyan/traced_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "tools/banyan/trace_collector.hpp"

namespace banyan::tools {

traced_run run_with_trace(daemon::virtual_machine& where, daemon::run_request request,
                          const daemon::output_handler& print, std::size_t bytes_per_task) {
    trace_collector collector(bytes_per_task);
    request.environment.emplace_back("BANYAN_TRACE", collector.variable());
    traced_run done;
    done.result = where.run(request, [&](const daemon::output_block& block) { collector.extract(block, print); });
    collector.finish(print);
    done.incomplete = collector.incomplete(request.tasks);
    done.timeline = net::tracing::make_timeline(collector.take());
    return done;
}

std::string trace_warning(const traced_run& run) {
    std::uint64_t dropped = 0;
    for (const auto& task : run.timeline.tasks)
        dropped += task.dropped;
    std::string text;
    if (!run.incomplete.empty()) {
        constexpr std::size_t most_listed = 8;
        const std::vector<int> listed(
            run.incomplete.begin(),
            run.incomplete.begin() + static_cast<std::ptrdiff_t>(std::min(most_listed, run.incomplete.size())));
        text = fmt::format("the trace of {} {} is missing or cut: rank {}{}", run.incomplete.size(),
                           run.incomplete.size() == 1 ? "task" : "tasks", fmt::join(listed, ", "),
                           listed.size() < run.incomplete.size() ? ", ..." : "");
    }
    if (dropped > 0)
        text += fmt::format("{}{} events are not in the trace, because its memory was full; increase --trace-memory",
                            text.empty() ? "" : "; ", dropped);
    return text;
}

}  // namespace banyan::tools
