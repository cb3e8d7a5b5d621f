#include "banyan/grid/fft_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "banyan/part/error.hpp"

namespace banyan::grid {
namespace {

// gained / lost, where the layouts differ by `lost` T0 in one direction and by `gained` for each point in the other.
double points_until_equal(double lost, double gained) {
    if (lost <= 0) return 0;
    return gained > 0 ? lost / gained : std::numeric_limits<double>::infinity();
}

}  // namespace

const char* name_of(fft_layout layout) {
    switch (layout) {
        case fft_layout::cyclic:
            return "cyclic";
        case fft_layout::blocked:
            return "blocked";
        case fft_layout::hybrid:
            return "hybrid";
        default:
            return "automatic";
    }
}

double fft_time(fft_layout layout, double n, double p, double point_bytes, const fft_network& network) {
    if (layout == fft_layout::hybrid)
        return std::min(hybrid_fft_time(fft_exchange::direct, n, p, point_bytes, network),
                        hybrid_fft_time(fft_exchange::combined, n, p, point_bytes, network));
    if (layout == fft_layout::automatic)
        throw part::error("fft_time: layout automatic, allowed: cyclic, blocked, hybrid");
    return std::log2(p) * (network.start_s + n / p * point_bytes * network.byte_s);
}

double hybrid_fft_time(fft_exchange exchange, double n, double p, double point_bytes, const fft_network& network) {
    const double part_bytes = n / p * point_bytes;
    if (exchange == fft_exchange::direct) return (p - 1) * network.start_s + (p - 1) / p * part_bytes * network.byte_s;
    const double round_s = network.start_s + part_bytes / 2 * (network.byte_s + 2 * network.copy_byte_s);
    return std::log2(p) * round_s + 2 * part_bytes * network.copy_byte_s;
}

double hybrid_crossover(double p, double point_bytes, const fft_network& network) {
    const double lost = p * (p - 1 - std::log2(p)) * network.start_s;
    return points_until_equal(lost, (std::log2(p) - 1 + 1 / p) * point_bytes * network.byte_s);
}

double printed_fft_time(fft_layout layout, double n, double p, const fft_network& network) {
    const double part_s = n / p * (network.byte_s + 2 * network.copy_byte_s);
    if (layout == fft_layout::hybrid) return p * network.start_s + part_s;
    return std::log2(p) * (network.start_s + part_s);
}

double printed_hybrid_crossover(double p, const fft_network& network) {
    if (p <= 1) return 0;
    const double lost = p * (p - std::log2(p)) * network.start_s;
    return points_until_equal(lost, (std::log2(p) - 1) * (network.byte_s + 2 * network.copy_byte_s));
}

fft_layout fastest_fft_layout(double n, double p, double point_bytes, const fft_network& network) {
    const double hybrid = fft_time(fft_layout::hybrid, n, p, point_bytes, network);
    return hybrid <= fft_time(fft_layout::cyclic, n, p, point_bytes, network) ? fft_layout::hybrid : fft_layout::cyclic;
}

}  // namespace banyan::grid
