// How one collective call is carried out: deadline and algorithm.
#pragma once

#include <concepts>
#include <cstddef>
#include <string_view>

#include "banyan/net/message.hpp"

namespace banyan::net {

/// The last argument of every collective. A deadline or duration alone converts to it. All ranks give the same
/// algorithm, segment and fanout; each rank has a deadline of its own.
struct collective_options {
    collective_options() = default;
    template <std::convertible_to<deadline> Deadline>
    collective_options(const Deadline& when) : until(when) {}  // NOLINT: implicit on purpose

    /// True if no algorithm is named.
    [[nodiscard]] bool is_automatic() const { return algorithm.empty() || algorithm == "automatic"; }

    deadline until{};
    /// The name of an algorithm (docs/collectives.md, `banyan bench collectives`), for example "ring". Empty or
    /// "automatic": the library chooses. Borrowed during the call; the forms that do not block copy it.
    std::string_view algorithm{};
    /// Length of the segments of pipelined algorithms. 0: the library chooses.
    std::size_t segment_bytes = 0;
    /// n of the algorithm "n-ary-tree": the most children of a rank, 1 or more. A larger n gives fewer levels, and more
    /// messages one after another on a rank.
    int fanout = 4;
    /// For reductions whose result depends on the association (sums of floating point): also allows algorithms with
    /// another association. The result is still the same on all ranks, but may differ in the last bits when the
    /// placement of the ranks or the network changes. Without it the result depends on the items and the number of
    /// ranks only.
    bool any_association = false;
};

/// `allreduce(world, values, std::plus<>(), with_algorithm("ring"))`
inline collective_options with_algorithm(std::string_view name, deadline until = {}) {
    collective_options how(until);
    how.algorithm = name;
    return how;
}

}  // namespace banyan::net
