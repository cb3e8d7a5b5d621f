// The memory of messages without a receive is counted without loss, its part without credit is limited, and memory of
// short messages is used again.
#include "libnet/protocol/unexpected_memory.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <utility>
#include <vector>

namespace unexpected_memory_test {

using namespace banyan::net;
using namespace banyan::net::detail;

namespace {

constexpr std::size_t room = 1024, overhead = message_overhead_bytes;

incoming stored_message(std::size_t size) {
    incoming message;
    message.stored.resize(size);
    return message;
}

}  // namespace

TEST_CASE("messages that wait count with their payload and their record", "[protocol][unexpected]") {
    std::mt19937 generator(GENERATE(range(1u, 11u)));
    unexpected_memory memory(room);
    std::vector<incoming> waiting;
    for (int step = 0; step < 500; ++step) {
        const std::size_t size = generator() % 300;
        const auto what = generator() % 4;
        if (what < 2 || waiting.empty()) {
            waiting.push_back(stored_message(what == 0 ? 0 : size));
            memory.add(waiting.back());
        } else if (what == 2) {
            std::swap(waiting[generator() % waiting.size()], waiting.back());
            memory.remove(waiting.back());
            waiting.pop_back();
        } else if (incoming& one = waiting[generator() % waiting.size()]; one.stored.empty()) {
            one.stored.resize(size);
            memory.add_payload(one);
        } else {
            memory.drop_payload(one);
            REQUIRE(one.stored.empty());
        }
        std::size_t expected = 0;
        for (const incoming& message : waiting)
            expected += message.stored.size() + overhead;
        REQUIRE(memory.used_bytes() == expected);
    }
}

TEST_CASE("a message to oneself needs room for its payload and its record", "[protocol][unexpected]") {
    unexpected_memory memory(room);
    CHECK(memory.has_own_room(room - overhead));
    CHECK_FALSE(memory.has_own_room(room - overhead + 1));
    incoming first = stored_message(100);
    memory.add_extra(first);
    const std::size_t rest = room - 100 - 2 * overhead;
    CHECK(memory.has_own_room(rest));
    CHECK_FALSE(memory.has_own_room(rest + 1));
    memory.end_extra(first);
    memory.end_extra(first);  // it is not counted any more
    CHECK(memory.has_own_room(room - overhead));
    CHECK_FALSE(memory.has_own_room(room - overhead + 1));
}

TEST_CASE("a rendezvous message of any length has room when nothing is stored without credit",
          "[protocol][unexpected]") {
    unexpected_memory memory(room);
    CHECK(memory.has_extra_room(100 * room));
    incoming message = stored_message(100);
    memory.add(message);
    memory.add_extra(message);
    CHECK(memory.has_extra_room(room - 100 - overhead));
    CHECK_FALSE(memory.has_extra_room(room - 100 - overhead + 1));
    memory.drop_payload(message);
    CHECK(memory.has_extra_room(100 * room));
    CHECK(memory.used_bytes() == overhead);  // the record still waits
    memory.remove(message);
    CHECK(memory.used_bytes() == 0);
}

TEST_CASE("the memory of a short message is used again for short messages", "[protocol][unexpected]") {
    unexpected_memory memory(room);
    std::vector<std::byte> given(100);
    const auto* place = given.data();
    memory.give_back(std::move(given));
    CHECK(memory.take(0).capacity() == 0);
    CHECK(memory.take(spare_memory::longest_bytes + 1).capacity() == 0);
    const auto again = memory.take(50);
    CHECK(again.empty());
    CHECK(again.data() == place);
    CHECK(memory.take(50).capacity() == 0);
    memory.give_back(std::vector<std::byte>(spare_memory::longest_bytes + 1));
    CHECK(memory.take(50).capacity() == 0);
}

}  // namespace unexpected_memory_test
