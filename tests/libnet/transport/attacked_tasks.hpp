// Two tasks that exchange messages while an attacker on the path changes their connections.
#pragma once

#include <memory>
#include <set>
#include <string>

#include "tests/common/tampering_proxy.hpp"
#include "tests/libnet/transport/socket_tasks.hpp"

namespace banyan::testing {

inline constexpr int exchanged_messages = 150;

// Short ones, some long enough for the rendezvous, and long eager ones between them. Those that
// follow each other differ in length, so that another order is noticed.
inline std::size_t exchanged_size(int number) {
    if (number == 20) return 1'200'000;
    return number % 40 == 39 ? 70'000 : 8 + static_cast<std::size_t>(number) * 5;
}

/// What one side, or both, have received.
struct exchange_result {
    std::string wrong;  ///< "" when each message had the length that was sent, up to the end of all or to a named end
    int changed = 0;    ///< messages with other content
    int received = 0;
    std::set<net::errc> ends;
};

inline exchange_result receive_from(net::mailbox& box, net::task_id peer) {
    using net::errc;
    exchange_result result;
    try {
        for (int number = 0; number < exchanged_messages; ++number) {
            const auto got = box.recv({peer, net::tag{1}}, limit).payload;
            const auto sent = pattern(exchanged_size(number), static_cast<unsigned>(number));
            if (got.size() != sent.size()) result.wrong = "message " + std::to_string(number) + " has another length";
            result.changed += got != sent;
            ++result.received;
        }
    } catch (const net::error& ended) {
        const errc why = ended.which();
        result.ends.insert(why);
        if (why != errc::peer_lost && why != errc::authentication_failed && why != errc::connect_failed &&
            why != errc::protocol_violation)
            result.wrong = ended.what();
    }
    return result;
}

inline void send_to(net::mailbox& box, net::task_id peer) {
    try {
        for (int number = 0; number < exchanged_messages; ++number)
            box.send({peer, net::tag{1}}, pattern(exchanged_size(number), static_cast<unsigned>(number)), limit);
    } catch (const net::error&) {  // what the receiver says counts
    }
}

// Both ways at once, so that whatever a stream stops at, more of it comes.
inline exchange_result exchange(socket_tasks& tasks) {
    exchange_result found, other;
    {
        background sender0([&] { send_to(tasks.box(0), tasks.task(1)); });
        background sender1([&] { send_to(tasks.box(1), tasks.task(0)); });
        background receiver([&] { other = receive_from(tasks.box(1), tasks.task(0)); });
        found = receive_from(tasks.box(0), tasks.task(1));
    }
    found.wrong += other.wrong;
    found.changed += other.changed;
    found.received += other.received;
    found.ends.merge(other.ends);
    return found;
}

struct attacked_tasks {
    std::unique_ptr<tampering_proxy> on[2];
    socket_tasks tasks;

    attacked_tasks(const attack_plan& plan, const net::mailbox_options& options)
        : tasks({{"127.0.0.1"}, {"127.0.0.1"}}, options, [this, plan](std::vector<net::member>& table) {
              for (int i = 0; i < 2; ++i) {
                  on[i] = std::make_unique<tampering_proxy>(table[static_cast<std::size_t>(i)].endpoints.tcp[0], plan);
                  table[static_cast<std::size_t>(i)].endpoints.tcp = {on[i]->address()};
              }
          }) {}
    /// `connect_timeout`: short only where the attack prevents the connection. Both tasks connect, one of them refuses
    /// the other's connection, and its own has to be made in this time, also on a busy computer.
    static net::mailbox_options settings(net::encryption_kind encryption, std::chrono::milliseconds connect_timeout) {
        net::mailbox_options options;
        options.encryption = encryption;
        options.connect_timeout = connect_timeout;
        options.linger = std::chrono::milliseconds(300);
        return options;
    }
    [[nodiscard]] bool attacked() const { return on[0]->has_struck() || on[1]->has_struck(); }
};

using exchange_kind = exchange_result (*)(socket_tasks& tasks);

/// What comes through an attack, which must have changed something. On a busy computer the tasks may give up before the
/// attack, if their time for connections is short. Then they try again with more time.
inline exchange_result attacked_exchange(const attack_plan& plan, const net::mailbox_options& options,
                                         exchange_kind messages = exchange) {
    auto world = std::make_unique<attacked_tasks>(plan, options);
    auto result = messages(world->tasks);
    if (!world->attacked()) {
        auto patient = options;
        patient.connect_timeout = limit / 3;  // before the limit of a receive
        world = std::make_unique<attacked_tasks>(plan, patient);
        result = messages(world->tasks);
    }
    CHECK(world->attacked());
    CHECK(result.wrong == "");
    return result;
}

/// Checks that all messages arrive through proxies whose plan never begins.
inline void check_unattacked_exchange(const attack_plan& plan, const net::mailbox_options& options) {
    attacked_tasks world(plan, options);
    const auto result = exchange(world.tasks);
    CHECK(result.wrong == "");
    CHECK(result.changed == 0);
    CHECK(result.received == 2 * exchanged_messages);
    CHECK_FALSE(world.attacked());
}

}  // namespace banyan::testing
