// Buffered sends reach their receiver while the sender computes and does not call its mailbox again.
#include <atomic>

#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace buffered_sends_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

// Rank 0 sends `count` messages. Then it computes until rank 1 has received all of them. Rank 1 computes meanwhile.
void send_and_compute(bool link_first, int count, std::size_t size, const mailbox_options& options) {
    std::atomic<bool> sent{false}, received{false};
    on_every_transport(
        2,
        [&](group& world) {
            mailbox& box = world.box();
            const task_id other = other_of(world);
            if (link_first) {
                box.send({other, tag{9}}, {}, limit);
                box.recv({other, tag{9}}, limit);
            }
            if (world.rank() == rank{0}) {
                for (int i = 0; i < count; ++i)
                    box.send({other, tag{1}}, pattern(size, static_cast<unsigned>(i)), limit);
                sent = true;
                return wait_for(received, true);
            }
            wait_for(sent, true);
            std::vector<std::byte> buffer(size);
            for (int i = 0; i < count; ++i) {
                box.recv({other, tag{1}}, buffer, limit);
                demand(buffer == pattern(size, static_cast<unsigned>(i)), "order or content");
            }
            received = true;
        },
        options);
}

}  // namespace

TEST_CASE("a message without a link leaves while its sender computes", "[buffered_sends]") {
    send_and_compute(false, 1, GENERATE(0u, 5u, 100'000u, 3'000'000u), {});
}

TEST_CASE("a message that waits for its receive leaves while its sender computes", "[buffered_sends]") {
    send_and_compute(true, 3, 3'000'000, {});
}

TEST_CASE("messages that wait for credit leave while their sender computes", "[buffered_sends]") {
    mailbox_options options;
    options.unexpected_cap_bytes = 64 << 10;
    send_and_compute(true, 2000, GENERATE(8u, 10'000u), options);
}

TEST_CASE("a send that is withdrawn after its rendezvous request continues while its sender computes",
          "[buffered_sends]") {
    constexpr std::size_t size = 8 << 20;
    std::atomic<bool> given_up{false}, received{false};
    on_every_transport(2, [&](group& world) {
        mailbox& box = world.box();
        const task_id other = other_of(world);
        if (world.rank() == rank{0}) {
            const auto payload = pattern(size, 1);
            {
                const request send = box.async_send({other, tag{1}}, payload);
                box.recv({other, tag{2}}, limit);
            }
            given_up = true;
            return wait_for(received, true);
        }
        (void)box.probe({other, tag{1}}, limit);
        box.send({other, tag{2}}, {}, limit);
        wait_for(given_up, true);
        std::vector<std::byte> buffer(size);
        box.recv({other, tag{1}}, buffer, limit);
        demand(buffer == pattern(size, 1), "content");
        received = true;
    });
}

}  // namespace buffered_sends_test
