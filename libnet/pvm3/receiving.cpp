#include "libnet/pvm3/receiving.hpp"

#include <utility>

#include "banyan/net/error.hpp"
#include "libnet/pvm3/child_output.hpp"
#include "libnet/pvm3/enrolment.hpp"
#include "libnet/pvm3/library.hpp"
#include "libnet/pvm3/poll_descriptor.hpp"

namespace banyan::pvm3 {
namespace {

// That one call takes without a receive for them. Other tasks may send without a pause, and the call must end.
constexpr int most_unwanted = 100'000;
// By a call that receives nothing. Its time must not depend on what other tasks send.
constexpr int most_beside_call = 1000;

// True for a message that the program receives without the queue: none that waits is older and matches.
bool is_wanted(const packed_message& message, const message_pattern& pattern) {
    const auto& lib = the_library();
    return !lib.match && pattern.matches(message) && !lib.handlers.find(message) &&
           !the_child_output().collects(message);
}

// If a message handler leaves PVM, the task whose call runs does not exist any more.
void deliver_within_call(packed_message message) {
    auto& lib = the_library();
    const auto enrolment = lib.tid_changes;
    lib.deliver(std::move(message));
    if (!is_enrolled() || lib.tid_changes != enrolment)
        throw net::error(net::errc::closed, "a message handler has left PVM");
}

// Gives messages that have arrived to the program. Never blocks.
void take_some(int most) {
    auto& task = this_task();
    for (int taken = 0; taken < most; ++taken) {
        auto message = task.try_next();
        if (!message) return;
        deliver_to_program(std::move(*message));
    }
}

// The same, up to one that `pattern` wants, which is returned.
std::optional<packed_message> next_wanted(const message_pattern& pattern) {
    auto& task = this_task();
    for (int unwanted = 0; unwanted < most_unwanted; ++unwanted) {
        auto message = task.try_next();
        if (!message) return message;
        if (is_wanted(*message, pattern)) {
            note_route(message->source);
            return message;
        }
        deliver_to_program(std::move(*message));
    }
    return std::nullopt;
}

}  // namespace

void deliver_to_program(packed_message message) {
    if (enrolled_task::is_internal(message)) return this_task().keep_answer(std::move(message));
    if (the_child_output().take(message)) return;
    note_route(message.source);
    deliver_within_call(std::move(message));
}

// The descriptor of the program must announce the notice, because it does not show messages in the queue.
void note_route(int tid) {
    auto& lib = the_library();
    if (!lib.routes.is_watching() || tid <= 0 || tid == lib.tid || lib.routes.is_known(tid)) return;
    for (auto& notice : lib.routes.opened(tid, route_descriptor()))
        deliver_within_call(std::move(notice));
    announce_queued();
}

void announce_rest() {
    the_library().queue.size() > 0 ? announce_queued() : watch_again();
}

void take_arrived() {
    take_some(most_unwanted);
    watch_again();
}

// A program that only sends must not keep its handlers waiting. A program without handlers sends as fast as before.
void handle_arrived() {
    const auto& lib = the_library();
    if (lib.in_handler() || lib.handlers.all().empty()) return;
    take_some(most_beside_call);
    announce_rest();
}

// A match function chooses among all messages that have arrived.
int receive_now(const message_pattern& pattern) {
    auto& lib = the_library();
    if (lib.match) take_some(most_unwanted);
    int id = lib.queue.receive(pattern, lib.match);
    if (id == 0 && !lib.match) {
        if (auto message = next_wanted(pattern))
            id = lib.buffers.adopt(std::move(*message));
        else
            id = lib.queue.receive(pattern);  // a notice of a new route
    }
    id == 0 ? watch_again() : announce_rest();
    return id;
}

int probe_now(const message_pattern& pattern) {
    auto& lib = the_library();
    if (lib.in_handler()) return lib.queue.probe(pattern, lib.match);
    if (lib.match) take_some(most_unwanted);
    int id = lib.queue.probe(pattern, lib.match);
    if (id == 0 && !lib.match) {
        if (auto message = next_wanted(pattern)) lib.queue.push(std::move(*message));
        id = lib.queue.probe(pattern);
    }
    id == 0 ? watch_again() : announce_rest();
    return id;
}

int receive_until(const message_pattern& pattern, net::deadline until) {
    auto& lib = the_library();
    auto& task = this_task();
    int id = lib.queue.size() > 0 ? lib.queue.receive(pattern, lib.match) : 0;
    while (id == 0) {
        auto message = task.next(until);
        if (!message) break;
        if (is_wanted(*message, pattern)) {
            note_route(message->source);
            id = lib.buffers.adopt(std::move(*message));
            break;
        }
        // The queue may get a message that is wanted: a candidate of the match function, or a notice of a new route.
        const bool may_be_queued = lib.match != nullptr || lib.routes.is_watching();
        deliver_to_program(std::move(*message));
        if (may_be_queued) id = lib.queue.receive(pattern, lib.match);
    }
    announce_rest();
    return id;
}

packed_message receive_message(const message_pattern& pattern) {
    auto& lib = the_library();
    auto& task = this_task();
    auto taken = lib.queue.take(pattern);
    while (!taken) {
        auto message = task.next({});
        if (pattern.matches(*message) && !lib.handlers.find(*message)) {
            note_route(message->source);
            taken = std::move(message);
            break;
        }
        const bool may_be_queued = lib.routes.is_watching();
        deliver_to_program(std::move(*message));
        if (may_be_queued) taken = lib.queue.take(pattern);
    }
    announce_rest();
    return std::move(*taken);
}

wire::Answer ask_service(wire::ToService request) {
    if (!the_library().in_handler()) {
        take_some(most_beside_call);
        announce_rest();
    }
    return this_task().call(std::move(request));
}

wire::Answer call_receiving(wire::ToService request) {
    auto& task = this_task();
    if (the_library().in_handler()) return task.call(std::move(request));
    auto answer = task.call_receiving(std::move(request), deliver_to_program);
    announce_rest();
    return answer;
}

}  // namespace banyan::pvm3
