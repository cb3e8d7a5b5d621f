#include "examples/thermal/halo_depth_choice.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <utility>
#include <vector>

#include "banyan/grid/compute_in_blocks.hpp"
#include "banyan/grid/distributed_array.hpp"
#include "banyan/net/collectives.hpp"
#include "banyan/net/operations.hpp"

namespace thermal {

namespace net = banyan::net;
namespace part = banyan::part;
namespace grid = banyan::grid;

namespace {

using choice_clock = std::chrono::steady_clock;

double seconds_of(const std::function<void()>& call) {
    const auto begin = choice_clock::now();
    call();
    return std::chrono::duration<double>(choice_clock::now() - begin).count();
}

/// The least time of several calls: interruptions only add to it.
double least_time(int repeats, const std::function<void()>& call) {
    double least = seconds_of(call);
    for (int i = 1; i < repeats; ++i)
        least = std::min(least, seconds_of(call));
    return least;
}

/// Two arrays of the shape of the own rectangle, with fewer rows if it has more than 2^22 cells. So many cells take 32
/// MiB, which is more than a usual third-level cache.
class sample_cells {
  public:
    sample_cells(variant work, const grid::region& own)
        : work_(work),
          rows_(std::clamp<std::int64_t>(most_cells / std::max<std::int64_t>(own.cols, 1), 1,
                                         std::max<std::int64_t>(own.rows, 1))),
          cols_(std::clamp<std::int64_t>(own.cols, 1, most_cells)),
          a_(static_cast<std::size_t>((rows_ + 2) * stride()), warm),
          b_(a_.size(), warm) {}

    /// Seconds for a cell of a sweep over the whole array.
    double plain_s() {
        const std::int64_t sweeps = 1 + least_cells / (rows_ * cols_);
        const auto all = [&] {
            for (std::int64_t i = 0; i < sweeps; ++i)
                compute(a_, b_, {0, 0, rows_, cols_});
        };
        all();  // not measured: the caches fill
        return least_time(5, all) / static_cast<double>(sweeps * rows_ * cols_);
    }
    /// Seconds for a cell and a step of a round, block by block.
    double blocked_s(int steps, const grid::block_shape& shape) {
        const std::vector whole{grid::region{0, 0, rows_, cols_}};
        const std::vector round(static_cast<std::size_t>(steps), whole);
        const std::int64_t rounds = 1 + least_cells / (rows_ * cols_ * steps);
        const double seconds = least_time(3, [&] {
            for (std::int64_t i = 0; i < rounds; ++i)
                grid::compute_in_blocks(round, part::stencil::named("5"), shape, [&](int step, const grid::region& r) {
                    step % 2 == 1 ? compute(a_, b_, r) : compute(b_, a_, r);
                });
        });
        return seconds / static_cast<double>(rounds * steps * rows_ * cols_);
    }

  private:
    static constexpr double warm = 50;
    static constexpr std::int64_t most_cells = 1 << 22, least_cells = 1 << 17;

    [[nodiscard]] std::int64_t stride() const { return cols_ + 2; }
    void compute(const grid::halo_storage<double>& from, grid::halo_storage<double>& to, const grid::region& r) const {
        const std::int64_t first = (r.row + 1) * stride() + r.col + 1;
        sweep(work_, from.data() + first, to.data() + first, {r.rows, r.cols, stride()});
    }

    variant work_;
    std::int64_t rows_, cols_;
    grid::halo_storage<double> a_, b_;
};

/// Measures cell_s and memory_s. All ranks measure at the same time, because they may share the memory.
void measure_cells(const net::group& world, variant work, const grid::region& own, grid::iteration_costs& costs) {
    sample_cells cells(work, own);
    const auto shape = grid::block_for_cache(most_chosen_depth, part::stencil::named("5"), sizeof(double),
                                             grid::second_level_cache_bytes());
    net::barrier(world);
    const double plain_s = cells.plain_s();
    net::barrier(world);
    const double blocked_s = cells.blocked_s(most_chosen_depth, shape);
    const auto times = grid::cell_times_from(plain_s, blocked_s, most_chosen_depth, shape.steps);
    costs.cell_s = times.cell_s;
    costs.memory_s = times.memory_s;
}

/// The messages of the exchange of a layout, without the array: the same sizes to the same ranks.
class bare_exchange {
  public:
    bare_exchange(const net::group& world, const grid::halo_layout& layout) : world_(world) {
        for (const auto& message : layout.sends())
            sends_.push_back(buffer_for(message));
        for (const auto& message : layout.receives())
            receives_.push_back(buffer_for(message));
    }
    void run() {
        std::vector<net::group_request> receiving;
        std::vector<net::request> sending;
        for (auto& m : receives_)
            receiving.push_back(world_.async_recv<std::byte>(m.peer, m.tag, m.bytes));
        for (auto& m : sends_)
            sending.push_back(world_.async_send<std::byte>(m.peer, m.tag, m.bytes));
        for (auto& r : receiving)
            r.wait();
        for (auto& s : sending)
            s.wait();
    }

  private:
    struct message_buffer {
        net::rank peer;
        net::tag tag;
        std::vector<std::byte> bytes;
    };
    static message_buffer buffer_for(const grid::halo_message& message) {
        return {net::rank{message.peer}, net::tag{message.direction},
                std::vector<std::byte>(static_cast<std::size_t>(message.items) * sizeof(double))};
    }

    const net::group& world_;
    std::vector<message_buffer> sends_, receives_;
};

/// Measures exchanges of some depths; the largest time of all ranks counts. The time of a rank is the least of several
/// means of two exchanges: a rank that is late in one exchange is early in the next, and a connection becomes faster as
/// it sends more.
void measure_exchanges(const net::group& of_run, const part::partition& parts, grid::iteration_costs& costs) {
    constexpr std::array depths{1, 4, 12, most_chosen_depth};
    constexpr int first = 3, repeated = 2;
    const net::group world = of_run.duplicate();
    std::vector<double> times;
    for (const int depth : depths) {
        if (depth > 1 && parts.kind() == part::layout::cells) break;
        bare_exchange exchange(world, {parts, world.rank().value, part::stencil::named("5"), depth});
        const auto several = [&](int count) {
            for (int i = 0; i < count; ++i)
                exchange.run();
        };
        several(first);
        times.push_back(least_time(4, [&] { several(repeated); }) / repeated);
    }
    net::allreduce(world, times, net::op::max());
    for (std::size_t i = 0; i < times.size(); ++i)
        costs.exchanges.push_back({depths[i], times[i]});
    costs.latency_s = times.front();
}

/// The rectangle around the own cells; empty for a rank without cells.
grid::region own_rectangle(const part::partition& parts, int rank) {
    const grid::halo_layout layout(parts, rank, part::stencil::named("5"));
    grid::region around;
    for (const grid::region& r : layout.owned()) {
        if (around.empty()) around = r;
        const std::int64_t row = std::min(around.row, r.row), col = std::min(around.col, r.col);
        around = {row, col, std::max(around.row + around.rows, r.row + r.rows) - row,
                  std::max(around.col + around.cols, r.col + r.cols) - col};
    }
    return around;
}

void take_largest_of_ranks(const net::group& world, grid::iteration_costs& costs) {
    std::array values{costs.latency_s, costs.message_s, costs.byte_s, costs.cell_s, costs.memory_s};
    net::allreduce(world, values, net::op::max());
    costs.latency_s = values[0];
    costs.message_s = values[1];
    costs.byte_s = values[2];
    costs.cell_s = values[3];
    costs.memory_s = values[4];
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
        measure_exchanges(world, parts, made.costs);
    } else {
        made.source = "none";
    }
    measure_cells(world, work, own_rectangle(parts, me), made.costs);
    take_largest_of_ranks(world, made.costs);
    auto times = grid::iteration_times_s(parts, me, part::stencil::named("5"), made.costs, sizeof(double),
                                         grid::second_level_cache_bytes(), most_chosen_depth);
    net::allreduce(world, times, net::op::max());
    made.depth = grid::depth_of_least_time(times);
    made.predicted_s = times[static_cast<std::size_t>(made.depth - 1)];
    made.predictions_s = std::move(times);
    return made;
}

}  // namespace thermal
