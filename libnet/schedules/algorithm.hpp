// An algorithm of a collective: its name, its schedule and its cost. One file for each algorithm; the table of all is
// in algorithm_table.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "libnet/schedules/collective_shape.hpp"
#include "libnet/schedules/schedule.hpp"

namespace banyan::net {

/// The cost of an algorithm as a formula. Tests compare it with the schedules and with counted messages.
struct algorithm_cost {
    int rounds = 0;                ///< messages one after another; in a round a rank sends one and receives one at most
    std::uint64_t messages = 0;    ///< of all ranks
    std::uint64_t items = 0;       ///< sent by all ranks
    std::uint64_t path_items = 0;  ///< sent one after another: the largest sum over the rounds
    std::uint64_t path_combined = 0;  ///< combined one after another
    friend bool operator==(const algorithm_cost&, const algorithm_cost&) = default;
};

struct algorithm {
    collective_kind kind;
    std::string_view name;     ///< as the user writes it: "banyan-exchange"
    std::string_view summary;  ///< one line for help and documentation
    /// True if a reduction combines the items in the same association as the first algorithm of its collective. The
    /// results are then equal bit for bit, even for floating point numbers.
    bool standard_association;
    /// True if the algorithm can carry out a call of this shape; nullptr: any. It must not depend on the rank.
    bool (*fits)(const collective_shape& shape);
    /// The schedule of rank `shape.rank`.
    schedule (*make)(const collective_shape& shape);
    /// Does not depend on the rank.
    algorithm_cost (*cost)(const collective_shape& shape);
};

/// All algorithms, those of one collective together. The first of a collective fits every shape.
std::span<const algorithm* const> all_algorithms();
/// The algorithm of this name for `kind`; nullptr if there is none.
const algorithm* find_algorithm(collective_kind kind, std::string_view name);
/// The collectives that have algorithms, in the order of the table.
std::vector<collective_kind> collectives_with_algorithms();
/// "banyan-exchange, ring, rabenseifner"
std::string algorithm_names(collective_kind kind);

}  // namespace banyan::net
