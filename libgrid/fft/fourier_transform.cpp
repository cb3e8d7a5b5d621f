// The points x[r + p j] of rank r give F_r[k], a transform of length m = n / p. Then X[k + m q] is a transform of
// length p over the ranks: the sum of w_n^(r k) F_r[k] w_p^(r q) over r. Blocked: the same with both lengths exchanged.
#include <algorithm>
#include <bit>
#include <limits>
#include <numbers>
#include <string>

#include "banyan/grid/fft.hpp"
#include "banyan/grid/index_shuffle.hpp"
#include "banyan/net/collectives.hpp"
#include "banyan/part/error.hpp"
#include "libgrid/fft/local_fft.hpp"
#include "libgrid/fft/rank_butterflies.hpp"
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
    halo_storage<point> buffer, twiddles;
    local_fft points, points_back;                   // of length m, from one memory to another
    std::unique_ptr<local_fft> across, across_back;  // hybrid: of length p, for a tile
    std::unique_ptr<rank_butterflies> butterflies;   // cyclic, blocked

    state(const net::group& g, std::int64_t count, const fft_options& options);

    [[nodiscard]] point_span room() { return buffer.items(); }
    void exchange_blocks(point_span from, point_span to, net::deadline until) const {
        net::alltoall(tasks, from, to, until);
    }
    void make_twiddles();
    void twist_room(bool back) { multiply(buffer.data(), twiddles.data(), m, back); }
    void multiply(point* x, const point* w, std::int64_t count, bool back) const;
    void transform_across(point* from, point* to);
    void transform_across_back(point* from, point* to);
    void forward_hybrid(point_span mine, net::deadline until);
    void inverse_hybrid(point_span mine, net::deadline until);
    void check_length(point_span mine) const;
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
      buffer(static_cast<std::size_t>(m)),
      twiddles(static_cast<std::size_t>(m)),
      points({static_cast<int>(m)}, -1, false, options.measure),
      points_back({static_cast<int>(m)}, 1, false, options.measure) {
    make_twiddles();
    if (layout != fft_layout::hybrid) {
        butterflies = std::make_unique<rank_butterflies>(g, options.until);
        return;
    }
    const fft_shape shape{p, static_cast<int>(tile), static_cast<int>(b), 1};
    across = std::make_unique<local_fft>(shape, -1, !natural, options.measure);
    across_back = std::make_unique<local_fft>(shape, 1, !natural, options.measure);
}

// The factors of the points in the order in which they are multiplied: w_n^(row k). Hybrid: after the alltoall, when
// the block of rank q is row q and this rank has the k from r b on. Otherwise all k of one row.
void fourier_transform::state::make_twiddles() {
    const std::int64_t row = layout == fft_layout::blocked ? reversed : r;
    for (std::int64_t i = 0; i < m; ++i) {
        const std::int64_t power = layout == fft_layout::hybrid ? i / b * (r * b + i % b) : row * i;
        twiddles[static_cast<std::size_t>(i)] =
            std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(power) / static_cast<double>(n));
    }
}

// Multiplies points by their factors; back: by the conjugates, and divides by n.
void fourier_transform::state::multiply(point* x, const point* w, std::int64_t count, bool back) const {
    const double scale = back ? 1 / static_cast<double>(n) : 1;
    const double sign = back ? -scale : scale;
    for (std::int64_t k = 0; k < count; ++k) {
        const double c = scale * w[k].real(), s = sign * w[k].imag();
        x[k] = {x[k].real() * c - x[k].imag() * s, x[k].real() * s + x[k].imag() * c};
    }
}

// The factors, and the transforms over the ranks.
void fourier_transform::state::transform_across(point* from, point* to) {
    for (std::int64_t first = 0; first < b; first += tile) {
        for (std::int64_t q = 0; q < p; ++q)
            multiply(from + q * b + first, twiddles.data() + q * b + first, tile, false);
        across->run(from + first, to + first);
    }
}

void fourier_transform::state::transform_across_back(point* from, point* to) {
    for (std::int64_t first = 0; first < b; first += tile) {
        across_back->run(from + first, to + first);
        for (std::int64_t q = 0; q < p; ++q)
            multiply(to + q * b + first, twiddles.data() + q * b + first, tile, true);
    }
}

void fourier_transform::state::forward_hybrid(point_span mine, net::deadline until) {
    if (natural) {  // from blocked to cyclic; what arrives is in order
        for (std::int64_t t = 0; t < b; ++t)
            for (std::int64_t q = 0; q < p; ++q)
                buffer[static_cast<std::size_t>(q * b + t)] = mine[static_cast<std::size_t>(t * p + q)];
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
    for (std::int64_t t = 0; t < b; ++t)
        for (std::int64_t q = 0; q < p; ++q)
            mine[static_cast<std::size_t>(t * p + q)] = buffer[static_cast<std::size_t>(q * b + t)];
}

void fourier_transform::state::check_length(point_span mine) const {
    if (static_cast<std::int64_t>(mine.size()) != m)
        throw part::error("fourier_transform: " + std::to_string(mine.size()) +
                          " points, allowed: " + std::to_string(m) + " on each rank");
}

fourier_transform::fourier_transform(const net::group& tasks, std::int64_t n, const fft_options& options) {
    check_fft(n, tasks.size(), options);
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
