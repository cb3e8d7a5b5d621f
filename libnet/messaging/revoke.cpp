#include "banyan/net/revoke.hpp"

#include <mutex>

#include "libnet/messaging/group_state.hpp"
#include "libnet/messaging/mailbox_impl.hpp"

namespace banyan::net {

void revoke(const group& g) {
    detail::mailbox_impl& box = detail::group_state::impl_of(g.box());
    const std::lock_guard held(box);
    box.revoke(g.user_context(), detail::group_state::members_of(g));
}

bool is_revoked(const group& g) {
    detail::mailbox_impl& box = detail::group_state::impl_of(g.box());
    const std::lock_guard held(box);
    box.make_progress();
    return box.protocol().why_revoked(g.user_context()) != nullptr;
}

}  // namespace banyan::net
