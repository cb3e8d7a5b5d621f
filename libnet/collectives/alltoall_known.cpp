#include "banyan/net/alltoall_known.hpp"

#include "libnet/collectives/algorithm_choice.hpp"

namespace banyan::net::detail {

bool needs_all_counts(const group& g, const collective_options& how) {
    return needs_all_lengths(with_named_algorithm(g, collective_kind::alltoall_varying, how).algorithm);
}

}  // namespace banyan::net::detail
