// Records of messages that arrive: their payload has one place, their credit returns once, and the loss of a peer keeps
// the order of the messages that have arrived.
#include "libnet/protocol/incoming_messages.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "tests/libnet/protocol/unused_handler.hpp"

namespace incoming_messages_test {

using namespace banyan::net;
using namespace banyan::net::detail;

namespace {

constexpr task_id self{1}, peer{2};
constexpr context_id context{5}, other_context{6};
constexpr std::uint64_t window = 8192;
constexpr std::size_t overhead = message_overhead_bytes;

struct fixture {
    banyan::testing::unused_handler handler;
    completions ends{self};
    channel_table channels{handler, window};
    frame_output output{self, channels};
    matcher matching;
    unexpected_memory unexpected{1024};
    incoming_messages messages{ends, output, matching, unexpected};
    channel& from = channels.of(peer);

    fixture() { from.where = channel::state::up; }

    incoming& make(std::size_t size, context_id in = context, int tag_value = 0) {
        incoming& message = messages.make({peer, tag{tag_value}, size}, in);
        message.from = &from;
        return message;
    }
    void lose() {
        const auto newest = messages.newest_complete(from);
        from.where = channel::state::lost;
        from.why = error(errc::peer_lost, "gone", peer);
        messages.lose_all(from, newest);
    }
    // The tags of the waiting messages of a context, in order.
    [[nodiscard]] std::vector<int> waiting(context_id in = context) const {
        std::vector<int> tags;
        matching.for_each_waiting(in, [&](const incoming& message) { tags.push_back(message.info.tag.value); });
        return tags;
    }
};

}  // namespace

TEST_CASE("a stored message waits and counts until a receive takes it", "[protocol][unexpected]") {
    fixture f;
    incoming& arriving = f.make(100);
    f.messages.store(arriving);
    CHECK(arriving.stored.size() == 100);
    CHECK(arriving.where == incoming::stage::arriving);
    const std::vector<std::byte> payload(10, std::byte{7});
    incoming& whole = f.make(payload.size());
    f.messages.store_whole(whole, payload);
    CHECK(whole.stored == payload);
    CHECK(whole.where == incoming::stage::complete);
    CHECK(f.unexpected.used_bytes() == 110 + 2 * overhead);
    CHECK(f.matching.find_waiting({peer, any_tag, context}) == &arriving);
    f.messages.take_waiting(arriving);
    CHECK(f.matching.find_waiting({peer, any_tag, context}) == &whole);
    CHECK(f.unexpected.used_bytes() == 10 + overhead);
}

TEST_CASE("the payload of a message is stored, placed in its receive, or discarded", "[protocol]") {
    fixture f;
    std::vector<std::byte> buffer(20);
    operation receive;
    receive.buffer = std::span(buffer);
    incoming& message = f.make(10);
    message.stored.resize(10);
    CHECK(incoming_messages::place_of(message).here().data() == message.stored.data());
    CHECK(incoming_messages::plan_for(message).what == payload_plan::action::place);
    message.in_place = true;
    CHECK(incoming_messages::place_of(message).at_end());
    CHECK(incoming_messages::plan_for(message).what == payload_plan::action::discard);
    message.op = &receive;
    CHECK(incoming_messages::place_of(message).here().data() == buffer.data());
    CHECK(incoming_messages::plan_for(message).what == payload_plan::action::place);
}

TEST_CASE("the credit of a message returns when its record ends, but not to a lost peer", "[protocol][credit]") {
    fixture f;
    const bool lost = GENERATE(false, true);
    REQUIRE(f.from.credit.charge(100));
    incoming& message = f.make(100);
    message.charged_bytes = static_cast<std::size_t>(credit_account::cost_of(100));
    CHECK(f.from.credit.due_bytes() == 0);
    if (lost) f.from.where = channel::state::lost;
    f.messages.release(message);
    CHECK(f.from.credit.due_bytes() == (lost ? 0 : credit_account::cost_of(100)));
}

TEST_CASE("the loss of a peer ends the receives of its incomplete messages only", "[protocol][end]") {
    fixture f;
    operation arriving, complete;
    incoming& first = f.make(10);
    first.op = &arriving;
    incoming& second = f.make(10);
    second.op = &complete;
    second.where = incoming::stage::complete;
    f.lose();
    REQUIRE((arriving.done && arriving.failure));
    CHECK(arriving.failure->which() == errc::peer_lost);
    CHECK_FALSE(complete.done);
    CHECK(f.ends.failed() == 1);
}

TEST_CASE("a lost message keeps its place if and only if a later one of its context is complete", "[protocol][end]") {
    std::mt19937 random(GENERATE(range(1u, 21u)));
    fixture f;
    constexpr int count = 30;
    std::vector<incoming*> all;
    std::vector<bool> complete;
    for (int i = 0; i < count; ++i) {
        incoming& message = f.make(random() % 20, random() % 2 == 0 ? context : other_context, i);
        f.messages.store(message);
        complete.push_back(random() % 4 == 0);
        if (complete.back()) message.where = incoming::stage::complete;
        all.push_back(&message);
    }
    std::vector<context_id> contexts;
    for (const incoming* message : all)
        contexts.push_back(message->context);
    const auto stays = [&](int i) {
        for (int later = i; later < count; ++later)
            if (contexts[static_cast<std::size_t>(later)] == contexts[static_cast<std::size_t>(i)] &&
                complete[static_cast<std::size_t>(later)])
                return true;
        return false;
    };
    f.lose();
    for (const context_id one : {context, other_context}) {
        std::vector<int> expected;
        for (int i = 0; i < count; ++i)
            if (contexts[static_cast<std::size_t>(i)] == one && stays(i)) expected.push_back(i);
        REQUIRE(f.waiting(one) == expected);
    }
    std::size_t used = 0;
    f.matching.for_each_waiting([&](const incoming& message) {
        const auto i = static_cast<std::size_t>(message.info.tag.value);
        CHECK(message.where == (complete[i] ? incoming::stage::complete : incoming::stage::lost));
        CHECK(message.stored.size() == (complete[i] ? message.info.size_bytes : 0));
        used += message.stored.size() + overhead;
    });
    CHECK(f.unexpected.used_bytes() == used);
}

TEST_CASE("a message is overtaken by a later complete one of its source and context", "[protocol][end]") {
    fixture f;
    incoming& early = f.make(10);
    early.where = incoming::stage::complete;
    incoming& message = f.make(10);
    incoming& elsewhere = f.make(10, other_context);
    elsewhere.where = incoming::stage::complete;
    CHECK_FALSE(f.messages.is_overtaken(message));
    incoming& later = f.make(10);
    CHECK_FALSE(f.messages.is_overtaken(message));
    later.where = incoming::stage::complete;
    CHECK(f.messages.is_overtaken(message));
    f.messages.release(later);
    CHECK_FALSE(f.messages.is_overtaken(message));
}

}  // namespace incoming_messages_test
