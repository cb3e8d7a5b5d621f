#include "banyan/net/async_collectives.hpp"

#include "libnet/collectives/collective_state.hpp"
#include "libnet/collectives/collective_thread.hpp"

namespace banyan::net {

collective_request start_collective(const group& g, std::function<void(const group&)> work) {
    collective_state& state = collective_state::of(detail::group_state::of(g));
    if (!state.thread) state.thread = std::make_unique<collective_thread>();
    auto queued = std::make_shared<detail::queued_collective>(g, std::move(work));
    state.thread->add(queued);
    return collective_request(std::move(queued));
}

}  // namespace banyan::net
