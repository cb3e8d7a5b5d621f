#include "examples/thermal/halo_depth_choice.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <vector>

#include "banyan/grid/compute_in_blocks.hpp"
#include "banyan/grid/distributed_array.hpp"
#include "banyan/net/collectives.hpp"

namespace thermal {

namespace net = banyan::net;
namespace part = banyan::part;
namespace grid = banyan::grid;

namespace {

using choice_clock = std::chrono::steady_clock;
constexpr auto larger_of = [](double a, double b) { return std::max(a, b); };

/// The median time of `repeats` calls in seconds, after one call that is not measured.
double median_time(int repeats, const std::function<void()>& call) {
    call();
    std::vector<double> times;
    for (int i = 0; i < repeats; ++i) {
        const auto begin = choice_clock::now();
        call();
        times.push_back(std::chrono::duration<double>(choice_clock::now() - begin).count());
    }
    std::ranges::nth_element(times, times.begin() + repeats / 2);
    return times[static_cast<std::size_t>(repeats / 2)];
}

/// The time of a cell in sweeps over rows x cols cells, as the solver makes them.
double cell_time(variant work, std::int64_t rows, std::int64_t cols, int repeats) {
    constexpr double warm = 50;
    const sweep_size size{rows, cols, cols + 2};
    const auto items = static_cast<std::size_t>((rows + 2) * size.stride);
    grid::halo_storage<double> from(items, warm), to(items, warm);
    const std::int64_t first = size.stride + 1;
    const double seconds = median_time(repeats, [&] { sweep(work, from.data() + first, to.data() + first, size); });
    return seconds / static_cast<double>(rows * cols);
}

/// cell_s and memory_s. All ranks measure at the same time, because they may share the memory.
void measure_cells(const net::group& world, variant work, std::int64_t own_cells, grid::iteration_costs& costs) {
    constexpr std::int64_t cols = 512, most_cells = 1 << 21;
    net::barrier(world);
    costs.cell_s = cell_time(work, 32, cols, 25);
    // Arrays that fit into the second-level cache have no time of the memory; the third level counts as memory.
    const std::int64_t cells = std::min(own_cells, most_cells);
    if (2 * cells * static_cast<std::int64_t>(sizeof(double)) <= grid::second_level_cache_bytes()) return;
    net::barrier(world);
    costs.memory_s = std::max(0.0, cell_time(work, std::max<std::int64_t>(cells / cols, 1), cols, 3) - costs.cell_s);
}

/// The time in which every rank sends `messages` messages to the next rank and receives as many: the median of three
/// means over `rounds` rounds, because a rank that is late in one round is early in the next.
double ring_time(const net::group& world, std::size_t bytes, std::size_t messages, int rounds) {
    const net::rank next{(world.rank().value + 1) % world.size()};
    const net::rank previous{(world.rank().value + world.size() - 1) % world.size()};
    const std::vector<std::byte> out(bytes);
    std::vector<std::vector<std::byte>> in(messages, std::vector<std::byte>(bytes));
    const auto one_round = [&] {
        std::vector<net::group_request> receives;
        std::vector<net::request> sends;
        for (auto& buffer : in)
            receives.push_back(world.async_recv<std::byte>(previous, net::tag{0}, buffer));
        for (std::size_t i = 0; i < messages; ++i)
            sends.push_back(world.async_send<std::byte>(next, net::tag{0}, out));
        for (auto& r : receives)
            r.wait();
        for (auto& s : sends)
            s.wait();
    };
    return median_time(3,
                       [&] {
                           for (int i = 0; i < rounds; ++i)
                               one_round();
                       }) /
           rounds;
}

void measure_messages(const net::group& of_run, grid::iteration_costs& costs) {
    constexpr std::size_t short_bytes = 8, long_bytes = 64 << 10, several = 5;
    const net::group world = of_run.duplicate();
    const double one_s = ring_time(world, short_bytes, 1, 4);
    costs.latency_s = one_s;
    costs.message_s = std::max(0.0, ring_time(world, short_bytes, several, 4) - one_s) / (several - 1);
    costs.byte_s = std::max(0.0, ring_time(world, long_bytes, 1, 2) - one_s) / static_cast<double>(long_bytes);
}

void take_largest(const net::group& world, grid::iteration_costs& costs) {
    std::array values{costs.latency_s, costs.message_s, costs.byte_s, costs.cell_s, costs.memory_s};
    net::allreduce(world, values, larger_of);
    costs = {values[0], values[1], values[2], values[3], values[4]};
}

}  // namespace

depth_choice choose_depth(const net::group& world, const part::partition& parts, variant work,
                          const std::optional<network_times>& network) {
    depth_choice made;
    const int me = world.rank().value;
    if (world.size() > 1 && network) {
        made.source = "advice";
        made.costs.latency_s = network->lambda_s;
        made.costs.byte_s = network->tau_s_per_byte;
    } else if (world.size() > 1) {
        made.source = "measured";
        measure_messages(world, made.costs);
    } else {
        made.source = "none";
    }
    measure_cells(world, work, parts.cells(me), made.costs);
    take_largest(world, made.costs);
    auto times = grid::iteration_times_s(parts, me, part::stencil::named("5"), made.costs, sizeof(double),
                                         grid::second_level_cache_bytes(), most_chosen_depth);
    net::allreduce(world, times, larger_of);
    made.depth = grid::depth_of_least_time(times);
    made.predicted_s = times[static_cast<std::size_t>(made.depth - 1)];
    return made;
}

}  // namespace thermal
