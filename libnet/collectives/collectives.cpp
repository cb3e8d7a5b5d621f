#include "banyan/net/collectives.hpp"

namespace banyan::net {

void barrier(const group& g, const collective_options& how) {
    detail::run_collective(g, {.kind = collective_kind::barrier}, how);
}

}  // namespace banyan::net
