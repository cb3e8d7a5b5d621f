#include "libnet/messaging/client_wait.hpp"

#include <mutex>

#include "libnet/messaging/group_state.hpp"
#include "libnet/messaging/mailbox_impl.hpp"
#include "libnet/tracing/recorder.hpp"

namespace banyan::net::detail {

void client_wait::blocks() {
    if (begin_ == 0 && group_state::impl_of(tasks_.box()).is_traced()) [[unlikely]]
        begin_ = tracing::now();
}

client_wait::~client_wait() {
    --clients_;
    if (begin_ == 0) return;
    mailbox_impl& box = group_state::impl_of(tasks_.box());
    const std::lock_guard held(box);
    if (tracing::recorder* const trace = box.trace())
        trace->blocked({.begin = begin_, .context = tasks_.user_context(), .kind = tracing::wait_kind::other});
}

}  // namespace banyan::net::detail
