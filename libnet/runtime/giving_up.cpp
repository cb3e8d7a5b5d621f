// The part of the postbox that ends operations which are given up, also when there is no memory for it.
#include <fmt/format.h>

#include <exception>
#include <new>

#include "libnet/runtime/postbox.hpp"

namespace banyan::net::detail {
namespace {

// The task at the other end of what the operation has under way.
task_id other_end(const operation& op) {
    if (op.what == operation::kind::send) return op.to.task;
    return op.arriving ? op.arriving->info.source : task_id{};
}

}  // namespace

// What is taken back may go to another receive, whose grant then goes out.
void postbox::withdraw(operation& op) noexcept {
    if (op.done) return;
    const task_id peer = other_end(op);
    try {
        protocol_.withdraw(op);
    } catch (const std::bad_alloc&) {
        protocol_.abandon(op);
        cut_short_of_memory(peer);
    }
    flush_quietly();
}

// For destructors.
void postbox::flush_quietly() noexcept {
    try {
        flush_all();
    } catch (const std::exception&) {  // it leaves later
    }
}

// No byte moves on the link any more. The protocol is told now, or later if this too takes more memory than there is.
void postbox::cut_short_of_memory(task_id peer) noexcept {
    if (peer == self_) return;
    connection* linked = connection_to(peer);
    if (linked) linked->ended = true;
    try {
        end_short_of_memory(peer);
    } catch (const std::bad_alloc&) {
        if (linked) linked->untold = true;
        next_burial_ = deadline(deadline::clock::time_point{});
    }
}

// Part of a message may be in the program's memory or half parsed: the stream cannot be kept whole.
void postbox::end_short_of_memory(task_id peer) {
    end(peer, errc::resource_limit,
        fmt::format("the link to {} was ended: there is no memory for what was on its way (ulimit -v)", name(peer)));
}

bool postbox::cancel(operation& op) {
    const task_id peer = other_end(op);
    bool taken_back = false;
    try {
        taken_back = protocol_.cancel(op);
    } catch (const std::bad_alloc&) {
        taken_back = op.done;
        end_short_of_memory(peer);
    }
    flush_all();
    return taken_back;
}

void postbox::put_back(incoming& claimed) noexcept {
    const task_id peer = claimed.info.source;
    try {
        protocol_.put_back(claimed);
    } catch (const std::bad_alloc&) {  // what has no place in the queue any more would be skipped in silence
        cut_short_of_memory(peer);
    }
    flush_quietly();
}

}  // namespace banyan::net::detail
