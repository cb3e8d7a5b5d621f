// The communication time of a one-dimensional FFT on a group, for each layout (Lin 1995, section 5.2.1). Pure: no I/O.
#pragma once

#include <cstdint>

namespace banyan::grid {

/// How the n points are distributed while the butterflies are computed.
enum class fft_layout {
    automatic,  ///< the one with the least fft_time() on the measured network
    cyclic,     ///< cyclic all the time: the last log2 p levels exchange all points with another rank
    blocked,    ///< blocked all the time: the first log2 p levels do
    hybrid      ///< cyclic for the levels that are local then, one alltoall, blocked for the others
};

/// "automatic", "cyclic", "blocked" or "hybrid".
const char* name_of(fft_layout layout);

/// The parameters of Lin's model, in seconds and bytes.
struct fft_network {
    double start_s = 0;      ///< T0: for each message
    double byte_s = 0;       ///< Td: for each byte in transit
    double copy_byte_s = 0;  ///< Tc: for each byte that is copied before or after a message
};

/// The time in which a rank exchanges its part of n points of `point_bytes` bytes. Cyclic and blocked: log2 p messages
/// of n / p points. Hybrid: p - 1 messages of n / p^2 points. Our exchanges copy nothing, because all blocks are
/// contiguous; so Tc is not used. p is a power of two, p^2 <= n. The layout is not automatic.
double fft_time(fft_layout layout, double n, double p, double point_bytes, const fft_network& network);

/// The number of points below which hybrid takes longer than cyclic or blocked, by fft_time():
/// n* = p (p - 1 - log2 p) T0 / ((log2 p - 1 + 1/p) point_bytes Td). 0 for p <= 2: there hybrid never takes longer.
/// Infinite if Td is 0 and hybrid takes longer for all n.
double hybrid_crossover(double p, double point_bytes, const fft_network& network);

/// The same as printed. Lin counts p messages for the hybrid layout, n / p points sent by each rank, and a copy at both
/// ends: log2 p (T0 + (n/p) (Td + 2 Tc)) (5.1) and p T0 + (n/p) (Td + 2 Tc) (5.2); a point has one byte.
double printed_fft_time(fft_layout layout, double n, double p, const fft_network& network);
/// p (p - log2 p) T0 / ((log2 p - 1) (Td + 2 Tc)) bytes, derived from both; infinite for p = 2, 0 for p = 1.
double printed_hybrid_crossover(double p, const fft_network& network);

/// The layout with the least fft_time(); hybrid of equal ones, else cyclic. Hybrid for p = 1.
fft_layout fastest_fft_layout(double n, double p, double point_bytes, const fft_network& network);

}  // namespace banyan::grid
