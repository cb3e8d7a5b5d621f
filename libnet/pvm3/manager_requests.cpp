#include "libnet/pvm3/manager_requests.hpp"

#include <cstdint>
#include <span>

#include "libnet/pvm3/enrolment.hpp"
#include "libnet/pvm3/library.hpp"
#include "libnet/pvm3/receiving.hpp"
#include "pvm3/pvm3.h"

namespace banyan::pvm3 {
namespace {

// Of the notice of the manager's end. No program uses this context: those of PVM have a host number in front.
constexpr int manager_end_tag = 2;
constexpr int manager_end_context = 0x7ffffffd;

struct manager_link {
    std::uint64_t enrolment = 0;  // to which the manager belongs: library::tid_changes
    int manager = 0;
    int last_wait_id = 0;
};

manager_link& the_link() {
    static manager_link link;
    return link;
}

void watch(std::uint32_t manager) {
    wire::ToService request;
    auto& notify = *request.mutable_notify();
    notify.set_what(PvmTaskExit);
    notify.set_tag(manager_end_tag);
    notify.set_context(manager_end_context);
    notify.set_count(1);
    notify.add_tids(manager);
    this_task().call(std::move(request));
}

bool is_end(const packed_message& message) {
    return message.context == manager_end_context && message.tag == manager_end_tag;
}

// The manager of this enrolment; 0 = none.
int current_manager() {
    auto& task = this_task();
    auto& link = the_link();
    if (link.enrolment != the_library().tid_changes) {
        link = {the_library().tid_changes, static_cast<int>(task.facts().manager()), 0};
        if (link.manager != 0) watch(task.facts().manager());
    }
    if (link.manager != 0 && the_library().queue.take({-1, manager_end_tag, manager_end_context})) link.manager = 0;
    return link.manager;
}

void send(int tag, const xdr_writer& body, int wait_id) {
    packed_message head;
    head.tag = tag;
    head.context = PvmBaseContext;
    head.wait_id = wait_id;
    const auto bytes = std::as_bytes(std::span(body.body()));
    this_task().send(the_link().manager, head, std::span(&bytes, 1));
}

// Nothing if the manager ends before.
std::optional<manager_answer> await_answer(int tag, int wait_id) {
    const int manager = the_link().manager;
    while (auto message = this_task().next({})) {
        if (is_end(*message)) break;
        if (message->source == manager && message->tag == tag && message->wait_id == wait_id)
            return manager_answer{{reinterpret_cast<const char*>(message->body.data()), message->body.size()},
                                  byte_order_of(message->encoding)};
        deliver_to_program(std::move(*message));
    }
    the_link().manager = 0;
    return std::nullopt;
}

}  // namespace

bool has_manager() {
    return current_manager() != 0;
}

std::optional<manager_answer> ask_manager(int tag, const xdr_writer& body) {
    if (current_manager() == 0) return std::nullopt;
    const int wait_id = ++the_link().last_wait_id;
    send(tag, body, wait_id);
    auto answer = await_answer(tag, wait_id);
    announce_rest();
    return answer;
}

void tell_manager(int tag, const xdr_writer& body) {
    if (current_manager() != 0) send(tag, body, 0);
}

}  // namespace banyan::pvm3
