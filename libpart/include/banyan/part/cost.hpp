// The cost of a partition: cut length and internal edges (Kaddoura, Ranka & Wang 1995), balance, and the time of its
// messages on a network (Crandall 1994).
#pragma once

#include <cstdint>
#include <span>

#include "banyan/part/communication.hpp"
#include "banyan/part/partition.hpp"
#include "banyan/part/speeds.hpp"

namespace banyan::part {

/// Length of all boundaries between different processors inside the grid, in cell sides (Acost; Kaddoura et al., Figure
/// 4).
std::int64_t cut_length(const partition& parts);
/// cut_length plus the boundaries between different processors across the outer edges, as if both axes were periodic
/// (Bcost). The axes of the grid itself do not matter.
std::int64_t wrapped_cut_length(const partition& parts);
/// cut_length + rows + cols. For rectangles this is the sum of their half-perimeters.
std::int64_t half_perimeter(const partition& parts);
/// Number of internal edges E_i = V_i + p - 1, where V_i is the number of distinct corners inside the grid and p the
/// number of processors with cells (Kaddoura eq. 1, from Euler's formula). For cell ranges the two corners of each step
/// count, and a range that is not connected counts as two processors. For layout::cells: the straight segments of the
/// boundaries between their corners, which for rectangles is the same number.
std::int64_t internal_edges(const partition& parts);
/// A lower bound of half_perimeter in cell sides, for rectangles whose areas are exactly the shares of the processors
/// that own cells. Each processor adds the half-perimeter of a square of its area, 2 sqrt(area). If this square is
/// longer than the short side s of the grid, it adds s + area / s instead.
double half_perimeter_lower_bound(const partition& parts, const speeds& processors);
/// half_perimeter divided by half_perimeter_lower_bound(). At least 1 for exact shares. Whole cells change the shares,
/// so the value can be slightly below 1.
double half_perimeter_gap(const partition& parts, const speeds& processors);
/// Balance of the cells: max over processors of cells_i / speed_i, divided by cells / sum of all speeds. 1 is perfect.
/// Throws error when the partition and the speeds have different numbers of processors.
double max_time_ratio(const partition& parts, const speeds& processors);
/// Balance of the work, for cells of unequal work: the same with work[i], one entry per processor
/// (work_of_processors()) in place of cells_i. Throws error for another number of entries, for an entry that is
/// negative or not finite, and if all entries are 0.
double max_time_ratio(std::span<const double> work, const speeds& processors);

/// How a network divides a message into frames.
struct frame_format {
    std::int64_t data_bytes = 1460;    ///< M: payload of one frame (MTU less headers)
    std::int64_t overhead_bytes = 58;  ///< F: header and trailer of one frame
};

/// Bytes on the wire for a message of `bytes` >= 0: w(x) = x + F * ceil(x / M). Throws error if the result does not
/// fit in 64 bits, and for a frame of less than 1 data byte or of negative overhead.
std::int64_t wire_bytes(std::int64_t bytes, const frame_format& frame);

enum class medium {
    shared,   ///< one medium carries all bytes in sequence (eq. 6.11), as one cable does
    switched  ///< every processor has its own full-duplex link; the busiest one counts
};

/// A network described by its latency and its time per byte.
struct network {
    double latency_s = 50e-6;       ///< lambda: per message
    double time_per_byte_s = 8e-9;  ///< tau: 1 Gbit/s
    medium kind = medium::shared;
    frame_format frame = {};
    /// medium::switched: seconds that the switch itself takes per byte of all its ports together. 0: the switch never
    /// limits the rate. Set it if the ports together are faster than the switch.
    double backplane_time_per_byte_s = 0;
};

/// Throws error for a lambda or tau (also that of the backplane) that is negative or not finite, a frame of less than 1
/// data byte or of negative overhead, and an item_bytes (bytes of one item) outside 1 .. 2^30.
void check_network(const network& net, std::int64_t item_bytes);

/// Seconds of communication in one iteration, with the bytes of the frames (C and D as in class communication):
///   shared:   sum_k [ lambda max_i C[i][k] + tau sum_i sum_j w(D[i][j][k]) ]                       (eq. 6.11)
///   switched: sum_k [ lambda max_i C[i][k] + max(tau max_i max(bytes out of i, bytes into i), backplane * all bytes) ]
/// Throws error as check_network().
double communication_cost_s(const communication& sent, const network& net, std::int64_t item_bytes);

/// Seconds of one iteration without overlap: the largest cells / speed of a processor, times the time per cell of a
/// processor of speed 1, plus communication_cost_s(). Throws error for a time per cell that is negative or not finite,
/// if partition and speeds have different numbers of processors, and as communication_cost_s().
double iteration_cost_s(const partition& parts, const speeds& processors, double seconds_per_cell_at_speed_1,
                        const communication& sent, const network& net, std::int64_t item_bytes);

}  // namespace banyan::part
