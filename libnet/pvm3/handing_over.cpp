#include "libnet/pvm3/handing_over.hpp"

#include <algorithm>
#include <mutex>

#include "libnet/messaging/mailbox_impl.hpp"

namespace banyan::pvm3 {
namespace {

using link_state = net::detail::channel::state;

}  // namespace

void send_first_message(net::mailbox& box, net::detail::mailbox_impl& connections, net::destination to,
                        const net::const_regions& payload, net::deadline until) {
    auto sent = box.async_send(to, payload);
    {
        const std::lock_guard held(connections);
        const auto& protocol = connections.protocol();
        connections.wait_until(
            [&] {
                const auto where = protocol.channels().state_of(to.task);
                return where == link_state::up || where == link_state::lost;
            },
            until);
    }
    sent.wait();
}

void hand_over_messages(net::detail::mailbox_impl& connections, std::span<const std::uint32_t> tasks,
                        net::deadline until) {
    const std::lock_guard held(connections);
    const auto& protocol = connections.protocol();
    const auto has_kernel = [&](std::uint32_t task) {
        const auto* to = protocol.channels().find(net::task_id{task});
        return !to || to->where == link_state::lost ||
               (to->where == link_state::up && to->waiting.empty() && !to->stream.wants_write());
    };
    connections.wait_until([&] { return std::all_of(tasks.begin(), tasks.end(), has_kernel); }, until);
}

}  // namespace banyan::pvm3
