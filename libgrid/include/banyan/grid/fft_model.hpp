// The communication time of a one-dimensional FFT on a group, for each layout (Lin 1995, section 5.2.1). Pure: no I/O.
#pragma once

#include <cstdint>

namespace banyan::grid {

/// How the n points are distributed while the butterflies are computed.
enum class fft_layout {
    automatic,  ///< the one with the least fft_time() on the measured network
    cyclic,     ///< cyclic all the time: the last log2 p levels exchange all points with another rank
    blocked,    ///< blocked all the time: the first log2 p levels exchange all points with another rank
    hybrid      ///< cyclic for the levels that are local in this layout, one alltoall, blocked for the others
};

/// "automatic", "cyclic", "blocked" or "hybrid".
const char* name_of(fft_layout layout);

/// The parameters of Lin's model, in seconds and bytes.
struct fft_network {
    double start_s = 0;      ///< T0: for each message
    double byte_s = 0;       ///< Td: for each byte in transit
    double copy_byte_s = 0;  ///< Tc: for each byte that is copied before or after a message
};

/// How the alltoall of the hybrid layout sends its blocks. The library chooses (docs/collectives.md).
enum class fft_exchange {
    direct,   ///< a message for each block: p - 1 messages of n / p^2 points
    combined  ///< log2 p messages of half of the points, n / 2p (Bruck et al. 1997); blocks are copied in between
};

/// The time that a rank needs to exchange its part of n points of `point_bytes` bytes. Cyclic and blocked: log2 p
/// messages of n / p points; nothing is copied, because the points are contiguous. Hybrid: the shorter of the two
/// values of hybrid_fft_time(). p is a power of two, p^2 <= n. Throws part::error for the automatic layout.
double fft_time(fft_layout layout, double n, double p, double point_bytes, const fft_network& network);

/// Direct: (p - 1) T0 + (1 - 1/p) (n/p) b Td. Combined: log2 p (T0 + (n/2p) b (Td + 2 Tc)) + 2 (n/p) b Tc.
double hybrid_fft_time(fft_exchange exchange, double n, double p, double point_bytes, const fft_network& network);

/// The number of points below which hybrid with a direct exchange takes longer than cyclic or blocked:
/// n* = p (p - 1 - log2 p) T0 / ((log2 p - 1 + 1/p) point_bytes Td). 0 for p <= 2: there it never takes longer.
/// Infinite if Td is 0 and it takes longer for all n. Below n* the combined exchange is the faster one, if copies are
/// fast.
double hybrid_crossover(double p, double point_bytes, const fft_network& network);

/// fft_time() as printed. Lin counts p messages for the hybrid layout, n / p points sent by each rank, and a copy at
/// both ends: log2 p (T0 + (n/p) (Td + 2 Tc)) (5.1) and p T0 + (n/p) (Td + 2 Tc) (5.2); a point has one byte.
double printed_fft_time(fft_layout layout, double n, double p, const fft_network& network);
/// The crossover that follows from both printed times, p (p - log2 p) T0 / ((log2 p - 1) (Td + 2 Tc)) bytes; infinite
/// for p = 2, 0 for p = 1.
double printed_hybrid_crossover(double p, const fft_network& network);

/// The layout with the least fft_time(). If several times are equal, hybrid is preferred, then cyclic. Hybrid for p =
/// 1.
fft_layout fastest_fft_layout(double n, double p, double point_bytes, const fft_network& network);

}  // namespace banyan::grid
