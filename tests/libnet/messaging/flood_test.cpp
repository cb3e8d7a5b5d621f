// Many senders and a receiver that does not receive until all of them lack credit. With BANYAN_TEST_FULL=1, each sends
// 100,000 messages.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <latch>
#include <thread>

#include "banyan/net/thread_world.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/long_form.hpp"

namespace flood_test {

using namespace banyan::net;
using namespace std::chrono_literals;

namespace {

constexpr int senders = 10;
constexpr std::size_t message_bytes = 1 << 10;
constexpr auto limit = 120s;

// Every word is the number of the message. So one comparison checks order and content.
std::vector<std::uint32_t> payload_of(std::uint32_t number) {
    return std::vector<std::uint32_t>(message_bytes / sizeof(std::uint32_t), number);
}

// Sends in one of two ways. Returns true if the send waited, or would have had to wait.
using way_to_send = bool (*)(mailbox& box, destination to, std::span<const std::byte> payload, std::latch* wall);
using banyan::testing::any_transport;

bool block(mailbox& box, destination to, std::span<const std::byte> payload, std::latch* wall) {
    auto sent = box.async_send(to, payload);
    const bool waits = !sent.test();
    if (waits && wall) wall->count_down();
    sent.wait(limit);
    return waits;
}

bool try_again(mailbox& box, destination to, std::span<const std::byte> payload, std::latch* wall) {
    if (box.try_send(to, payload)) return false;
    if (wall) wall->count_down();
    for (const deadline until(limit); !box.try_send(to, payload); std::this_thread::yield())
        if (until.passed()) throw std::runtime_error("there is never room again");
    return true;
}

void flood(mailbox& box, task_id receiver, std::uint32_t count, way_to_send send, std::latch& walls) {
    bool waited = false;
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto payload = payload_of(i);
        waited |= send(box, {receiver, tag{1}}, std::as_bytes(std::span(payload)), waited ? nullptr : &walls);
    }
    if (!waited) throw std::runtime_error("a sender never had to wait: nothing was tested");
}

std::size_t drain(group& world, std::uint32_t count) {
    std::vector<std::uint32_t> next(senders + 1, 0), buffer(message_bytes / sizeof(std::uint32_t));
    std::size_t most = 0;
    for (std::uint64_t i = 0; i < std::uint64_t{senders} * count; ++i) {
        const auto info = world.box().recv({any_source, tag{1}}, std::as_writable_bytes(std::span(buffer)), limit);
        auto& expected = next[static_cast<std::size_t>(world.rank_of(info.source).value)];
        if (info.size_bytes != message_bytes || buffer != payload_of(expected))
            throw std::runtime_error("order or content");
        ++expected;
        most = std::max(most, world.box().unexpected_bytes());
    }
    return most;
}

}  // namespace

TEST_CASE("10 senders flood a receiver that does not receive", "[flood]") {
    const auto kind = any_transport();
    const auto send = GENERATE(values<way_to_send>({block, try_again}));
    // Full size only over the network; the other transports carry the same protocol. With fewer than 2,000 messages, a
    // sender might never have to wait.
    const std::uint32_t most_sent = banyan::testing::full_form() ? 100'000 : BANYAN_FLOOD_MESSAGES;
    const std::uint32_t count = kind == transport_kind::tcp ? most_sent : std::max(most_sent / 5, 2'000u);
    mailbox_options options;
    options.unexpected_cap_bytes = 4 << 20;
    options.send_buffer_bytes = 1 << 20;
    std::latch walls(senders);
    std::size_t most = 0;
    run_threads(
        senders + 1,
        [&](group& world) {
            if (world.rank() != rank{0}) return flood(world.box(), world.task(rank{0}), count, send, walls);
            walls.wait();
            most = drain(world, count);
        },
        kind, options);
    CHECK(most > 0);
    CHECK(most <= options.unexpected_cap_bytes);
}

}  // namespace flood_test
