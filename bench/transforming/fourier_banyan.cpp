// Times forward transforms of 2^BITS points over the tasks of a run. Rank 0 prints the seconds of each, from a barrier
// to the end of the last rank, and last the largest error of a coefficient divided by the number of points.
//
//   banyan run -n P -- fourier_banyan BITS REPEATS natural|cyclic|blocked|hybrid PLAN_LIMIT_S WISDOM_FILE
//
// As fourier_fftw_mpi: FFTW plans for PLAN_LIMIT_S seconds at most, with the wisdom of an earlier run in WISDOM_FILE,
// if there is one; rank 0 writes its own there.
#include <fftw3.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numbers>

#include "banyan/grid/fft.hpp"
#include "banyan/net/collectives.hpp"
#include "banyan/net/session.hpp"

namespace {

using namespace banyan;
using point = std::complex<double>;

constexpr std::int64_t tone = 5;  // the points are one wave, so one coefficient is n and the others are 0

point point_at(std::int64_t j, std::int64_t n) {
    return std::polar(1.0, 2 * std::numbers::pi * static_cast<double>(tone * j) / static_cast<double>(n));
}

grid::fft_options options_for(const char* name) {
    for (const auto layout : {grid::fft_layout::cyclic, grid::fft_layout::blocked, grid::fft_layout::hybrid})
        if (std::strcmp(name, grid::name_of(layout)) == 0) return {.layout = layout, .measure = true};
    return {.natural = true, .measure = true};
}

double error_of(const grid::fourier_transform& transform, const std::vector<point>& mine, std::int64_t n) {
    double worst = 0;
    for (std::size_t i = 0; i < mine.size(); ++i) {
        const bool here = transform.output_index(static_cast<std::int64_t>(i)) == tone;
        worst = std::max(worst, std::abs(mine[i] / static_cast<double>(n) - (here ? 1.0 : 0.0)));
    }
    return worst;
}

void run(const net::group& world, std::int64_t n, int repeats, const char* layout) {
    grid::fourier_transform transform(world, n, options_for(layout));
    std::vector<point> mine(transform.points());
    for (int i = -1; i < repeats; ++i) {  // the first one is not counted: it opens connections
        for (std::size_t k = 0; k < mine.size(); ++k)
            mine[k] = point_at(transform.input_index(static_cast<std::int64_t>(k)), n);
        net::barrier(world);
        const auto begin = std::chrono::steady_clock::now();
        transform.forward(mine);
        const double own = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        const double all = net::allreduce_value(world, own, net::op::max());
        if (i >= 0 && world.rank().value == 0) std::printf("%.9f\n", all);
    }
    const double error = net::allreduce_value(world, error_of(transform, mine, n), net::op::max());
    if (world.rank().value == 0) std::printf("error %.3g\n", error);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 6) {
        std::fprintf(stderr,
                     "usage: fourier_banyan BITS REPEATS natural|cyclic|blocked|hybrid PLAN_LIMIT_S WISDOM_FILE\n");
        return 2;
    }
    net::session session;
    fftw_set_timelimit(std::atof(argv[4]));
    fftw_import_wisdom_from_filename(argv[5]);  // 0 in the first run, which has no file
    net::barrier(session.world());              // until all ranks have read it
    run(session.world(), std::int64_t{1} << std::atoi(argv[1]), std::atoi(argv[2]), argv[3]);
    if (session.world().rank().value == 0 && fftw_export_wisdom_to_filename(argv[5]) == 0)
        std::fprintf(stderr, "cannot write %s\n", argv[5]);
}
