// A channel is made once and found by its peer. Each list names exactly the channels that need something.
#include "libnet/protocol/channel_table.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <random>
#include <set>
#include <stdexcept>
#include <vector>

#include "tests/libnet/protocol/unused_handler.hpp"

namespace channel_table_test {

using namespace banyan::net;
using namespace banyan::net::detail;

namespace {

constexpr std::uint64_t window = 8192;

struct fixture {
    banyan::testing::unused_handler handler;
    channel_table table{handler, window};
    outgoing message;

    channel& connected(std::uint32_t peer) {
        channel& made = table.of(task_id{peer});
        made.where = channel::state::up;
        return made;
    }
    void push_goodbye(channel& to) {
        table.will_write(to);
        to.stream.push(wire::frame_header{.kind = wire::frame_kind::goodbye});
    }
    // Calls write_out(), which writes all frames of the peers in `written`. Returns the peers that it was called for.
    std::multiset<std::uint32_t> write_out(const std::set<std::uint32_t>& written) {
        std::multiset<std::uint32_t> asked;
        table.write_out([&](channel& to) {
            asked.insert(to.peer.value);
            if (written.contains(to.peer.value)) write_all(to.stream);
        });
        return asked;
    }
    static void write_all(frame_stream& from) {
        while (from.wants_write()) {
            std::array<iovec, 4> slots{};
            std::size_t bytes = 0;
            for (std::size_t i = 0, used = from.write_regions(slots); i < used; ++i)
                bytes += slots[i].iov_len;
            from.bytes_written(bytes);
        }
    }
    std::multiset<std::uint32_t> lacking_credit() {
        std::multiset<std::uint32_t> found;
        table.for_each_lacking_credit([&](channel& to) { found.insert(to.peer.value); });
        return found;
    }
};

}  // namespace

TEST_CASE("a channel is made once, found by its peer and kept", "[protocol][channels]") {
    fixture f;
    const channel_table& table = f.table;
    std::vector<channel*> made;
    for (std::uint32_t peer = 1; peer <= 100; ++peer) {
        CHECK(table.find(task_id{peer}) == nullptr);
        CHECK(table.state_of(task_id{peer}) == channel::state::down);
        CHECK_FALSE(table.peer_sent_goodbye(task_id{peer}));
        made.push_back(&f.table.of(task_id{peer}));
    }
    for (const std::uint32_t peer : {1u, 2u, 1u, 1u, 100u, 57u, 2u}) {
        CHECK(made[peer - 1]->peer == task_id{peer});
        CHECK(table.find(task_id{peer}) == made[peer - 1]);
        CHECK(&f.table.of(task_id{peer}) == made[peer - 1]);
        CHECK(f.table.find(task_id{peer}) == made[peer - 1]);
    }
    CHECK(table.find(task_id{101}) == nullptr);
    std::multiset<std::uint32_t> visited;
    f.table.for_each([&](channel& c) { visited.insert(c.peer.value); });
    CHECK(visited.size() == made.size());
    CHECK(std::set<std::uint32_t>(visited.begin(), visited.end()).size() == made.size());
}

TEST_CASE("a table reports the state of one channel and compares all", "[protocol][channels]") {
    fixture f;
    const auto is_up = [](const channel& c) { return c.where == channel::state::up; };
    CHECK(f.table.all_of(is_up));
    channel& first = f.connected(1);
    channel& second = f.connected(2);
    CHECK(f.table.all_of(is_up));
    second.where = channel::state::lost;
    first.taking = false;
    CHECK_FALSE(f.table.all_of(is_up));
    CHECK(f.table.state_of(task_id{1}) == channel::state::up);
    CHECK(f.table.state_of(task_id{2}) == channel::state::lost);
    CHECK(f.table.peer_sent_goodbye(task_id{1}));
    CHECK_FALSE(f.table.peer_sent_goodbye(task_id{2}));
}

TEST_CASE("a request for a connection is passed on once, and again after a failed call", "[protocol][channels]") {
    fixture f;
    CHECK_FALSE(f.table.wants_connection());
    for (std::uint32_t peer = 1; peer <= 3; ++peer)
        f.table.request_connection(f.table.of(task_id{peer}));
    CHECK(f.table.state_of(task_id{2}) == channel::state::wanted);
    std::multiset<std::uint32_t> connected;
    const auto connect = [&](task_id peer) { connected.insert(peer.value); };
    std::uint32_t refused = 0;
    CHECK_THROWS_AS(f.table.connect_wanted([&](task_id peer) {
        if (!connected.empty()) {
            refused = peer.value;
            throw std::runtime_error("no descriptor is left");
        }
        connect(peer);
    }),
                    std::runtime_error);
    REQUIRE(connected.size() == 1);
    CHECK_FALSE(connected.contains(refused));
    CHECK(f.table.wants_connection());
    f.table.connect_wanted(connect);
    CHECK(connected == std::multiset<std::uint32_t>{1, 2, 3});
    CHECK_FALSE(f.table.wants_connection());
    f.table.connect_wanted(connect);
    CHECK(connected.size() == 3);
}

TEST_CASE("a channel is written until its frames have left", "[protocol][channels]") {
    fixture f;
    channel& first = f.connected(1);
    channel& second = f.connected(2);
    (void)f.connected(3);
    CHECK_FALSE(f.table.has_output());
    f.push_goodbye(first);
    f.push_goodbye(second);
    f.push_goodbye(first);
    CHECK(f.table.has_output());
    CHECK(f.write_out({1}) == std::multiset<std::uint32_t>{1, 2});
    CHECK(f.table.has_output());
    CHECK(f.write_out({}) == std::multiset<std::uint32_t>{2});
    f.push_goodbye(first);
    CHECK(f.write_out({1, 2}) == std::multiset<std::uint32_t>{1, 2});
    CHECK_FALSE(f.table.has_output());
    CHECK(f.write_out({1, 2}).empty());
}

TEST_CASE("a channel that begins to lack credit gets time before requests are sent", "[protocol][channels]") {
    fixture f;
    channel& to = f.connected(1);
    to.waiting.push_back(&f.message);
    f.table.update_lacks_credit(to);
    CHECK(f.table.any_lacks_credit());
    CHECK(to.is_receiving);
    to.is_receiving = false;
    f.table.update_lacks_credit(to);  // it has lacked credit for some time
    CHECK_FALSE(to.is_receiving);
    to.waiting.clear();
    f.table.update_lacks_credit(to);
    CHECK_FALSE(f.table.any_lacks_credit());
}

TEST_CASE("exactly the connected channels with waiting messages lack credit", "[protocol][channels]") {
    std::mt19937 generator(GENERATE(range(1u, 11u)));
    const auto random = [&] { return static_cast<std::uint32_t>(generator()); };
    fixture f;
    constexpr std::uint32_t peers = 5;
    for (int step = 0; step < 500; ++step) {
        channel& to = f.table.of(task_id{1 + random() % peers});
        const std::uint32_t what = random() % 5;
        if (what == 0) to.where = channel::state::up;
        if (what == 1 && random() % 4 == 0) to.where = channel::state::lost;
        if (what == 2) to.waiting.clear();
        if (what >= 3) to.waiting.push_back(&f.message);
        f.table.update_lacks_credit(to);
        std::multiset<std::uint32_t> expected;
        f.table.for_each([&](const channel& c) {
            if (c.where == channel::state::up && !c.waiting.empty()) expected.insert(c.peer.value);
        });
        REQUIRE(f.table.any_lacks_credit() == !expected.empty());
        REQUIRE(f.lacking_credit() == expected);
        f.table.for_each([&](const channel& c) { REQUIRE(c.lacks_credit == expected.contains(c.peer.value)); });
    }
}

TEST_CASE("a channel whose messages leave during the visit lacks no credit afterwards", "[protocol][channels]") {
    fixture f;
    for (const std::uint32_t peer : {1u, 2u, 3u}) {
        channel& to = f.connected(peer);
        to.waiting.push_back(&f.message);
        f.table.update_lacks_credit(to);
    }
    f.table.for_each_lacking_credit([](channel& to) {
        if (to.peer != task_id{2}) to.waiting.clear();
    });
    CHECK(f.lacking_credit() == std::multiset<std::uint32_t>{2});
    CHECK_FALSE(f.table.find(task_id{1})->lacks_credit);
}

}  // namespace channel_table_test
