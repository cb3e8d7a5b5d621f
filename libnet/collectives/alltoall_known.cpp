#include "banyan/net/alltoall_known.hpp"

#include "libnet/collectives/algorithm_choice.hpp"
#include "libnet/collectives/collective_messages.hpp"
#include "libnet/collectives/collective_plan.hpp"

namespace banyan::net::detail {

bool needs_all_counts(const group& g, const collective_options& how) {
    return needs_all_lengths(with_named_algorithm(g, collective_kind::alltoall_varying, how).algorithm);
}

void fail_at_start(const group& g, const collective_arguments& arguments, const char* why, deadline until) {
    collective_messages(g, call_of(arguments), until).watch().fail(why);
}

}  // namespace banyan::net::detail
