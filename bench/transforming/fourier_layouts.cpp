// Times the layouts of a transform for all sizes, to find the size from which hybrid is the fastest. Rank 0 prints the
// parameters of the measured network, and for each size the median seconds of a forward transform. The local transforms
// are not planned by measuring.
//
//   banyan run -n P -- fourier_layouts BITS REPEATS          from P^2 to 2^BITS points
//   network T0 Td Tc
//   BITS cyclic blocked hybrid
#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "banyan/grid/fft.hpp"
#include "banyan/net/collectives.hpp"
#include "banyan/net/session.hpp"

namespace {

using namespace banyan;

double median_seconds(const net::group& world, std::int64_t n, int repeats, grid::fft_layout layout) {
    grid::fourier_transform transform(world, n, {.layout = layout});
    std::vector<std::complex<double>> mine(transform.points(), 1.0);
    std::vector<double> seconds;
    for (int i = -2; i < repeats; ++i) {  // the first ones open connections
        net::barrier(world);
        const auto begin = std::chrono::steady_clock::now();
        transform.forward(mine);
        const double own = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        std::ranges::fill(mine, 1.0);
        if (const double all = net::allreduce_value(world, own, net::op::max()); i >= 0) seconds.push_back(all);
    }
    std::ranges::nth_element(seconds, seconds.begin() + repeats / 2);
    return seconds[static_cast<std::size_t>(repeats / 2)];
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: fourier_layouts BITS REPEATS\n");
        return 2;
    }
    net::session session;
    const net::group& world = session.world();
    const bool prints = world.rank().value == 0;
    const grid::fft_network network = grid::measured_fft_network(world);
    if (prints) std::printf("network %.6g %.6g %.6g\n", network.start_s, network.byte_s, network.copy_byte_s);
    const int first = 2 * std::countr_zero(static_cast<unsigned>(world.size()));
    for (int bits = first; bits <= std::atoi(argv[1]); ++bits) {
        std::array<double, 3> seconds{};
        for (std::size_t l = 0; l < 3; ++l)
            seconds[l] = median_seconds(
                world, std::int64_t{1} << bits, std::atoi(argv[2]),
                std::array{grid::fft_layout::cyclic, grid::fft_layout::blocked, grid::fft_layout::hybrid}[l]);
        if (prints) std::printf("%d %.9f %.9f %.9f\n", bits, seconds[0], seconds[1], seconds[2]);
    }
}
