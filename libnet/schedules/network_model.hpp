// The measured network between the ranks of a group, and the time that it predicts for an algorithm. Pure.
//
// The model of a message is that of Lin (1995): T0 start-up, Td for each byte in transit, Tc for each byte copied or
// combined; here with the two limits that a busy host and a busy network add. A message of b bytes alone takes
// T0 + max(0, b - F) Td. An algorithm of cost (rounds, messages, items, path_items, path_combined) on p ranks, with
// items of D bytes, takes the longest of
//
//   path       (rounds - overlapped) T0 + overlapped G + max(0, D path_items - F) Td + D path_combined Tc
//   CPU        (r / p) (messages M + D items B + D min(items, p path_combined) Tc) / cores
//   link       D items (r / p) (p - r) / (p - 1) Td       bytes that leave a host, if partners are spread evenly
//   network    D items (p - r) / (p - 1) S                bytes between hosts on a medium that all hosts share
//
// T0, Td, F, G: of messages between hosts if the group has several hosts, otherwise of messages inside the host. r:
// ranks on the host with most of them. `link` and `network` are 0 on one host. M, B, S, G: below. Every algorithm
// copies and combines what it receives, so min(items, p path_combined) limits what all ranks combine. F counts once on
// a path, because several messages of the path may use the same link.
#pragma once

#include <array>
#include <vector>

#include "libnet/schedules/algorithm.hpp"
#include "libnet/schedules/host_spread.hpp"
#include "libnet/schedules/measured_order.hpp"

namespace banyan::net {

/// The times of a message between two ranks while no other rank sends.
struct link_times {
    double start_s = 0;  ///< T0: start-up of a message, seconds
    double gap_s = 0;    ///< G: what each further message of a stream to the same rank costs instead of T0, seconds
    double byte_s = 0;   ///< Td: seconds for each byte in transit
    /// F: the first bytes of a message, which take no time in transit: a rate limit lets so many bytes pass at once
    /// after a pause, or a switch stores them. If calls follow one another, the mean rate of a link is still one byte
    /// for each Td; the walk of schedule_walk.hpp takes this into account.
    double free_bytes = 0;
    friend bool operator==(const link_times&, const link_times&) = default;
};

/// Equal on all ranks of a group. The defaults are those of hosts with a network of 1 Gbit/s; they serve until
/// something is measured.
struct network_model {
    link_times inside_host{10e-6, 2e-6, 0.5e-9};
    link_times between_hosts{50e-6, 5e-6, 8e-9};
    double copy_byte_s = 0.2e-9;  ///< Tc: seconds for each byte combined or copied by a rank
    double cpu_message_s = 5e-6;  ///< M: CPU time of a message, both ends together, seconds
    double cpu_byte_s = 0.5e-9;   ///< B: CPU time of a byte of a message, both ends together, seconds
    double shared_byte_s = 0;     ///< S: seconds for each byte on a network that all hosts share; 0: switched
    double cores = 1;             ///< that the ranks of a host share; the least of all hosts
    /// The algorithms of whole collectives by their measured times, where these are known. They decide the choice, not
    /// the predicted times.
    std::vector<measured_order> fastest{};

    static constexpr std::size_t numbers_count = 13;
    /// All numbers in their order, for a message or a file. from_numbers() is the inverse; `fastest` is then empty.
    [[nodiscard]] std::array<double, numbers_count> numbers() const;
    static network_model from_numbers(const std::array<double, numbers_count>& numbers);
    friend bool operator==(const network_model&, const network_model&) = default;
};

/// False if a number is negative or not finite, or if T0, G, Td, M or cores is 0.
bool is_usable(const network_model& model);

/// The time in seconds by the formula at the head of this file. `overlapped_rounds`: rounds in which a rank sends the
/// next segment while the one before is in transit.
double predicted_time(const algorithm_cost& cost, std::size_t item_bytes, const host_spread& where,
                      const network_model& model, int overlapped_rounds = 0);

}  // namespace banyan::net
