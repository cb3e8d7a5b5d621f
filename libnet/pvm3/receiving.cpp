#include "libnet/pvm3/receiving.hpp"

#include <utility>

#include "banyan/net/error.hpp"
#include "libnet/pvm3/child_output.hpp"
#include "libnet/pvm3/enrolment.hpp"
#include "libnet/pvm3/library.hpp"
#include "libnet/pvm3/poll_descriptor.hpp"

namespace banyan::pvm3 {
namespace {

// True for a message that the program receives without the queue: none that waits is older and matches.
bool is_wanted(const packed_message& message, const message_pattern& pattern) {
    const auto& lib = the_library();
    return !lib.match && pattern.matches(message) && !lib.handlers.find(message) &&
           !the_child_output().collects(message);
}

}  // namespace

void deliver_to_program(packed_message message) {
    if (enrolled_task::is_internal(message)) return this_task().keep_answer(std::move(message));
    if (the_child_output().take(message)) return;
    note_route(message.source);
    the_library().deliver(std::move(message));
}

// The descriptor of the program must announce the notice, because it does not show messages in the queue.
void note_route(int tid) {
    auto& lib = the_library();
    if (!lib.routes.is_watching() || tid <= 0 || tid == lib.tid || lib.routes.is_known(tid)) return;
    for (auto& notice : lib.routes.opened(tid, route_descriptor()))
        lib.deliver(std::move(notice));
    announce_queued();
}

void take_arrived() {
    auto& task = this_task();
    while (auto message = task.try_next())
        deliver_to_program(std::move(*message));
    watch_again();
}

int receive_now(const message_pattern& pattern) {
    take_arrived();
    auto& lib = the_library();
    return lib.queue.receive(pattern, lib.match);
}

int receive_until(const message_pattern& pattern, net::deadline until) {
    auto& lib = the_library();
    auto& task = this_task();
    if (lib.queue.size() > 0)
        if (const int id = lib.queue.receive(pattern, lib.match)) return id;
    while (auto message = task.next(until)) {
        if (is_wanted(*message, pattern)) {
            note_route(message->source);
            return lib.buffers.adopt(std::move(*message));
        }
        // The queue may get a message that is wanted: a candidate of the match function, or a notice of a new route.
        const bool may_be_queued = lib.match != nullptr || lib.routes.is_watching();
        deliver_to_program(std::move(*message));
        if (!may_be_queued) continue;
        if (const int id = lib.queue.receive(pattern, lib.match)) return id;
    }
    return 0;
}

packed_message receive_message(const message_pattern& pattern) {
    auto& lib = the_library();
    auto& task = this_task();
    if (auto waiting = lib.queue.take(pattern)) return std::move(*waiting);
    for (;;) {
        auto message = task.next({});
        if (pattern.matches(*message) && !lib.handlers.find(*message)) {
            note_route(message->source);
            return std::move(*message);
        }
        const bool may_be_queued = lib.routes.is_watching();
        deliver_to_program(std::move(*message));
        if (!may_be_queued) continue;
        if (auto notice = lib.queue.take(pattern)) return std::move(*notice);
    }
}

wire::Answer call_receiving(wire::ToService request) {
    auto& lib = the_library();
    auto& task = this_task();
    if (lib.in_handler()) return task.call(std::move(request));
    const int tid = task.tid();
    auto answer = task.call_receiving(std::move(request), [&lib, tid](packed_message message) {
        deliver_to_program(std::move(message));
        // The task that waits does not exist any more.
        if (!is_enrolled() || lib.tid != tid) throw net::error(net::errc::closed, "a message handler has left PVM");
    });
    // The descriptor of the program shows neither messages in the queue nor those that are held now.
    lib.queue.size() > 0 ? announce_queued() : watch_again();
    return answer;
}

}  // namespace banyan::pvm3
