// Times the iterations of examples/heat_3d on the tasks of a run, beside a model and the plain way of
// examples/heat_plain: one array on rank 0. Both must give the same bits. Rank 0 prints one line: parameters of the
// measured network, the numbers of the rank with the most cells, messages and bytes, and seconds of an iteration.
//
//   banyan run -n P -- heat_times SIDE STEPS REPEATS      SIDE x SIDE x SIDE cells
//   T0 Td CELLS MESSAGES BYTES MEASURED PREDICTED PLAIN
//
// A time is the median over REPEATS measurements of STEPS iterations each. The model: the time in which all ranks
// compute their boxes without exchanges, and T0 for each message and Td for each byte that a rank sends.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "banyan/grid/distributed_box_array.hpp"
#include "banyan/grid/fft.hpp"
#include "banyan/net/collectives.hpp"
#include "banyan/net/operations.hpp"
#include "banyan/net/session.hpp"
#include "banyan/part/box_methods.hpp"

namespace {

using namespace banyan;
using box_array = grid::distributed_box_array<double>;

// All cells, with a layer of cold cells around them. The faces at the two ends of the last axis meet.
class plain_array {
  public:
    explicit plain_array(std::int64_t side)
        : side_(side), cells_(static_cast<std::size_t>((side + 2) * (side + 2) * (side + 2))) {}

    double& operator()(std::int64_t i, std::int64_t j, std::int64_t k) { return cells_[index(i, j, k)]; }
    double operator()(std::int64_t i, std::int64_t j, std::int64_t k) const { return cells_[index(i, j, k)]; }
    void join_ends() {
        for (std::int64_t i = 0; i < side_; ++i) {
            for (std::int64_t j = 0; j < side_; ++j) {
                (*this)(i, j, -1) = (*this)(i, j, side_ - 1);
                (*this)(i, j, side_) = (*this)(i, j, 0);
            }
        }
    }

  private:
    [[nodiscard]] std::size_t index(std::int64_t i, std::int64_t j, std::int64_t k) const {
        return static_cast<std::size_t>(((i + 1) * (side_ + 2) + j + 1) * (side_ + 2) + k + 1);
    }

    std::int64_t side_;
    std::vector<double> cells_;
};

// Calls visit(i, j, k) for each cell of a region.
template <class Visit>
void each_cell(const grid::box_region& cells, const Visit& visit) {
    const auto& [first, sides] = cells;
    for (std::int64_t i = first[0]; i < first[0] + sides[0]; ++i)
        for (std::int64_t j = first[1]; j < first[1] + sides[1]; ++j)
            for (std::int64_t k = first[2]; k < first[2] + sides[2]; ++k)
                visit(i, j, k);
}

// All cells are warm from the start, so that no value becomes so small that the CPU computes it slowly.
template <class Array>
void fill(Array& array, const grid::box_region& cells) {
    each_cell(cells, [&array](std::int64_t i, std::int64_t j, std::int64_t k) {
        array(i, j, k) = static_cast<double>((7 * i + 3 * j + k) % 50 + 1);
    });
}

template <class Array>
void compute(const Array& now, Array& next, const grid::box_region& cells) {
    each_cell(cells, [&now, &next](std::int64_t i, std::int64_t j, std::int64_t k) {
        next(i, j, k) = now(i, j, k) / 2 + (now(i - 1, j, k) + now(i + 1, j, k) + now(i, j - 1, k) + now(i, j + 1, k) +
                                            now(i, j, k - 1) + now(i, j, k + 1)) /
                                               12;
    });
}

// The fields of the present and of the next iteration, in boxes.
struct boxes {
    box_array now, next;

    void compute_all(std::span<const grid::box_region> regions) {
        for (const grid::box_region& cells : regions)
            compute(now, next, cells);
    }
    void iterate() {
        now.start_exchange();
        compute_all(now.layout().inner());
        now.finish_exchange();
        compute_all(now.layout().edge());
        std::swap(now, next);
    }
    void iterate_alone() {
        compute_all(now.layout().inner());
        compute_all(now.layout().edge());
        std::swap(now, next);
    }
};

boxes filled_boxes(const net::group& world, const std::shared_ptr<const grid::box_halo_layout>& layout) {
    boxes made{box_array(world, layout), box_array(world, layout)};
    fill(made.now, layout->owned());
    return made;
}

// Runs `iterate` for so many steps, once without and `repeats` times with a clock. The median of the seconds of a step
// on the slowest rank.
double step_seconds(const net::group& world, int steps, int repeats, const std::function<void()>& iterate) {
    std::vector<double> seconds;
    for (int i = -1; i < repeats; ++i) {
        net::barrier(world);
        const auto begin = std::chrono::steady_clock::now();
        for (int step = 0; step < steps; ++step)
            iterate();
        const double own = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        if (const double all = net::allreduce_value(world, own, net::op::max()); i >= 0) seconds.push_back(all / steps);
    }
    std::ranges::nth_element(seconds, seconds.begin() + repeats / 2);
    return seconds[static_cast<std::size_t>(repeats / 2)];
}

// The field of rank 0 after as many iterations in one array; the other ranks wait.
struct plain_way {
    double seconds;
    std::vector<double> field;
};

plain_way run_plain(const net::group& world, std::int64_t side, int steps, int repeats) {
    const bool computes = world.rank().value == 0;
    const grid::box_region all{{0, 0, 0}, {side, side, side}};
    plain_array now(computes ? side : 0), next(computes ? side : 0);
    if (computes) fill(now, all);
    const double seconds = step_seconds(world, steps, repeats, [&] {
        if (!computes) return;
        now.join_ends();
        compute(now, next, all);
        std::swap(now, next);
    });
    std::vector<double> field;
    if (computes)
        each_cell(all, [&](std::int64_t i, std::int64_t j, std::int64_t k) { field.push_back(now(i, j, k)); });
    return {seconds, field};
}

// Returns whether both ways give the same bits.
bool measure(const net::group& world, const part::speeds& speeds, std::int64_t side, int steps, int repeats) {
    const grid::fft_network network = grid::measured_fft_network(world);
    const part::grid_3d metal({side, side, side}, {false, false, true});
    const auto layout = std::make_shared<const grid::box_halo_layout>(
        part::make_box_partition("best", metal, speeds), world.rank().value, part::box_stencil::seven_points);
    std::int64_t items = 0;
    for (const grid::box_message& message : layout->sends())
        items += message.items;
    const auto largest = [&world](std::int64_t mine) { return net::allreduce_value(world, mine, net::op::max()); };
    const std::int64_t cells = largest(layout->owned().cells());
    const std::int64_t messages = largest(static_cast<std::int64_t>(layout->sends().size()));
    const std::int64_t bytes = largest(items * static_cast<std::int64_t>(sizeof(double)));

    boxes shared = filled_boxes(world, layout), alone = filled_boxes(world, layout);
    const double measured_s = step_seconds(world, steps, repeats, [&shared] { shared.iterate(); });
    const double local_s = step_seconds(world, steps, repeats, [&alone] { alone.iterate_alone(); });
    const plain_way plain = run_plain(world, side, steps, repeats);
    const bool is_right = shared.now.gather() == plain.field;
    if (world.rank().value == 0)
        std::printf(
            "%.9g %.9g %lld %lld %lld %.9f %.9f %.9f\n", network.start_s, network.byte_s, static_cast<long long>(cells),
            static_cast<long long>(messages), static_cast<long long>(bytes), measured_s,
            local_s + static_cast<double>(messages) * network.start_s + static_cast<double>(bytes) * network.byte_s,
            plain.seconds);
    return net::allreduce_value(world, is_right ? 1 : 0, net::op::min()) == 1;
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc != 4) {
        std::fprintf(stderr, "usage: heat_times SIDE STEPS REPEATS\n");
        return 2;
    }
    net::session session;
    const bool is_right = measure(session.world(), part::speeds(session.speeds().values), std::atoi(argv[1]),
                                  std::atoi(argv[2]), std::atoi(argv[3]));
    if (!is_right && session.world().rank().value == 0)
        std::fprintf(stderr, "heat_times: the boxes and the plain array have different values\n");
    return is_right ? 0 : 1;
} catch (const std::exception& failure) {
    std::fprintf(stderr, "heat_times: %s\n", failure.what());
    return 1;
}
