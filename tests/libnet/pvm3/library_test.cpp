#include <catch2/catch.hpp>
#include <utility>
#include <vector>

#include "libnet/pvm3/library.hpp"
#include "pvm3/pvm3.h"

namespace library_test {

using namespace banyan::pvm3;

namespace {

library* current;
std::vector<int> handled;  // tags

packed_message with_tag(int tag) {
    packed_message message;
    message.tag = tag;
    return message;
}

int note(int id) {
    handled.push_back(current->buffers.find(id)->message.tag);
    CHECK(current->in_handler());
    CHECK(current->buffers.receive_id() == id);
    CHECK(current->buffers.send_id() == 0);
    return 0;
}

// Makes a send buffer, and a message arrives meanwhile.
int answer(int id) {
    note(id);
    current->buffers.init_send(PvmDataDefault);
    if (handled.size() < 4) current->deliver(with_tag(2));
    return 0;
}

int note_context(int id) {
    handled.push_back(current->buffers.find(id)->message.tag);
    CHECK(current->context == current->buffers.find(id)->message.context);
    return 0;
}

int free_all(int id) {
    for (int other = 1; other < 10; ++other)
        if (other != id) current->buffers.free(other);
    return 0;
}

}  // namespace

TEST_CASE("a message without handler goes to the queue", "[pvm3][library]") {
    library pvm;
    pvm.deliver(with_tag(1));
    CHECK(pvm.queue.size() == 1);
}

TEST_CASE("a handler consumes the message, and the active buffers stay", "[pvm3][library]") {
    library pvm;
    current = &pvm;
    handled.clear();
    pvm.handlers.add(-1, 1, 0, note);
    const int send = pvm.buffers.init_send(PvmDataRaw);
    const int receive = pvm.buffers.receive(pvm.buffers.adopt({}));
    pvm.deliver(with_tag(1));
    CHECK(handled == std::vector{1});
    CHECK(pvm.queue.size() == 0);
    CHECK(pvm.buffers.send_id() == send);
    CHECK(pvm.buffers.receive_id() == receive);
    CHECK(pvm.buffers.make(PvmDataRaw) == 3);  // the message is freed
    CHECK_FALSE(pvm.in_handler());
}

TEST_CASE("a message that arrives in a handler is handled after it", "[pvm3][library]") {
    library pvm;
    current = &pvm;
    handled.clear();
    pvm.handlers.add(-1, 1, 0, answer);
    pvm.handlers.add(-1, 2, 0, answer);
    pvm.deliver(with_tag(1));
    CHECK(handled == std::vector{1, 2, 2, 2});
    // The messages and the send buffers of the handlers are freed.
    CHECK(pvm.buffers.make(PvmDataRaw) + pvm.buffers.make(PvmDataRaw) == 1 + 2);
}

TEST_CASE("a handler may free the active buffers of the program", "[pvm3][library]") {
    library pvm;
    current = &pvm;
    pvm.handlers.add(-1, 1, 0, free_all);
    pvm.buffers.init_send(PvmDataRaw);
    pvm.buffers.receive(pvm.buffers.adopt({}));
    pvm.deliver(with_tag(1));
    CHECK(pvm.buffers.send_id() == 0);
    CHECK(pvm.buffers.receive_id() == 0);
}

TEST_CASE("a handler runs in the context of its message", "[pvm3][library]") {
    library pvm;
    current = &pvm;
    handled.clear();
    pvm.set_context(3);
    pvm.handlers.add(-1, 1, -1, note_context);
    packed_message message = with_tag(1);
    message.context = 5;
    pvm.deliver(std::move(message));
    CHECK(handled == std::vector{1});
    CHECK(pvm.context == 3);
}

TEST_CASE("a task that has left has neither messages nor handlers", "[pvm3][library]") {
    library pvm;
    pvm.handlers.add(-1, 1, 0, note);
    pvm.deliver(with_tag(2));
    pvm.forget_messages();
    CHECK(pvm.queue.size() == 0);
    CHECK(pvm.handlers.add(-1, 1, 0, note) > 0);
}

}  // namespace library_test
