#include "libgrid/fft/rank_butterflies.hpp"

#include <algorithm>
#include <numbers>

namespace banyan::grid {
namespace {

std::complex<double> weight_of(int r, int half, double sign) {
    return std::polar(1.0, sign * std::numbers::pi * (r % half) / half);
}

// Plain multiplication: std::complex also treats infinities.
std::complex<double> product(std::complex<double> a, std::complex<double> b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

}  // namespace

rank_butterfly rank_butterfly::forward(int r, int half) {
    return {(r & half) == 0, weight_of(r, half, -1), true};
}

rank_butterfly rank_butterfly::inverse(int r, int half) {
    return {(r & half) == 0, weight_of(r, half, 1), false};
}

void rank_butterfly::combine(std::span<const std::complex<double>> own, std::span<const std::complex<double>> partner,
                             std::span<std::complex<double>> result) const {
    const std::complex<double> w = weight;
    const std::size_t n = result.size();
    if (lower && decimates_frequency)
        for (std::size_t i = 0; i < n; ++i)
            result[i] = own[i] + partner[i];
    else if (lower)
        for (std::size_t i = 0; i < n; ++i)
            result[i] = own[i] + product(partner[i], w);
    else if (decimates_frequency)
        for (std::size_t i = 0; i < n; ++i)
            result[i] = product(partner[i] - own[i], w);
    else
        for (std::size_t i = 0; i < n; ++i)
            result[i] = partner[i] - product(own[i], w);
}

rank_butterflies::rank_butterflies(const net::group& tasks, net::deadline until) : rank_(tasks.rank().value) {
    for (int half = 1; half < tasks.size(); half *= 2)
        partners_.push_back(net::graph_topology::symmetric(tasks, {net::rank{rank_ ^ half}}, until));
}

void rank_butterflies::run(std::span<std::complex<double>> from, std::span<std::complex<double>> to, bool is_forward,
                           net::deadline until) const {
    if (partners_.empty()) std::ranges::copy(from, to.begin());
    const auto levels = static_cast<int>(partners_.size());
    for (int done = 0; done < levels; ++done) {
        const int level = is_forward ? levels - 1 - done : done;
        const int half = 1 << level;
        const auto butterfly = is_forward ? rank_butterfly::forward(rank_, half) : rank_butterfly::inverse(rank_, half);
        const auto own = done == 0 ? from : to;
        const auto other = done == 0 ? to : from;  // filled by the exchange
        net::neighbour_exchange(partners_[static_cast<std::size_t>(level)], own, other, until);
        butterfly.combine(own, other, to);
    }
}

void rank_butterflies::forward(std::span<std::complex<double>> from, std::span<std::complex<double>> to,
                               net::deadline until) const {
    run(from, to, true, until);
}

void rank_butterflies::inverse(std::span<std::complex<double>> from, std::span<std::complex<double>> to,
                               net::deadline until) const {
    run(from, to, false, until);
}

}  // namespace banyan::grid
