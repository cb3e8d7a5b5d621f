#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "libnet/pvm3/codec.hpp"
#include "libnet/pvm3/message_queue.hpp"
#include "pvm3/pvm3.h"

namespace message_queue_test {

using namespace banyan::pvm3;

namespace {

struct queue_with_buffers {
    buffer_table buffers;
    message_queue queue{buffers};

    void push(int source, int tag, int context = 0, int content = 0) {
        message_buffer packed(PvmDataDefault);
        pack<int>(packed, {&content, 1, 1});
        packed.message.source = source;
        packed.message.tag = tag;
        packed.message.context = context;
        queue.push(packed.message);
    }
    // The number in the buffer, which is freed; -1 if there is no buffer.
    int content_of(int id) {
        if (id <= 0) return -1;
        int content = 0;
        unpack<int>(*buffers.find(id), {&content, 1, 1});
        buffers.free(id);
        return content;
    }
    int receive(int source, int tag, int context = 0) {
        return content_of(queue.receive({.source = source, .tag = tag, .context = context}));
    }
};

buffer_table* seen_by_match;

const packed_message& seen(int id) {
    return seen_by_match->find(id)->message;
}

}  // namespace

TEST_CASE("a receive takes the oldest message that matches", "[pvm3][queue]") {
    queue_with_buffers q;
    q.push(10, 1, 0, 100);
    q.push(20, 1, 0, 101);
    q.push(10, 2, 0, 102);
    q.push(10, 1, 7, 103);
    q.push(10, 1, 0, 104);
    CHECK(q.receive(30, -1) == -1);
    CHECK(q.receive(-1, 3) == -1);
    CHECK(q.receive(20, -1) == 101);
    CHECK(q.receive(-1, 2) == 102);
    CHECK(q.receive(-1, -1, 7) == 103);
    CHECK(q.receive(-1, -1) == 100);
    CHECK(q.receive(10, 1) == 104);
    CHECK(q.receive(-1, -1) == -1);
    CHECK(q.queue.size() == 0);
}

TEST_CASE("a receive in the context -1 takes messages of programs in any context", "[pvm3][queue]") {
    queue_with_buffers q;
    int content = 50;
    for (const int context : {first_own_context, 0x7ffffffe, 7, -1, 0})
        q.push(10, 1, context, content++);
    const match_function first = [](int, int, int) { return 1; };
    CHECK(q.receive(-1, -1, -1) == 52);
    CHECK(q.content_of(q.queue.receive({.context = -1}, first)) == 53);
    CHECK(q.receive(-1, -1, -1) == 54);
    CHECK(q.queue.receive({.context = -1}) == 0);
    CHECK(q.receive(-1, -1, first_own_context) == 50);
}

TEST_CASE("a probe leaves the message, and gives the id that the receive gives", "[pvm3][queue]") {
    queue_with_buffers q;
    CHECK(q.queue.probe({}) == 0);
    q.push(10, 1, 0, 5);
    const int id = q.queue.probe({.source = 10});
    REQUIRE(id > 0);
    CHECK(q.queue.probe({}) == id);
    CHECK(q.queue.size() == 1);
    CHECK(q.buffers.find(id)->message.tag == 1);
    CHECK(q.buffers.free(id) == PvmOk);  // no effect
    CHECK(q.queue.receive({.tag = 1}) == id);
    CHECK(q.content_of(id) == 5);
    CHECK(q.buffers.find(id) == nullptr);
}

TEST_CASE("take() returns the message without a buffer, also after a probe", "[pvm3][queue]") {
    queue_with_buffers q;
    CHECK_FALSE(q.queue.take({}));
    const bool probed = GENERATE(false, true);
    q.push(10, 1, 3, 5);
    if (probed) REQUIRE(q.queue.probe({.context = 3}) > 0);
    const auto message = q.queue.take({.source = 10, .tag = 1, .context = 3});
    REQUIRE(message);
    CHECK(message->source == 10);
    CHECK(message->body.size() == 4);
    CHECK(q.queue.size() == 0);
    CHECK(q.buffers.make(PvmDataDefault) == 1);  // no buffer is left
}

TEST_CASE("clear() frees the messages, also those that a probe has shown", "[pvm3][queue]") {
    queue_with_buffers q;
    q.push(10, 1);
    q.push(10, 2);
    REQUIRE(q.queue.probe({.tag = 2}) == 1);
    q.queue.clear();
    CHECK(q.queue.size() == 0);
    CHECK(q.receive(-1, -1) == -1);
    CHECK(q.buffers.make(PvmDataDefault) == 1);  // no buffer is left
}

TEST_CASE("a match function chooses", "[pvm3][queue]") {
    queue_with_buffers q;
    seen_by_match = &q.buffers;
    for (const int tag : {1, 5, 3, 5})
        q.push(10 + tag, tag, 0, 10 * tag);
    q.push(99, 9, 4, 90);

    SECTION("the largest number, the older of equal ones") {
        const match_function largest = [](int id, int, int) { return seen(id).tag + 1; };
        const int probed = q.queue.probe({}, largest);
        CHECK(seen(probed).tag == 5);
        CHECK(q.queue.receive({}, largest) == probed);
        CHECK(q.queue.size() == 4);
        CHECK(seen(q.queue.receive({}, largest)).tag == 5);
        CHECK(seen(q.queue.receive({}, largest)).tag == 3);
    }
    SECTION("1 is taken at once") {
        const match_function third = [](int id, int, int) { return seen(id).tag == 3 ? 1 : 0; };
        CHECK(seen(q.queue.receive({}, third)).tag == 3);
        CHECK(q.queue.receive({}, third) == 0);
    }
    SECTION("a negative number ends the receive") {
        CHECK(q.queue.receive({}, [](int, int, int) { return -7; }) == -7);
        CHECK(q.queue.probe({}, [](int, int, int) { return -7; }) == -7);
        CHECK(q.queue.size() == 5);
    }
    SECTION("it gets tid and tag of the receive, and only messages of the context") {
        const match_function own = [](int id, int tid, int tag) {
            return seen(id).source == tid && seen(id).tag == tag ? 1 : 0;
        };
        CHECK(seen(q.queue.receive({.source = 13, .tag = 3}, own)).tag == 3);
        CHECK(q.queue.receive({.source = 99, .tag = 9}, own) == 0);
        CHECK(seen(q.queue.receive({.source = 99, .tag = 9, .context = 4}, own)).tag == 9);
    }
}

TEST_CASE("random receives agree with a plain list", "[pvm3][queue]") {
    queue_with_buffers q;
    struct message {
        int source, tag, context, content;
    };
    std::vector<message> model;
    std::mt19937 generator(1);
    const auto random = [&](int below) { return static_cast<int>(generator() % static_cast<unsigned>(below)); };
    for (int i = 0; i < 20000; ++i) {
        if (random(2) == 0) {
            model.push_back({random(3), random(3), random(2), i});
            q.push(model.back().source, model.back().tag, model.back().context, i);
            continue;
        }
        const message_pattern pattern{random(4) - 1, random(4) - 1, random(2)};
        int expected = -1;
        for (std::size_t at = 0; at < model.size() && expected == -1; ++at) {
            const message m = model[at];
            if ((pattern.source != -1 && pattern.source != m.source) || (pattern.tag != -1 && pattern.tag != m.tag) ||
                pattern.context != m.context)
                continue;
            expected = m.content;
            model.erase(model.begin() + static_cast<std::ptrdiff_t>(at));
        }
        if (random(3) == 0) q.queue.probe(pattern);
        if (q.receive(pattern.source, pattern.tag, pattern.context) != expected) FAIL("step " << i);
    }
    CHECK(q.queue.size() == model.size());
}

TEST_CASE("many waiting messages are received in order", "[pvm3][queue]") {
    queue_with_buffers q;
    for (int i = 0; i < 100000; ++i)
        q.push(1, 1, 0, i);
    int wrong = 0;
    for (int i = 0; i < 100000; ++i)
        wrong += q.receive(-1, 1) != i;
    CHECK(wrong == 0);
}

}  // namespace message_queue_test
