#include "examples/thermal/solver.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>

#include "banyan/net/collectives.hpp"
#include "banyan/net/operations.hpp"
#include "banyan/part/error.hpp"
#include "banyan/part/methods.hpp"
#include "examples/run_times.hpp"

namespace thermal {

namespace net = banyan::net;
namespace part = banyan::part;
namespace grid = banyan::grid;
using clock = std::chrono::steady_clock;

namespace {

// Cells computed between two tests of the exchange: about 0.1 ms of work.
constexpr std::int64_t cells_between_tests = 1 << 17;

double seconds(clock::duration d) {
    return std::chrono::duration<double>(d).count();
}

// Mixes all bits (the finalizer of splitmix64).
std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

}  // namespace

double first_temperature(std::int64_t row, std::int64_t col, std::int64_t cols) {
    const auto number = static_cast<std::uint64_t>(row * cols + col);
    return static_cast<double>(mix(number + 1) >> 11) * 0x1p-53 * 50.0;
}

std::uint64_t checksum_term(std::int64_t row, std::int64_t col, double value) {
    const auto place = static_cast<std::uint64_t>(row) << 32 | static_cast<std::uint64_t>(col);
    return mix(std::bit_cast<std::uint64_t>(value) ^ mix(place + 0x9e3779b97f4a7c15u));
}

const part::stencil& solver::pattern() {
    static const part::stencil five = part::stencil::named("5");
    return five;
}

solver::solver(const net::group& world, const part::partition& parts, variant work, int depth)
    : world_(world),
      work_(work),
      fixed_column_(fixed_column(parts.domain().cols())),
      layout_(std::make_shared<grid::halo_layout>(parts, world.rank().value, pattern(), depth)),
      now_(world, layout_),
      next_(world, layout_) {
    fill();
}

void solver::fill() {
    const std::int64_t cols = now_.layout().parts().domain().cols();
    for (const grid::region& cells : now_.layout().owned()) {
        for (std::int64_t r = cells.row; r < cells.row + cells.rows; ++r) {
            for (std::int64_t c = cells.col; c < cells.col + cells.cols; ++c) {
                now_(r, c) = c == fixed_column_ ? fixed_temperature : first_temperature(r, c, cols);
            }
        }
    }
}

void solver::iterate_with(const std::function<void()>& after_computing) {
    const auto begin = clock::now();
    now_.start_exchange();
    const auto started = clock::now();
    compute(now_.layout().inner(), true);
    const auto inner_done = clock::now();
    now_.finish_exchange();
    const auto complete = clock::now();
    compute(now_.layout().edge(), false);
    spent_.wait_s += seconds(started - begin) + seconds(complete - inner_done);
    spent_.compute_s += seconds(inner_done - started) + seconds(clock::now() - complete);
    if (after_computing) after_computing();
    std::swap(now_, next_);
}

void solver::move_with(grid::repartitioner& partitions) {
    layout_ = partitions.layout();
    now_ = partitions.moved(now_);
    next_ = grid::distributed_array<double>(world_, layout_);
    rounds_.clear();
    halo_is_complete_ = false;
}

double solver::iterate(convergence_test& test) {
    double change = 0;
    iterate_with([&] { change = test_change(test); });
    return change;
}

double solver::iterate_round(int steps, convergence_test& test) {
    double change = 0;
    iterate_round(steps, [&] { change = test_change(test); });
    return change;
}

double solver::iterate(convergence_test& test, grid::self_synchronization& sync, double before) {
    if (!halo_is_complete_) now_.exchange();
    halo_is_complete_ = true;
    sync.start();
    next_.expect_exchange(sync.iteration());
    const auto begin = clock::now();
    compute(now_.layout().owned(), false);
    sync.computed();
    const auto computed = clock::now();
    spent_.compute_s += seconds(computed - begin);
    double change = before;
    auto waiting = computed;
    if (sync.global_is_due()) {
        change = test_change(test);
        waiting = clock::now();
    } else {
        sync.defer_by([this](net::deadline until) { return next_.wait_expected(until); });
    }
    next_.start_exchange(sync.iteration());
    next_.finish_exchange();
    spent_.wait_s += seconds(clock::now() - waiting);
    std::swap(now_, next_);
    return change;
}

double solver::test_change(convergence_test& test) {
    const auto begin = clock::now();
    const double own = own_change();
    const auto computed = clock::now();
    const double change = test.largest(own);
    spent_.compute_s += seconds(computed - begin);
    spent_.test_s += seconds(clock::now() - computed);
    return change;
}

double solver::own_change() const {
    double change = 0;
    for (const grid::region& cells : now_.layout().owned()) {
        for (std::int64_t r = cells.row; r < cells.row + cells.rows; ++r) {
            for (std::int64_t c = cells.col; c < cells.col + cells.cols; ++c)
                change = std::max(change, std::abs(next_(r, c) - now_(r, c)));
        }
    }
    return change;
}

void solver::compute(std::span<const grid::region> regions, bool exchanging) {
    std::int64_t untested = 0;
    for (const grid::region& cells : regions) {
        const std::int64_t step = std::max<std::int64_t>(1, cells_between_tests / cells.cols);
        for (std::int64_t done = 0; done < cells.rows; done += step) {
            const grid::region rows{cells.row + done, cells.col, std::min(step, cells.rows - done), cells.cols};
            compute_rows(rows);
            untested += rows.cells();
            if (!exchanging || untested < cells_between_tests) continue;
            exchanging = !now_.test_exchange();
            untested = 0;
        }
    }
}

void solver::compute_rows(const grid::region& cells) {
    const double* from = &now_(cells.row, cells.col);
    double* to = &next_(cells.row, cells.col);
    sweep(work_, from, to, {cells.rows, cells.cols, now_.layout().stride()});
    set_fixed_column(cells);
}

void solver::set_fixed_column(const grid::region& cells) {
    if (fixed_column_ < cells.col || fixed_column_ >= cells.col + cells.cols) return;
    for (std::int64_t r = cells.row; r < cells.row + cells.rows; ++r)
        next_(r, fixed_column_) = fixed_temperature;
}

std::uint64_t solver::checksum() const {
    std::uint64_t sum = 0;
    for (const grid::region& cells : now_.layout().owned()) {
        for (std::int64_t r = cells.row; r < cells.row + cells.rows; ++r) {
            for (std::int64_t c = cells.col; c < cells.col + cells.cols; ++c)
                sum += checksum_term(r, c, now_(r, c));
        }
    }
    return net::allreduce_value(world_, sum, std::plus<>{});
}

part::partition partition_for(const problem& what, int tasks) {
    if (what.parts) return *what.parts;
    const part::speeds processors = what.speeds.empty() ? part::speeds::equal(tasks) : part::speeds(what.speeds);
    if (processors.size() != tasks) {
        throw part::error("speeds: " + std::to_string(processors.size()) + " given for " + std::to_string(tasks) +
                          " tasks; give one for each task");
    }
    return part::make_partition(what.method, part::grid(what.rows, what.cols, part::periodic::both), processors);
}

namespace {

/// Carries out the iterations in the way of `what.sync`.
class iteration_loop {
  public:
    iteration_loop(const net::group& world, const problem& what, int depth)
        : what_(what), depth_(depth), sync_(world.size(), what.every), adds_up_(world) {
        if (what.sync != synchronization::neighbours) test_.emplace(world, what.sync);
    }

    /// Carries out iteration `number`, from 0, and with a deep halo those that follow in its round, but at most `most`
    /// iterations. Returns how many.
    std::int64_t run(solver& field, std::int64_t number, std::int64_t most) {
        if (depth_ > 1) return run_round(field, number, most);
        if (what_.sync == synchronization::self)
            largest_change_ = field.iterate(*test_, sync_, largest_change_);
        else if (test_ && (number + 1) % what_.every == 0)
            largest_change_ = field.iterate(*test_);
        else
            field.iterate();
        return 1;
    }

    void report(outcome& result) const {
        result.largest_change = largest_change_;
        std::vector<double> estimates{sync_.expected_s(), sync_.bound_s()};
        net::allreduce(adds_up_, estimates, std::plus<>{});
        result.expected_s = estimates[0] / adds_up_.size();
        result.bound_s = estimates[1] / adds_up_.size();
    }

  private:
    // A convergence test and the end of the warm-up are at the end of a round.
    std::int64_t run_round(solver& field, std::int64_t number, std::int64_t most) {
        std::int64_t steps = std::min<std::int64_t>(depth_, most);
        if (number < what_.warm_up) steps = std::min(steps, what_.warm_up - number);
        if (test_) steps = std::min(steps, what_.every - number % what_.every);
        if (test_ && (number + steps) % what_.every == 0)
            largest_change_ = field.iterate_round(static_cast<int>(steps), *test_);
        else
            field.iterate_round(static_cast<int>(steps));
        return steps;
    }

    const problem& what_;
    int depth_;
    grid::self_synchronization sync_;
    std::optional<convergence_test> test_;
    net::group adds_up_;
    double largest_change_ = 0;
};

depth_choice depth_for(const net::group& world, const part::partition& parts, const problem& what) {
    if (what.halo_depth != 1 && what.sync == synchronization::self)
        throw part::error(
            "halo depth: with the synchronization 'self' every iteration exchanges, so the depth is 1; "
            "deeper halos need neighbours, global, broadcast-collapse or two-trees");
    if (what.halo_depth > 0) return {.depth = what.halo_depth, .source = "option"};
    return choose_depth(world, parts, what.work, what.network);
}

/// Changes the partition of the field while it is computed.
class rebalancing {
  public:
    rebalancing(const net::group& world, const problem& what, const solver& field)
        : what_(what),
          rank_(world.rank().value),
          partitions_(
              world, field.layout(), part::stencil::named("5"),
              {.iterations = what.warm_up + what.iterations, .way = what.rebalance, .every = what.rebalance_every}) {}

    /// After iteration `number`, from 0, or with a deep halo after `count` iterations from this one on.
    void ended(solver& field, std::int64_t number, std::int64_t count) {
        const double all_s = field.spent().compute_s;
        const double own_s = what_.pretended_s ? pretended_s(field, number, count) : all_s - before_s_;
        before_s_ = all_s;
        if (partitions_.ended_round(count, own_s)) field.move_with(partitions_);
    }
    [[nodiscard]] std::span<const grid::repartition_record> history() const { return partitions_.history(); }

  private:
    [[nodiscard]] double pretended_s(const solver& field, std::int64_t number, std::int64_t count) const {
        const std::int64_t cells = field.layout()->parts().cells(rank_);
        double sum = 0;
        for (std::int64_t i = 0; i < count; ++i)
            sum += what_.pretended_s(rank_, number + i, cells);
        return sum;
    }

    const problem& what_;
    int rank_;
    grid::repartitioner partitions_;
    double before_s_ = 0;
};

struct iteration_times {
    std::chrono::system_clock::time_point start;
    std::vector<double> ends;  // when each iteration has ended on all ranks, in seconds since the start
};

/// Carries out all iterations.
iteration_times timed_iterations(const net::group& world, const problem& what, solver& field, iteration_loop& loop,
                                 std::optional<rebalancing>& moves) {
    std::vector<double> ends(static_cast<std::size_t>(what.warm_up + what.iterations));
    net::barrier(world);
    const auto start = std::chrono::system_clock::now();
    const auto begin = clock::now();
    for (std::size_t number = 0; number < ends.size();) {
        const double before = number > 0 ? ends[number - 1] : seconds(clock::now() - begin);
        const auto count =
            loop.run(field, static_cast<std::int64_t>(number), static_cast<std::int64_t>(ends.size() - number));
        if (moves) moves->ended(field, static_cast<std::int64_t>(number), count);
        const double after = seconds(clock::now() - begin);
        for (std::int64_t i = 1; i <= count; ++i)  // the iterations of a round have equal times
            ends[number++] = before + (after - before) * static_cast<double>(i) / static_cast<double>(count);
    }
    // An iteration ends when the last rank ends it. The clocks of the ranks are compared from the barrier on.
    net::allreduce(world, ends, net::op::max());
    return {start, std::move(ends)};
}

}  // namespace

outcome solve(const net::group& world, const problem& what, bool want_field) {
    const part::partition parts = partition_for(what, world.size());
    const depth_choice halo = depth_for(world, parts, what);
    solver field(world, parts, what.work, halo.depth);

    iteration_loop loop(world, what, halo.depth);
    std::optional<rebalancing> moves;
    if (!what.rebalance.empty()) moves.emplace(world, what, field);
    const auto [start, ends] = timed_iterations(world, what, field, loop, moves);

    outcome result;
    result.halo = halo;
    const auto warm_up = static_cast<std::size_t>(what.warm_up);
    const auto begin_of_measured = warm_up > 0 ? ends[warm_up - 1] : 0.0;
    result.total_s = ends.empty() ? 0 : ends.back() - begin_of_measured;
    result.started_at_s = seconds(start.time_since_epoch()) + begin_of_measured;
    std::vector<double> steps(ends.size());
    std::adjacent_difference(ends.begin(), ends.end(), steps.begin());
    steps.erase(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(warm_up));
    result.median_iteration_s = examples::median(std::move(steps));
    result.checksum = field.checksum();
    loop.report(result);
    const std::vector mine{field.spent()};
    result.of_ranks.resize(world.rank().value == 0 ? static_cast<std::size_t>(world.size()) : 0);
    net::gather(world, mine, result.of_ranks);
    for (int processor = 0; processor < parts.processors(); ++processor)
        result.cells.push_back(field.layout()->parts().cells(processor));
    result.start = parts;
    if (moves) result.repartitions.assign(moves->history().begin(), moves->history().end());
    if (want_field) result.field = field.gather();
    return result;
}

}  // namespace thermal
