#include "libnet/runtime/member_wait.hpp"

#include <algorithm>
#include <mutex>

#include "libnet/runtime/operations.hpp"

namespace banyan::net::detail {
namespace {

using namespace std::chrono_literals;

constexpr auto grace = 200ms;  // for what is on its way, be it a message or the news of a death

bool is_loss(const operation& op) {
    return op.failure && (op.failure->which() == errc::peer_lost || op.failure->which() == errc::host_lost);
}

// Blocks until the operation is done, for a while only once a member is dead. A link may end before the daemon tells
// why, so for such an end the news is waited for.
void await(postbox& box, operation& op, std::span<const task_id> members, deadline until) {
    const auto is_dead = [&] { return box.death_among(members) != nullptr; };
    if (!box.wait_until([&] { return op.done || is_dead(); }, until, if_send(op))) return;
    const auto soon = [&](deadline::clock::time_point news) { return deadline(std::min(until.when(), news + grace)); };
    if (!op.done)
        box.wait_until([&] { return op.done; }, soon(box.death_among(members)->known_since), if_send(op));
    else if (is_loss(op))
        box.wait_until(is_dead, soon(deadline::clock::now()));
}

}  // namespace

message_info member_wait::finish(request& pending, std::span<const task_id> members, deadline until) {
    if (!pending.op_) throw error(errc::invalid_argument, "wait on a request that holds no operation");
    postbox& box = *pending.box_;
    operation& op = *pending.op_;
    const std::lock_guard held(box);
    if (!op.done || is_loss(op)) await(box, op, members, until);
    const auto* death = !op.done || is_loss(op) ? box.death_among(members) : nullptr;
    if (death) throw error(death->what);
    return result(op, op.done);
}

}  // namespace banyan::net::detail
