// The parts of the cost of a message: the CPU time of sending and of receiving it, the time on the wire, and how
// much longer its bytes take if many messages are in transit.
//
// The terms explain the network to a reader. The ranking does not need them: it uses whole iterations as they were
// measured. A term that the samples do not determine is left out, with the reason.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "advisor/exchange_model.hpp"
#include "advisor/line_segments.hpp"
#include "advisor/pair_classes.hpp"

namespace banyan::advisor {

/// CPU time of small messages, in seconds for each: of the call that starts a send, and of the call that
/// completes a receive whose message has arrived.
struct message_overheads {
    std::vector<double> send_s;
    std::vector<double> receive_s;
};

/// Times of messages of one size that are in transit at once at one place of the network.
struct contention_samples {
    std::string place;  ///< one of contention_places
    int messages = 1;   ///< at once
    double bytes = 0;   ///< of each message
    std::vector<double> seconds{};
};

struct network_term {
    std::string name;
    std::string unit;  ///< "s", "s/byte", or "" for a quotient
    double value = 0;
    interval ci95;
};

struct left_out_term {
    std::string name;
    std::string why;
};

struct network_terms {
    std::vector<network_term> terms;
    std::vector<line_segment> segments;  ///< of a single message; empty if left out
    std::vector<pair_class> classes;
    std::vector<left_out_term> left_out;
};

/// All that is measured of the network.
struct network_samples {
    std::vector<exchange_samples> exchanges;  ///< single messages and rings, as measure_exchanges() gives them
    message_overheads overheads;
    std::vector<pair_latency> pairs;
    std::vector<contention_samples> contention{};  ///< as measure_contention() gives them
};

/// The terms: send overhead, receive overhead, latency and time per byte of a single message, its wire latency (latency
/// without both overheads), and for each ring gamma(k): its time per byte of one message divided by that of a single
/// message, with k messages of all tasks at once; the same quotient for k messages at once on one link, from one host
/// and on the medium. A term is left out if its interval contains 0.
network_terms analyse_network(const network_samples& samples);

}  // namespace banyan::advisor
