// Table 2 of Marinescu & Rice 1991: speed-ups of self-synchronized iterations on 1024 processors, published and
// computed.
#pragma once

#include <span>

#include "banyan/part/papers/epoch_utilization.hpp"

namespace banyan::part {

/// One entry: L = 10, 4 neighbours, alpha = 2, tau = delta.
struct self_synchronization_entry {
    double bound;      ///< gamma = Delta / E: 0, 0.1, 0.4 or 1
    double every;      ///< R: 1, 4, 10, 25 or infinite. For gamma = 0.1 and 1 the paper labels the rows 1, 20, 100,
                       ///< 500, inf, but the entries are those of 1, 4, 10, 25, inf
    double compute;    ///< E / delta: 1, 5, 20, 100 or infinite
    double published;  ///< speed-up, without decimals
    double computed;   ///< eq. 3.25
};

/// The 100 entries in the order of the paper: by gamma, R, E / delta.
std::span<const self_synchronization_entry> self_synchronization_table();

/// The times of an entry whose E / delta is `compute`, in units of delta.
epoch_times times_of_table(double compute);

}  // namespace banyan::part
