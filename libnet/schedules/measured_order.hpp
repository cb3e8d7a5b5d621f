// The algorithms of a collective in the order of their measured times, which decides the automatic choice. Pure.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "libnet/schedules/algorithm.hpp"
#include "libnet/schedules/host_spread.hpp"

namespace banyan::net {

/// What was measured for one collective and one length, on ranks that are spread over hosts like this.
struct measured_order {
    collective_kind kind = collective_kind::barrier;
    host_spread where;
    std::size_t bytes = 0;  ///< of the vector or, in collectives with blocks, of each block; 0 for barrier
    std::vector<const algorithm*> fastest_first;  ///< of `kind`, without repetition; not empty
    friend bool operator==(const measured_order&, const measured_order&) = default;
};

/// The order for calls of this kind and spread whose length is the nearest one; nullptr if there is none whose length
/// differs from `bytes` by a factor of 4 or less (0 counts as 1). Of two lengths that are equally near, the shorter.
const measured_order* order_for(std::span<const measured_order> known, collective_kind kind, const host_spread& where,
                                std::size_t bytes);

/// Puts each order of `measured` in the place of the one in `known` for the same kind, spread and length, or at the
/// end.
void add_orders(std::vector<measured_order>& known, std::span<const measured_order> measured);

/// "fastest broadcast 8 8 1 1024 near-binary-tree binary-tree": collective, ranks, hosts, ranks on the host with most
/// of them, bytes, then the algorithms.
std::string to_line(const measured_order& order);

/// True if a line of text begins with the word of a measured order.
bool is_measured_order(std::string_view line);

/// Reads what to_line() writes. Throws errc::invalid_argument that says what is wrong and what is allowed.
measured_order measured_order_from_line(std::string_view line);

}  // namespace banyan::net
