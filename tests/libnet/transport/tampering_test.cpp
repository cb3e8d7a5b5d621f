// Whoever changes bytes between two tasks ends their connection by a named error; no wrong byte is ever delivered.
#include "tests/common/tampering_proxy.hpp"

#include <catch2/catch.hpp>

#include <random>

#include "tests/common/long_form.hpp"
#include "tests/libnet/transport/socket_tasks.hpp"

using namespace banyan::net;
using namespace banyan::testing;

namespace {

constexpr int messages = 150;

// Short ones, some long enough to be announced, in between long ones that go without being asked for.
std::size_t size_of(int number) {
    if (number == 20) return 1'200'000;
    return number % 40 == 39 ? 70'000 : 8 + static_cast<std::size_t>(number) * 5;
}

bool is_named_end(errc why) {
    return why == errc::peer_lost || why == errc::authentication_failed || why == errc::connect_failed ||
           why == errc::protocol_violation;
}

// "" when all came as it was sent, or up to a named end; otherwise what is wrong.
std::string receive_from(mailbox& box, task_id peer) {
    try {
        for (int number = 0; number < messages; ++number)
            if (box.recv({peer, tag{1}}, limit).payload != pattern(size_of(number), static_cast<unsigned>(number)))
                return "message " + std::to_string(number) + " is not what was sent";
    } catch (const error& ended) {
        if (!is_named_end(ended.which())) return ended.what();
    }
    return "";
}

void send_to(mailbox& box, task_id peer) {
    try {
        for (int number = 0; number < messages; ++number)
            box.send({peer, tag{1}}, pattern(size_of(number), static_cast<unsigned>(number)), limit);
    } catch (const error&) {  // what the receiver says counts
    }
}

// Both ways at once, so that whatever a stream stops at, more of it comes.
std::string exchange(socket_tasks& tasks) {
    std::string found[2];
    {
        background sender0([&] { send_to(tasks.box(0), tasks.task(1)); });
        background sender1([&] { send_to(tasks.box(1), tasks.task(0)); });
        background receiver([&] { found[1] = receive_from(tasks.box(1), tasks.task(0)); });
        found[0] = receive_from(tasks.box(0), tasks.task(1));
    }
    return found[0] + found[1];
}

struct attacked_tasks {
    std::unique_ptr<tampering_proxy> on[2];
    socket_tasks tasks;

    explicit attacked_tasks(attack_plan plan)
        : tasks({{"127.0.0.1"}, {"127.0.0.1"}}, settings(), [this, plan](std::vector<member>& table) {
              for (int i = 0; i < 2; ++i) {
                  on[i] = std::make_unique<tampering_proxy>(table[static_cast<std::size_t>(i)].endpoints.tcp[0], plan);
                  table[static_cast<std::size_t>(i)].endpoints.tcp = {on[i]->address()};
              }
          }) {}
    static mailbox_options settings() {
        mailbox_options options;
        options.encryption = encryption_kind::between_hosts;
        options.connect_timeout = std::chrono::milliseconds(300);
        options.linger = std::chrono::milliseconds(300);
        return options;
    }
    [[nodiscard]] bool attacked() const { return on[0]->has_struck() || on[1]->has_struck(); }
};

}  // namespace

TEST_CASE("Through a proxy that changes nothing all arrives") {
    attacked_tasks world({.what = attack::flip, .at = std::size_t{1} << 40});
    CHECK(exchange(world.tasks) == "");
    CHECK_FALSE(world.attacked());
}

TEST_CASE("Bytes changed at any place between two tasks end the connection by name", "[tampering]") {
    const auto what =
        GENERATE(attack::flip, attack::remove, attack::insert, attack::replay, attack::reorder, attack::cut);
    const bool from_client = GENERATE(true, false);
    std::mt19937 random(static_cast<unsigned>(what) * 2 + from_client);
    const int places = full_form() ? 400 : 4;
    for (int place = 0; place < places; ++place) {
        // Hello and proof, the TLS handshake, short messages, long ones.
        const std::size_t range[] = {88, 700, 5'000, 200'000};
        const bool waits_for_proof = what == attack::remove && place % 4 == 0;  // for 5 s: in the long form alone
        const std::size_t at = waits_for_proof && !full_form() ? 200 : random() % range[place % 4];
        attacked_tasks world({what, from_client, at});
        INFO("attack " << static_cast<int>(what) << (from_client ? " on the client's" : " on the server's") << " byte "
                       << at);
        CHECK(exchange(world.tasks) == "");
        CHECK(world.attacked());
    }
}
