#include "banyan/net/alltoall_known.hpp"

#include "libnet/collectives/algorithm_choice.hpp"
#include "libnet/schedules/algorithms.hpp"

namespace banyan::net::detail {

bool needs_all_counts(const group& g, const collective_options& how) {
    return with_named_algorithm(g, collective_kind::alltoall_varying, how).algorithm == alltoall_varying_balanced.name;
}

}  // namespace banyan::net::detail
