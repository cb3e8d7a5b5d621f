// How a task of PVM receives: notices of the ends of tasks are held until the last messages of these tasks are there.
#include <utility>

#include "banyan/net/error.hpp"
#include "libnet/pvm3/enrolled_task.hpp"
#include "libnet/pvm3/message_trailer.hpp"

namespace banyan::pvm3 {
namespace {

constexpr net::context_id end_context{2};  // of no message
// Of answers of the service. No program uses this context: those of PVM have a host number in front.
constexpr int answer_context = 0x7ffffffc;
constexpr auto hold_interval = std::chrono::milliseconds(1);  // between two looks at the tasks whose ends are held

// A message whose sender has ended in the middle of it, or has withdrawn it, was never sent.
bool is_incomplete(const net::error& failed) {
    return failed.which() == net::errc::peer_lost || failed.which() == net::errc::host_lost ||
           failed.which() == net::errc::cancelled;
}

}  // namespace

net::selector enrolled_task::incoming() {
    return {net::any_source, net::any_tag, message_context};
}

std::optional<packed_message> enrolled_task::next(net::deadline until) {
    for (;;) {
        take_late();
        if (auto message = released()) return message;
        const auto pause = net::deadline(hold_interval);
        const bool looks_again = !held_.empty() && pause.when() < until.when();
        try {
            if (auto message = opened(box_->recv(incoming(), looks_again ? pause : until))) return message;
        } catch (const net::error& failed) {
            if (is_incomplete(failed)) continue;
            if (failed.which() != net::errc::timeout) throw;
            if (!looks_again) return std::nullopt;
        }
    }
}

std::optional<packed_message> enrolled_task::try_next() {
    for (;;) {
        take_late();
        if (auto message = released()) return message;
        auto claimed = box_->try_claim(incoming());
        if (!claimed) return std::nullopt;
        if (auto message = received(*claimed)) return message;
    }
}

bool enrolled_task::is_internal(const packed_message& message) {
    return message.context == answer_context;
}

// In the thread of the service link. The answer comes as a message, so that one wait is enough for it and for messages.
// Number 0: the service is lost.
void enrolled_task::give_answer(int number, const wire::Answer& answer) {
    wire::Message message;
    message.set_context(answer_context);
    message.set_wait_id(number);
    message.set_body(answer.SerializeAsString());
    take_service_message(message);
}

wire::Answer enrolled_task::call_receiving(wire::ToService request, const std::function<void(packed_message)>& take) {
    const int number = ++last_answer_;
    const bool is_asked = service_->call_later(
        std::move(request), [this, number](const wire::Answer& answer) { give_answer(number, answer); });
    bool is_lost = !is_asked;
    while (!is_lost) {
        auto message = kept_answer_ ? std::exchange(kept_answer_, std::nullopt) : next({});
        if (!message) continue;
        if (!is_internal(*message)) {
            take(std::move(*message));
            continue;
        }
        is_lost = message->wait_id == 0;
        wire::Answer answer;
        if (message->wait_id == number &&
            answer.ParseFromArray(message->body.data(), static_cast<int>(message->body.size())))
            return answer;
    }
    throw net::error(net::errc::closed, "the PVM service is lost");
}

// Nothing: the message is held, or its sender has ended before all of it was sent.
std::optional<packed_message> enrolled_task::received(net::claimed_message& claimed) {
    try {
        return opened(claimed.recv());
    } catch (const net::error& failed) {
        if (!is_incomplete(failed)) throw;
        return std::nullopt;
    }
}

// Nothing: the message is held.
std::optional<packed_message> enrolled_task::opened(net::message arrived) {
    packed_message message;
    message.body = std::move(arrived.payload);
    message.tag = arrived.info.tag.value;
    const auto after_last_of = take_trailer(message);
    if (!after_last_of) return std::nullopt;
    if (message.source == 0) message.source = static_cast<int>(arrived.info.source.value);
    if (*after_last_of == 0) return message;
    hold(std::move(message), *after_last_of);
    return std::nullopt;
}

void enrolled_task::hold(packed_message message, std::uint32_t ended) {
    auto& one = held_.emplace_back();
    one.message = std::move(message);
    one.ended = ended;
    one.end = receive_of_end(ended, one.unused);
}

// No message has this context, so it only ends, when the task has.
net::request enrolled_task::receive_of_end(std::uint32_t ended, std::byte& unused) {
    return box_->async_recv({net::task_id{ended}, net::any_tag, end_context}, std::span(&unused, 1));
}

std::vector<net::request> enrolled_task::ends_of_held() {
    static std::byte unused{};
    std::vector<net::request> ends;
    for (const auto& one : held_)
        ends.push_back(receive_of_end(one.ended, unused));
    return ends;
}

net::request enrolled_task::done_request() {
    static std::byte unused{};
    auto withdrawn = receive_of_end(facts_.tid(), unused);
    withdrawn.cancel();
    return withdrawn;
}

// The first of the held messages whose task is known to have sent its last message. Messages of that task that have
// arrived come first.
std::optional<packed_message> enrolled_task::released() {
    for (auto i = held_.begin(); i != held_.end(); ++i) {
        if (!i->end.test()) continue;
        if (auto claimed = box_->try_claim(incoming())) {
            if (auto earlier = received(*claimed)) return earlier;
            return released();
        }
        auto message = std::move(i->message);
        held_.erase(i);
        return message;
    }
    return std::nullopt;
}

}  // namespace banyan::pvm3
