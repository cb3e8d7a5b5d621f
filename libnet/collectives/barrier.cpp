// Dissemination barrier for any number of ranks p: after round k a rank has received, directly or indirectly, a signal
// from each of the 2^(k+1) - 1 ranks before it.
#include "banyan/net/collectives.hpp"
#include "libnet/collectives/collective_messages.hpp"

namespace banyan::net {

void barrier(const group& g, deadline until) {
    run_collective(g, collective_call{.kind = collective_kind::barrier}, until, [](collective_messages& ch) {
        const int p = ch.size();
        int round = 0;
        for (int distance = 1; distance < p; distance *= 2)
            ch.exchange((ch.rank() + distance) % p, {}, (ch.rank() - distance + p) % p, {}, round++);
    });
}

}  // namespace banyan::net
