// Measures the programs for all shortest paths (examples/shortest_paths) on 1 to 16 ranks: CPU time, messages,
// bytes and stored elements, beside the formulas of banyan/part/papers/scalability.hpp. Ranks are threads of this
// process. Each has the largest matrix that fits into its memory. It also finds the sides at which the programs reach
// an efficiency of 0.5 (isoefficiency). Prints one JSON object.
//
//   scaling_paths MEMORY...        elements for which a rank has room
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <nlohmann/json.hpp>

#include "banyan/net/collectives.hpp"
#include "banyan/net/thread_world.hpp"
#include "examples/shortest_paths/parallel_programs.hpp"
#include "examples/shortest_paths/processor_time.hpp"

namespace {

using namespace shortest_paths;
namespace net = banyan::net;
namespace part = banyan::part;
using json = nlohmann::ordered_json;

constexpr int rank_counts[] = {1, 2, 4, 8, 16};
constexpr int repeats = 3;
constexpr double wanted_efficiency = 0.5;
constexpr std::int64_t least_side = 4, most_side = 1024;  // of the search for this efficiency
constexpr double side_precision = 1.05;

// Waiting sleeps, so that it takes no CPU time.
void run_ranks(int ranks, const std::function<void(net::group&)>& body) {
    net::mailbox_options options;
    options.spin = std::chrono::microseconds(0);
    net::run_threads(ranks, body, net::transport_kind::in_process, options);
}

struct totals {
    double busiest_s = 0;  // the least of some runs
    std::int64_t stored = 0;
    std::uint64_t messages = 0, bytes = 0;
};

totals measured(program which, int ranks, std::int64_t n) {
    const weighted_graph graph(n, 1995, 0.2);
    totals found;
    run_ranks(ranks, [&](net::group& world) {
        for (int i = 0; i < repeats; ++i) {
            const rank_result mine = run_program(which, world, graph);
            const double busiest_s = net::allreduce_value(world, mine.processor_s, net::op::max());
            const auto messages = net::allreduce_value(world, mine.messages, net::op::sum());
            const auto bytes = net::allreduce_value(world, mine.bytes, net::op::sum());
            const auto stored = net::allreduce_value(world, mine.stored_items, net::op::sum());
            if (world.rank().value == 0)
                found = {i == 0 ? busiest_s : std::min(busiest_s, found.busiest_s), stored, messages, bytes};
        }
    });
    return found;
}

// The CPU time of a broadcast of so many elements between two ranks, both together.
double broadcast_seconds(std::size_t elements) {
    constexpr int count = 2000;
    double both_s = 0;
    run_ranks(2, [&](net::group& world) {
        std::vector<double> items(elements);
        net::barrier(world);
        const double begin = processor_seconds();
        for (int i = 0; i < count; ++i)
            net::broadcast(world, items, net::rank{i / 64 % 2}, net::with_algorithm("hypercube-tree"));
        const double sum_s = net::allreduce_value(world, processor_seconds() - begin, net::op::sum());
        if (world.rank().value == 0) both_s = sum_s;
    });
    return both_s / count;
}

// Of a message and an element; those of an update come from the run on one rank.
part::module_costs measured_costs() {
    constexpr std::size_t elements = 1000;
    const double one_s = broadcast_seconds(1), long_s = broadcast_seconds(1 + elements);
    return {0, one_s, std::max(0.0, long_s - one_s) / elements};
}

// The largest matrix that fits.
std::int64_t side_of(program which, int ranks, std::int64_t memory) {
    const bool is_copied = which == program::dijkstra_source_partition;
    return static_cast<std::int64_t>(std::sqrt(static_cast<double>(is_copied ? memory : memory * ranks)));
}

json measured_case(program which, int ranks, std::int64_t memory, part::module_costs costs) {
    const std::int64_t n = side_of(which, ranks, memory);
    const auto side = static_cast<double>(n);
    const totals serial = measured(which, 1, n), parallel = measured(which, ranks, n);
    costs.update = serial.busiest_s / (side * side * side);
    const program_traffic wanted = expected_traffic(which, n, ranks);
    return {{"ranks", ranks},
            {"n", n},
            {"serial_s", serial.busiest_s},
            {"parallel_s", parallel.busiest_s},
            {"efficiency", serial.busiest_s / (ranks * parallel.busiest_s)},
            {"efficiency_formula", part::efficiency(which, ranks, side, costs)},
            {"overhead", static_cast<double>(parallel.stored) / (side * side)},
            {"overhead_formula", part::memory_overhead_factor(which, ranks, side)},
            {"messages", parallel.messages},
            {"messages_formula", wanted.messages},
            {"bytes", parallel.bytes},
            {"bytes_formula", wanted.bytes}};
}

// The largest number of ranks by the formula, with the costs of the run on one rank. JSON has no infinity.
json limit_by_formula(program which, std::int64_t memory, double serial_s, std::int64_t n, part::module_costs costs) {
    costs.update = serial_s / std::pow(static_cast<double>(n), 3);
    const double limit = part::expansion_limit(which, static_cast<double>(memory), wanted_efficiency, costs);
    return std::isfinite(limit) ? json(limit) : json(nullptr);
}

json measured_program(program which, std::int64_t memory, const part::module_costs& costs) {
    json cases = json::array();
    int largest = 1;
    for (const int ranks : rank_counts) {
        cases.push_back(measured_case(which, ranks, memory, costs));
        if (cases.back()["efficiency"].get<double>() >= wanted_efficiency) largest = ranks;
    }
    const json& last = cases.back();
    return {{"program", name_of(which)},
            {"memory", memory},
            {"largest_ranks", largest},
            {"limit_formula",
             limit_by_formula(which, memory, last["serial_s"].get<double>(), last["n"].get<std::int64_t>(), costs)},
            {"cases", cases}};
}

struct measured_side {
    std::int64_t n = 0;
    double serial_s = 0, parallel_s = 0;

    [[nodiscard]] bool is_enough(int ranks) const { return serial_s >= wanted_efficiency * ranks * parallel_s; }
};

measured_side at_side(program which, int ranks, std::int64_t n) {
    return {n, measured(which, 1, n).busiest_s, measured(which, ranks, n).busiest_s};
}

// The least side that is enough, to 5 %. The side is doubled until it is enough; then the range is halved. If none is
// enough: the measurement at the largest side.
measured_side least_enough(program which, int ranks) {
    std::int64_t too_small = 0;
    measured_side found = at_side(which, ranks, least_side);
    while (!found.is_enough(ranks) && found.n < most_side) {
        too_small = found.n;
        found = at_side(which, ranks, std::min(2 * found.n, most_side));
    }
    if (!found.is_enough(ranks) || too_small == 0) return found;
    while (found.n - too_small > 1 && static_cast<double>(found.n) > side_precision * static_cast<double>(too_small)) {
        const measured_side middle = at_side(which, ranks, (too_small + found.n) / 2);
        if (middle.is_enough(ranks))
            found = middle;
        else
            too_small = middle.n;
    }
    return found;
}

json isoefficient_case(program which, int ranks, part::module_costs costs) {
    const measured_side found = least_enough(which, ranks);
    costs.update = found.serial_s / std::pow(static_cast<double>(found.n), 3);
    return {{"program", name_of(which)},
            {"ranks", ranks},
            {"n", found.is_enough(ranks) ? json(found.n) : json(nullptr)},
            {"n_formula", part::isoefficient_side(which, ranks, wanted_efficiency, costs)}};
}

json measured_isoefficiency(const part::module_costs& costs) {
    json cases = json::array();
    for (const program which : runnable_programs)
        for (const int ranks : rank_counts)
            if (ranks > 1) cases.push_back(isoefficient_case(which, ranks, costs));
    return cases;
}

}  // namespace

int main(int argc, char** argv) {
    const part::module_costs costs = measured_costs();
    json programs = json::array();
    for (int i = 1; i < argc; ++i)
        for (const program which : runnable_programs)
            programs.push_back(measured_program(which, std::max<std::int64_t>(256, std::atoll(argv[i])), costs));
    const json result{{"efficiency", wanted_efficiency},
                      {"message_s", costs.message},
                      {"item_s", costs.item},
                      {"programs", programs},
                      {"least_side", least_side},
                      {"most_side", most_side},
                      {"isoefficiency", measured_isoefficiency(costs)}};
    std::printf("%s\n", result.dump().c_str());
}
