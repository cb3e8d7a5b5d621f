// The communication model of Lin (1995 thesis, chapters 3 and 4): times of one-to-one, one-to-many and many-to-one
// communication of scattered items, with and without overlap of copying and sending, and the sizes that make the times
// shortest. Pure.
#pragma once

#include <cstddef>

namespace banyan::net {

/// The parameters of a network, in seconds and bytes. Lin's values for the IBM SP-2: 40e-6, 0.028e-6, 0.01e-6.
struct lin_parameters {
    double start_s = 0;      ///< T0: for each message
    double byte_s = 0;       ///< Td: for each byte in transit
    double copy_byte_s = 0;  ///< Tc: for each byte copied in memory
};

/// One rank sends m scattered bytes to another: copied to one message, sent, and copied to their places.
double one_to_one_time(const lin_parameters& model, double m);
/// The same in messages of h bytes: while a message is in transit, the next one is packed and the one before unpacked.
/// T(h) = (m/h) T0 + 2 h Tc + h Td + (m - h) max(Td, Tc), 0 < h <= m (section 4.2.1; the thesis writes m/h - 1 in place
/// of m - h, as if a message were one byte). An upper bound: it takes T0 as time in which nothing is copied or sent.
double overlapped_time(const lin_parameters& model, double m, double h);
/// The h, in whole bytes from 1 to m, with the shortest overlapped_time.
std::size_t optimal_chunk(const lin_parameters& model, std::size_t m);

/// One rank sends m bytes to each of p others: p messages from the one rank (section 4.2.2, four steps).
double one_to_many_time(const lin_parameters& model, int p, double m);
/// The same with g groups: the rank sends p m / g bytes to a leader of each group, and the leader sends m bytes to each
/// rank of its group. T(g) = g T0 + p m max(Td, Tc) + (p/g) (T0 + m Tc + m Td) + m Tc. Exact for Td >= Tc, otherwise
/// an upper bound.
double two_level_time(const lin_parameters& model, int p, double m, double g);
/// The number of groups, from 1 to p, with the shortest two_level_time: near sqrt(p (T0 + m Tc + m Td) / T0) (4.4).
int optimal_groups(const lin_parameters& model, int p, double m);

/// p ranks send m scattered bytes each to one rank: all copied, all sent, all copied (section 4.2.3, four steps).
double many_to_one_time(const lin_parameters& model, int p, double m);
/// The same in three phases: each sender copies `first` bytes, sends them while it copies the others, and sends the
/// others. The receiver copies what has arrived while it receives the next message.
double three_phase_time(const lin_parameters& model, int p, double m, double first);
/// The smallest `first` with the shortest three_phase_time, 2 T0 + p m max(Td, Tc) + m Tc: the receiver is busy with
/// the first parts as long as the senders copy the second parts. m Tc / (p max(Td, Tc) + Tc).
double optimal_first_part(const lin_parameters& model, int p, double m);

}  // namespace banyan::net
