#include "advisor/speed_probe.hpp"

#include "advisor/seconds_since.hpp"
#include "banyan/net/collectives.hpp"

namespace banyan::advisor {
namespace {

double window(kernel& application, double length_s) {
    const auto start = clock::now();
    double elapsed = 0;
    std::int64_t sweeps = 0;
    while (elapsed < length_s || sweeps == 0) {
        application.sweep();
        ++sweeps;
        elapsed = seconds_since(start);
    }
    return elapsed / static_cast<double>(sweeps);
}

// One window of every processor for the given shape; 0 if the processor has no cells.
double measure_once(const net::group& world, const shape& cells, kernel& application, double window_s) {
    if (cells.cells() > 0) {
        application.prepare(cells);
        application.sweep();
    }
    net::barrier(world);
    return cells.cells() > 0 ? window(application, window_s) : 0.0;
}

sweep_times unpack(const std::vector<double>& all, std::size_t ranks, std::size_t shapes, std::size_t rounds) {
    sweep_times out(ranks, std::vector<std::vector<double>>(shapes));
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        for (std::size_t round = 0; round < rounds; ++round) {
            for (std::size_t s = 0; s < shapes; ++s) {
                const double seconds = all[(rank * rounds + round) * shapes + s];
                if (seconds > 0) out[rank][s].push_back(seconds);
            }
        }
    }
    return out;
}

}  // namespace

bool kernel::prepare_iterations(const net::group&, const part::partition&) {
    return false;
}

void kernel::iterate() {
    throw net::error(net::errc::invalid_argument, "this application measures sweeps only");
}

sweep_times measure_sweeps(const net::group& world, const std::vector<shape>& mine, kernel& application,
                           const speed_options& options) {
    std::vector<double> seconds;
    for (int round = 0; round < options.rounds; ++round) {
        for (const auto& cells : mine) {
            seconds.push_back(measure_once(world, cells, application, options.window_s));
        }
    }
    const auto ranks = static_cast<std::size_t>(world.size());
    std::vector<double> all(world.rank().value == 0 ? ranks * seconds.size() : 0);
    net::gather(world, seconds, all);
    if (world.rank().value != 0) return {};
    return unpack(all, ranks, mine.size(), static_cast<std::size_t>(options.rounds));
}

}  // namespace banyan::advisor
