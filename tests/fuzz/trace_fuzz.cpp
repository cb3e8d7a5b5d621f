// Any text as a trace file. The result has lengths within their limits, or one line names the error.
#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <string>

#include "tests/fuzz/input.hpp"
#include "tools/banyan/trace_samples.hpp"

using banyan::testing::demand;
using namespace banyan;

namespace {

void demand_lengths(const tools::task_samples& task) {
    demand(task.rank >= 0);
    demand(task.blocked.size() == task.algorithmic.size());
    demand(std::ranges::all_of(task.computing, [](auto length) { return length >= 0; }));
    for (std::size_t i = 0; i < task.blocked.size(); ++i)
        demand(task.algorithmic[i] >= 0 && task.algorithmic[i] <= task.blocked[i]);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::istringstream file(testing::input(data, size).text());
    try {
        const auto found = tools::read_trace(file);
        for (const auto& task : found.tasks)
            demand_lengths(task);
        demand(std::ranges::all_of(found.incomplete, [](int rank) { return rank >= 0; }));
    } catch (const std::runtime_error& refused) {
        const std::string text = refused.what();
        demand(!text.empty() && text.find('\n') == std::string::npos &&
               text.find("json.exception") == std::string::npos);
    }
    return 0;
}
