// The points x[r + p j] of rank r give F_r[k], a transform of length m = n / p. Then X[k + m q] is a transform of
// length p over the ranks: the sum of w_n^(r k) F_r[k] w_p^(r q) over r. Blocked: the same with both lengths exchanged.
// Natural order: from blocks of points to the points of hybrid, and from its coefficients to blocks. Two ranks:
// pair_transform.hpp. Natural order of long blocks on a few ranks: natural_transform.hpp.
#include <algorithm>
#include <bit>
#include <limits>
#include <string>

#include "banyan/grid/fft.hpp"
#include "banyan/grid/index_shuffle.hpp"
#include "banyan/net/collectives.hpp"
#include "banyan/net/same_call.hpp"
#include "banyan/part/error.hpp"
#include "libgrid/fft/local_fft.hpp"
#include "libgrid/fft/natural_transform.hpp"
#include "libgrid/fft/pair_transform.hpp"
#include "libgrid/fft/point_steps.hpp"
#include "libgrid/fft/rank_butterflies.hpp"
#include "libgrid/fft/row_factors.hpp"
#include "libgrid/fft/shared_plans.hpp"
#include "libnet/collectives/host_numbers.hpp"
#include "libnet/collectives/network_measurement.hpp"
#include "libnet/schedules/lin_network.hpp"

namespace banyan::grid {

namespace {

using point = std::complex<double>;
using point_span = std::span<point>;

constexpr std::int64_t largest_tile = 256;

void check_fft(std::int64_t n, int p, const fft_options& options) {
    const auto power_of_two = [](std::int64_t x) {
        return x >= 1 && std::has_single_bit(static_cast<std::uint64_t>(x));
    };
    if (!power_of_two(p))
        throw part::error("fourier_transform: " + std::to_string(p) + " ranks, allowed: powers of two");
    if (!power_of_two(n) || n / p < p)
        throw part::error("fourier_transform: " + std::to_string(n) + " points on " + std::to_string(p) +
                          " ranks, allowed: powers of two from " + std::to_string(std::int64_t{p} * p));
    if (n / p > (std::int64_t{1} << 30))
        throw part::error("fourier_transform: " + std::to_string(n / p) + " points on a rank, allowed: up to 2^30");
    if (options.natural && options.layout != fft_layout::automatic && options.layout != fft_layout::hybrid)
        throw part::error(std::string("fourier_transform: natural order with layout ") + name_of(options.layout) +
                          ", allowed: hybrid, automatic");
}

// Blocks of an alltoall that are better sent together than combined or one after the other.
bool are_few_long_blocks(std::int64_t ranks, std::int64_t points) {
    constexpr std::int64_t long_points = 4096, few_ranks = 8;
    return points >= long_points && ranks <= few_ranks;
}

fft_layout chosen_layout(const net::group& tasks, std::int64_t n, const fft_options& options) {
    if (options.natural) return fft_layout::hybrid;
    if (options.layout != fft_layout::automatic) return options.layout;
    if (tasks.size() <= 2) return fft_layout::hybrid;  // never slower
    return fastest_fft_layout(static_cast<double>(n), tasks.size(), sizeof(point),
                              measured_fft_network(tasks, options.until));
}

}  // namespace

fft_network measured_fft_network(const net::group& tasks, net::deadline until) {
    const auto hosts = net::host_numbers(tasks);
    const net::lin_parameters lin =
        net::lin_parameters_of(net::network_of(tasks, until), net::spread_of({.size = tasks.size(), .host_of = hosts}));
    return {lin.start_s, lin.byte_s, lin.copy_byte_s};
}

struct fourier_transform::state {
    net::group tasks;
    int p, r, reversed;    // reversed: the bits of r
    std::int64_t n, m, b;  // all points, those of a rank, those of a block of the alltoall
    std::int64_t tile;     // points of each block that are transformed over the ranks at a time, in the cache
    fft_layout layout;
    bool natural;
    std::unique_ptr<pair_transform> pair;            // hybrid on two ranks: does all
    std::unique_ptr<natural_transform> long_blocks;  // natural order of long blocks on a few other ranks: does all
    halo_storage<point> buffer;
    std::vector<row_factors> factors;                // hybrid: a row for each block of the alltoall; else all points
    local_fft points, points_back;                   // of length m, from one memory to another
    std::unique_ptr<local_fft> across, across_back;  // hybrid: of length p, for a tile
    std::unique_ptr<rank_butterflies> butterflies;   // cyclic, blocked

    state(const net::group& g, std::int64_t count, const fft_options& options);

    [[nodiscard]] point_span room() { return buffer.items(); }
    void exchange_blocks(point_span from, point_span to, net::deadline until) const;
    void make_factors();
    void twist_room(bool back) {
        factors.front().multiply(buffer.data(), 0, m, back, back ? 1 / static_cast<double>(n) : 1);
    }
    void transform_across(point* from, point* to);
    void transform_across_back(point* from, point* to);
    void forward_hybrid(point_span mine, net::deadline until);
    void inverse_hybrid(point_span mine, net::deadline until);
    void check_length(point_span mine) const;
    void expect_direction(const char* direction, net::deadline until) const {
        if (net::checks_calls(tasks))
            net::expect_same_call(tasks, "a Fourier transform", {{"direction", direction}, {"points", n}}, until);
    }
};

fourier_transform::state::state(const net::group& g, std::int64_t count, const fft_options& options)
    : tasks(g),
      p(g.size()),
      r(g.rank().value),
      reversed(static_cast<int>(bit_reversed(r, std::countr_zero(static_cast<unsigned>(p))))),
      n(count),
      m(count / p),
      b(m / p),
      tile(std::min<std::int64_t>(b, largest_tile)),
      layout(chosen_layout(g, count, options)),
      natural(options.natural),
      pair(layout == fft_layout::hybrid && p == 2
               ? std::make_unique<pair_transform>(g, count, natural, options.measure, options.until)
               : nullptr),
      long_blocks(natural && p > 2 && are_few_long_blocks(p, b)
                      ? std::make_unique<natural_transform>(g, count, options.measure)
                      : nullptr),
      buffer(static_cast<std::size_t>(pair || long_blocks ? 0 : m)),
      points({static_cast<int>(m)}, -1, false, options.measure),
      points_back({static_cast<int>(m)}, 1, false, options.measure) {
    if (pair || long_blocks) return;
    make_factors();
    if (layout != fft_layout::hybrid) {
        butterflies = std::make_unique<rank_butterflies>(g, options.until);
        return;
    }
    const fft_shape shape{p, static_cast<int>(tile), static_cast<int>(b), 1};
    across = std::make_unique<local_fft>(shape, -1, !natural, options.measure);
    across_back = std::make_unique<local_fft>(shape, 1, !natural, options.measure);
}

// Hybrid: the factors are multiplied after the alltoall. Row q is then the block of rank q, and this rank has the k
// from r b on. The other layouts: one row with all k.
void fourier_transform::state::make_factors() {
    if (layout != fft_layout::hybrid) {
        factors.emplace_back(n, layout == fft_layout::blocked ? reversed : r, 0, m);
        return;
    }
    factors = factors_of_rows(n, p, r * b, b);
}

// Long blocks on few ranks are sent together: then each receive is posted before its message comes.
void fourier_transform::state::exchange_blocks(point_span from, point_span to, net::deadline until) const {
    net::alltoall(tasks, from, to, net::with_algorithm(are_few_long_blocks(p, b) ? "linear" : "", until));
}

// Multiplies by the factors and transforms over the ranks, tile by tile.
void fourier_transform::state::transform_across(point* from, point* to) {
    for (std::int64_t first = 0; first < b; first += tile) {
        for (std::int64_t q = 1; q < p; ++q)  // the factors of row 0 are 1
            factors[static_cast<std::size_t>(q)].multiply(from + q * b + first, first, tile, false, 1);
        across->run(from + first, to + first);
    }
}

void fourier_transform::state::transform_across_back(point* from, point* to) {
    for (std::int64_t first = 0; first < b; first += tile) {
        across_back->run(from + first, to + first);
        for (std::int64_t q = 0; q < p; ++q)
            factors[static_cast<std::size_t>(q)].multiply(to + q * b + first, first, tile, true,
                                                          1 / static_cast<double>(n));
    }
}

void fourier_transform::state::forward_hybrid(point_span mine, net::deadline until) {
    if (natural) {  // from blocked to cyclic; what arrives is in order
        deal_points(mine.data(), buffer.data(), p, b);
        exchange_blocks(room(), mine, until);
    }
    points.run(mine.data(), buffer.data());
    exchange_blocks(room(), mine, until);
    transform_across(mine.data(), natural ? buffer.data() : mine.data());
    if (natural) exchange_blocks(room(), mine, until);  // from block-cyclic to blocked: all blocks are in order
}

void fourier_transform::state::inverse_hybrid(point_span mine, net::deadline until) {
    if (natural) exchange_blocks(mine, room(), until);
    transform_across_back(natural ? buffer.data() : mine.data(), mine.data());
    exchange_blocks(mine, room(), until);
    points_back.run(buffer.data(), mine.data());
    if (!natural) return;
    exchange_blocks(mine, room(), until);
    collect_points(buffer.data(), mine.data(), p, b);
}

void fourier_transform::state::check_length(point_span mine) const {
    if (static_cast<std::int64_t>(mine.size()) != m)
        throw part::error("fourier_transform: " + std::to_string(mine.size()) +
                          " points, allowed: " + std::to_string(m) + " on each rank");
}

fourier_transform::fourier_transform(const net::group& tasks, std::int64_t n, const fft_options& options) {
    check_fft(n, tasks.size(), options);
    net::expect_same_call(tasks, "fourier_transform",
                          {{"points", n},
                           {"layout", name_of(options.layout)},
                           {"order", options.natural ? "natural" : "that of the layout"},
                           {"measure", options.measure}},
                          options.until);
    state_ = std::make_unique<state>(tasks, n, options);
}
fourier_transform::fourier_transform(fourier_transform&&) noexcept = default;
fourier_transform::~fourier_transform() = default;

std::size_t fourier_transform::points() const {
    return static_cast<std::size_t>(state_->m);
}

fft_layout fourier_transform::layout() const {
    return state_->layout;
}

std::int64_t fourier_transform::input_index(std::int64_t position) const {
    const state& s = *state_;
    if (s.natural || s.layout == fft_layout::blocked) return s.r * s.m + position;
    return s.r + s.p * position;
}

std::int64_t fourier_transform::output_index(std::int64_t position) const {
    const state& s = *state_;
    if (s.natural) return s.r * s.m + position;
    if (s.layout == fft_layout::cyclic) return s.reversed * s.m + position;
    if (s.layout == fft_layout::blocked) return s.reversed + s.p * position;
    return position / s.b * s.m + s.r * s.b + position % s.b;
}

void fourier_transform::forward(std::span<point> mine, net::deadline until) {
    state& s = *state_;
    s.check_length(mine);
    s.expect_direction("forward", until);
    if (s.pair) return s.pair->forward(mine, until);
    if (s.long_blocks) return s.long_blocks->forward(mine, until);
    share_plans(s.tasks, {&s.points, s.across.get()}, until);
    if (s.layout == fft_layout::hybrid) {
        s.forward_hybrid(mine, until);
    } else if (s.layout == fft_layout::cyclic) {
        s.points.run(mine.data(), s.buffer.data());
        s.twist_room(false);
        s.butterflies->forward(s.room(), mine, until);
    } else {
        s.butterflies->forward(mine, s.room(), until);
        s.twist_room(false);
        s.points.run(s.buffer.data(), mine.data());
    }
}

void fourier_transform::inverse(std::span<point> mine, net::deadline until) {
    state& s = *state_;
    s.check_length(mine);
    s.expect_direction("inverse", until);
    if (s.pair) return s.pair->inverse(mine, until);
    if (s.long_blocks) return s.long_blocks->inverse(mine, until);
    share_plans(s.tasks, {&s.points_back, s.across_back.get()}, until);
    if (s.layout == fft_layout::hybrid) {
        s.inverse_hybrid(mine, until);
    } else if (s.layout == fft_layout::cyclic) {
        s.butterflies->inverse(mine, s.room(), until);
        s.twist_room(true);
        s.points_back.run(s.buffer.data(), mine.data());
    } else {
        s.points_back.run(mine.data(), s.buffer.data());
        s.twist_room(true);
        s.butterflies->inverse(s.room(), mine, until);
    }
}

}  // namespace banyan::grid
