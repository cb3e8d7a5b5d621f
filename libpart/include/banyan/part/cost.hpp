// What a partition costs: geometry (Kaddoura, Ranka & Wang 1995), balance, and time on a network (Crandall 1994).
#pragma once

#include <cstdint>
#include <span>

#include "banyan/part/communication.hpp"
#include "banyan/part/partition.hpp"
#include "banyan/part/speeds.hpp"

namespace banyan::part {

/// Total length of the boundaries between different processors inside the grid, in cell sides (Acost; Kaddoura et al.,
/// Figure 4).
std::int64_t cut_length(const partition& parts);
/// cut_length plus the outer edges between different processors when both axes are periodic (Bcost), whether or not
/// they are.
std::int64_t wrapped_cut_length(const partition& parts);
/// Sum of the half-perimeters of the processors' areas: cut_length + rows + cols.
std::int64_t half_perimeter(const partition& parts);
/// Number of internal edges E_i = V_i + p - 1, V_i = distinct corner points inside the grid, p = processors with cells
/// (Kaddoura eq. 1; Euler). The corners of a run's staircase count; a run that falls apart counts once per part. For
/// layout::cells the straight pieces of the boundary between its corners, which is the same number.
std::int64_t internal_edges(const partition& parts);
/// No rectangles with exactly the shares of the processors that own cells have a smaller sum of half-perimeters: sum of
/// 2 sqrt(area), or s + area / s where that square would not fit the short side s of the grid. In cell sides.
double half_perimeter_lower_bound(const partition& parts, const speeds& processors);
/// half_perimeter over that bound. At least 1 for exact shares; whole cells and unbalanced partitions can lie slightly
/// below.
double half_perimeter_gap(const partition& parts, const speeds& processors);
/// Balance of the cells: max over processors of cells_i / speed_i, divided by cells / sum of all speeds. 1 is perfect.
/// Throws error when the partition and the speeds have different numbers of processors.
double max_time_ratio(const partition& parts, const speeds& processors);
/// Balance of the work, for cells of unequal work: the same with work[i], one entry per processor
/// (work_of_processors()) in place of cells_i. Throws error for another number of entries, for an entry that is
/// negative or not finite, and if all entries are 0.
double max_time_ratio(std::span<const double> work, const speeds& processors);

/// How a network frames a message.
struct frame_format {
    std::int64_t data_bytes = 1460;    ///< M: payload of one frame (MTU less headers)
    std::int64_t overhead_bytes = 58;  ///< F: header and trailer of one frame
};

/// Bytes on the wire for a message of `bytes` >= 0: w(x) = x + F * ceil(x / M). Throws error when it exceeds 2^63 - 1
/// and for a frame of less than 1 data byte or negative overhead.
std::int64_t wire_bytes(std::int64_t bytes, const frame_format& frame);

enum class medium {
    shared,   ///< one medium carries all bytes one after the other (eq. 6.11)
    switched  ///< every processor has its own full-duplex link; the busiest one counts
};

/// A network by its latency and its time per byte.
struct network {
    double latency_s = 50e-6;       ///< lambda: per message
    double time_per_byte_s = 8e-9;  ///< tau: 1 Gbit/s
    medium kind = medium::shared;
    frame_format frame = {};
    /// switched: what the switch itself takes per byte of all its ports together; 0: it never holds anybody up.
    double backplane_time_per_byte_s = 0;
};

/// Throws error for a negative or non-finite lambda or tau, a frame of less than 1 data byte or negative overhead, and
/// item_bytes (size of one data item) outside 1 .. 2^30.
void check_network(const network& net, std::int64_t item_bytes);

/// Seconds of communication in one iteration.
///   shared:   sum_k [ lambda max_i C[i][k] + tau sum_i sum_j w(D[i][j][k]) ]                       (eq. 6.11)
///   switched: sum_k [ lambda max_i C[i][k] + max(tau max_i max(bytes out of i, bytes into i), backplane * all bytes) ]
/// with the bytes framed as above. Throws error as check_network().
double communication_cost_s(const communication& sent, const network& net, std::int64_t item_bytes);

/// Seconds of one iteration: max over processors of cells x seconds_per_cell(processor at speed 1) / speed, plus
/// communication_cost_s. Throws error for a negative or non-finite time per cell, another number of speeds than
/// processors, and as communication_cost_s.
double iteration_cost_s(const partition& parts, const speeds& processors, double seconds_per_cell_at_speed_1,
                        const communication& sent, const network& net, std::int64_t item_bytes);

}  // namespace banyan::part
