// The sizes from which the hybrid layout of an FFT is as fast as the cyclic one (Lin 1995, section 5.2.1). Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "banyan/grid/fft_model.hpp"
#include "banyan/part/papers/crandall_figures.hpp"

namespace banyan::tools {

/// A cross-over in points: by the formula, and the least n at which the times are equal or hybrid is faster, found by a
/// search. No value: hybrid is slower for all n up to 2^40. The search ignores that n is a power of two and p^2 <= n.
struct fft_crossover {
    double formula;
    std::optional<std::int64_t> searched;
};

struct fft_crossover_row {
    int processors;
    fft_crossover printed;  ///< (5.1) and (5.2) as printed, with a point of `point_bytes` bytes
    fft_crossover exact;    ///< p - 1 messages, no copies: hybrid_crossover()
    /// The least power of two, p^2 or more, from which hybrid is never slower: by the printed times, by the exact ones,
    /// and with the exchange that the library chooses.
    std::optional<std::int64_t> possible_printed, possible_exact, possible_library;
};

/// One row for each p = 2, 4 .. 64. point_bytes is positive.
std::vector<fft_crossover_row> fft_crossovers(const grid::fft_network& network, double point_bytes);

/// The cross-over against p: both formulas, and p^2, the smallest transform.
part::figure fft_crossover_figure(const std::vector<fft_crossover_row>& rows);

}  // namespace banyan::tools
