// Tasks answer with anything when they are asked what they wait for. A cycle that is found consists of ranks of the run
// that wait for each other.
//
// Input: tasks. Each has 1 byte for its rank, 1 byte for its answer, then its report.
#include <algorithm>

#include "daemon/client/wait_graph.hpp"
#include "tests/fuzz/support/odd_parts.hpp"

using namespace banyan;
using namespace banyan::testing;
namespace wire = banyan::daemon::wire;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    input in(data, size);
    values of(in);
    wire::Waits told;
    while (!of.empty() && told.tasks_size() < 64) {
        auto& entry = *told.add_tasks();
        entry.mutable_task()->set_rank(of.number());
        entry.mutable_task()->set_task(of.task());
        entry.set_answer(static_cast<wire::TaskWaits::Answer>(of.pick(5)));
        fill(*entry.mutable_report(), of);
    }
    const auto graph = daemon::graph_of(daemon::from_wire(told));
    const auto cycle = daemon::find_cycle(graph);
    for (std::size_t i = 0; i < cycle.size(); ++i) {
        demand(cycle[i] >= 0 && static_cast<std::size_t>(cycle[i]) < graph.size());
        const auto next = cycle[(i + 1) % cycle.size()];
        const auto& calls = graph[static_cast<std::size_t>(cycle[i])].calls;
        demand(std::ranges::any_of(calls,
                                   [next](const auto& call) { return std::ranges::find(call, next) != call.end(); }));
    }
    return 0;
}
