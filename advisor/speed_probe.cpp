#include "advisor/speed_probe.hpp"

#include "advisor/ring.hpp"
#include "advisor/seconds_since.hpp"
#include "advisor/statistics.hpp"
#include "banyan/net/collectives.hpp"

namespace banyan::advisor {
namespace {

constexpr double wanted_half_width = 0.02;

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

// The same answer on all ranks.
bool needs_windows(const net::group& world, const std::vector<double>& mine, std::size_t shapes,
                   clock::time_point start, double budget_s) {
    if (budget_s <= 0) return false;
    std::vector<double> most{are_precise(mine, shapes) ? 0.0 : 1.0, seconds_since(start)};
    longest_of_each(world, most);
    return most[0] > 0 && most[1] < budget_s;
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

bool are_precise(std::span<const double> windows_s, std::size_t shapes) {
    for (std::size_t s = 0; s < shapes; ++s) {
        std::vector<double> of_shape;
        for (std::size_t i = s; i < windows_s.size(); i += shapes) {
            if (windows_s[i] > 0) of_shape.push_back(windows_s[i]);
        }
        if (!of_shape.empty() && !is_median_within(of_shape, wanted_half_width)) return false;
    }
    return true;
}

sweep_times measure_sweeps(const net::group& world, const std::vector<shape>& mine, kernel& application,
                           const speed_options& options) {
    const auto start = clock::now();
    std::vector<double> seconds;
    std::size_t rounds = 0;
    while (rounds < static_cast<std::size_t>(options.rounds) ||
           needs_windows(world, seconds, mine.size(), start, options.budget_s)) {
        for (const auto& cells : mine) {
            seconds.push_back(measure_once(world, cells, application, options.window_s));
        }
        ++rounds;
    }
    const auto ranks = static_cast<std::size_t>(world.size());
    std::vector<double> all(world.rank().value == 0 ? ranks * seconds.size() : 0);
    net::gather(world, seconds, all);
    if (world.rank().value != 0) return {};
    return unpack(all, ranks, mine.size(), rounds);
}

}  // namespace banyan::advisor
