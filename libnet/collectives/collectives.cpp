#include "banyan/net/collectives.hpp"

#include "libnet/collectives/collective_messages.hpp"

namespace banyan::net {

void barrier(const group& g, const collective_options& how) {
    detail::run_collective(g, {.kind = collective_kind::barrier}, how);
}

void detail::fail_between_parts(const group& g, const char* why, deadline until) {
    collective_messages(g, collective_messages::continued{}, until).watch().fail(why);
}

}  // namespace banyan::net
