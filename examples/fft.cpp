// Finds the tones in a distributed signal by a Fourier transform. The plain way beside it: rank 0 transforms all alone.
// Run:     banyan run -n 4 -- fft
#include <cmath>
#include <cstdio>
#include <numbers>

#include "banyan/grid/fft.hpp"
#include "banyan/grid/sample_sort.hpp"
#include "banyan/net/collectives.hpp"
#include "banyan/net/session.hpp"

namespace net = banyan::net;
namespace grid = banyan::grid;

struct tone {
    double strength;
    std::int64_t frequency;
};

static double signal(std::int64_t i, std::int64_t n) {
    const double turn = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n);
    return 2 * std::cos(440 * turn) + std::cos(660 * turn) + 0.25 * std::cos(1320 * turn);
}

int main() {
    net::session session;
    const net::group& world = session.world();
    constexpr std::int64_t n = 1 << 16;

    // A rank holds some of the points: transform.input_index(i) is the number of its i-th one.
    grid::fourier_transform transform(world, n);
    std::vector<std::complex<double>> mine;
    for (std::size_t i = 0; i < transform.points(); ++i)
        mine.emplace_back(signal(transform.input_index(static_cast<std::int64_t>(i)), n));
    const auto given = mine;
    transform.forward(mine);

    std::vector<tone> tones;  // sorted: the strongest first, beginning on rank 0
    for (std::size_t i = 0; i < mine.size(); ++i)
        tones.push_back({2 * std::abs(mine[i]) / n, transform.output_index(static_cast<std::int64_t>(i))});
    tones = grid::sorted(world, tones, std::greater<>(), [](const tone& t) {
        return t.frequency < n / 2 ? t.strength : 0.0;  // the other half is the mirror image
    });
    if (world.rank() == net::rank{0}) {
        for (std::size_t i = 0; i < 3; ++i)
            std::printf("frequency %4ld, strength %.3f\n", long{tones[i].frequency}, tones[i].strength);
        std::vector<std::complex<double>> all;  // the plain way
        for (std::int64_t i = 0; i < n; ++i)
            all.emplace_back(signal(i, n));
        grid::radix2_transform(all, grid::fft_direction::forward);
        std::printf("the plain way: strength %.3f at 440\n", 2 * std::abs(all[440]) / n);
    }

    transform.inverse(mine);
    double error = 0;
    for (std::size_t i = 0; i < mine.size(); ++i)
        error = std::max(error, std::abs(mine[i] - given[i]));
    error = net::allreduce_value(world, error, net::op::max());
    if (world.rank() == net::rank{0}) std::printf("back: %s\n", error < 1e-12 ? "the same signal" : "another signal");
}
