// The links of a mailbox without its threads: full links, links that end, and lost peers.
#include "libnet/messaging/connections.hpp"

#include <catch2/catch.hpp>
#include <cerrno>
#include <deque>
#include <utility>

namespace connections_test {

using namespace banyan::net;
using namespace banyan::net::detail;

namespace {

constexpr task_id self{1}, peer{2};

// Takes as many bytes as it has room for. Reads what the test has put into `reads`.
struct told_link final : link {
    std::size_t room = 0, written = 0;
    std::deque<moved> reads;
    bool announces = true;  // whether the system reports its bytes; otherwise the link holds them

    moved read(std::span<const iovec>) override {
        if (reads.empty()) return {};
        const moved next = reads.front();
        reads.pop_front();
        return next;
    }
    moved write(std::span<const iovec> regions) override {
        std::size_t bytes = 0;
        for (const auto& r : regions)
            bytes += r.iov_len;
        bytes = std::min(bytes, room);
        if (bytes == 0) return {};
        room -= bytes;
        written += bytes;
        return {.what = moved::state::some, .bytes = bytes};
    }
    [[nodiscard]] bool holds_bytes() const override { return !announces; }
    bool delivered() override { return room > 0; }
};

struct told_driver final : driver {
    bool link_due = false;
    std::vector<task_id> connected, watched, forgotten;

    void connect(task_id task) override { connected.push_back(task); }
    void poll() override {}
    void arm() override {}
    void sleep(deadline) override {}
    void wake() override {}
    void watch_writable(task_id task) override { watched.push_back(task); }
    void forget(task_id task, errc) override { forgotten.push_back(task); }
    [[nodiscard]] bool link_under_way(task_id) const override { return link_due; }
    [[nodiscard]] bool busy() const override { return false; }
};

struct fixture {
    detail::protocol protocol{self,
                              {.unexpected_cap_bytes = 1 << 20,
                               .send_buffer_bytes = 1 << 20,
                               .eager_limit_bytes = 1 << 16,
                               .expected_peers = 1}};
    peer_failures failures;
    member_names names;
    connections links{self, protocol, failures, names};
    told_driver* driver = nullptr;
    std::shared_ptr<told_link> link = std::make_shared<told_link>();
    std::vector<std::byte> payload = std::vector<std::byte>(100);

    fixture() {
        auto made = std::make_unique<told_driver>();
        driver = made.get();
        links.use_driver(std::move(made));
    }
    void send(operation& op) {
        op.what = operation::kind::send;
        op.to = {peer, tag{1}};
        op.payload = std::span<const std::byte>(payload);
        op.may_copy = true;
        protocol.start(op);
    }
    [[nodiscard]] std::string end_text() const { return protocol.why_unmatchable({peer, any_tag})->what(); }
};

}  // namespace

TEST_CASE("a peer that messages wait for is connected once", "[connections]") {
    fixture f;
    operation first, second;
    f.send(first);
    f.send(second);
    REQUIRE(f.protocol.wants_connection());
    f.links.connect_wanted();
    CHECK(f.driver->connected == std::vector{peer});
    CHECK(f.links.state_of(peer) == peer_links::state::none);
    f.driver->link_due = true;
    CHECK(f.links.state_of(peer) == peer_links::state::under_way);
    REQUIRE(f.links.add(peer, f.link, 1 << 20));
    CHECK(f.links.state_of(peer) == peer_links::state::linked);
    f.link->room = 1 << 20;
    CHECK(f.links.flush());
    CHECK(f.link->written == 2 * (wire::header_bytes + f.payload.size()));
}

TEST_CASE("a link that is full keeps the rest for the next flush", "[connections]") {
    fixture f;
    REQUIRE(f.links.add(peer, f.link, 1 << 20));
    operation op;
    f.send(op);
    f.link->room = 10;
    CHECK(f.links.flush());
    CHECK(f.links.are_full());
    CHECK(f.links.want_flush());
    CHECK(f.links.want_flush_now());
    CHECK_FALSE(f.links.all_delivered());
    f.link->room = 1 << 20;
    CHECK(f.links.flush());
    CHECK_FALSE(f.links.want_flush());
    CHECK(f.links.all_delivered());
    CHECK(f.link->written == wire::header_bytes + f.payload.size());
}

TEST_CASE("a receive that finds its message does not end a stream of short sends, one that waits does",
          "[connections]") {
    fixture f;
    REQUIRE(f.links.add(peer, f.link, 1 << 20));
    operation sent;  // it is done at once; the same one stands for all sends of the stream, so that nothing delays them
    f.send(sent);
    REQUIRE(sent.done);
    int at_once = 0;
    while (!f.links.coalesces(sent) && at_once < 1'000'000)
        ++at_once;
    REQUIRE(at_once < 1'000'000);  // more than a few only if a pause of the test ends the stream
    operation found, waiting;
    found.what = waiting.what = operation::kind::receive;
    found.done = true;
    CHECK(f.links.coalesces(found));
    CHECK(f.links.want_flush());
    CHECK_FALSE(f.links.coalesces(waiting));
    f.links.flush();
    CHECK_FALSE(f.links.coalesces(found));
    CHECK_FALSE(f.links.coalesces(sent));
}

TEST_CASE("a sleeping leader is needed for a full link that it does not watch", "[connections]") {
    fixture f;
    leader_sleep sleep;
    REQUIRE(f.links.add(peer, f.link, 1 << 20));
    sleep.begin();
    CHECK_FALSE(f.links.need_attention(sleep));
    operation op;
    f.send(op);
    f.links.flush();
    CHECK(f.links.need_attention(sleep));
    f.links.watch_full(sleep);
    CHECK(f.driver->watched == std::vector{peer});
    CHECK_FALSE(f.links.need_attention(sleep));
    sleep.end();
    sleep.begin();
    CHECK(f.links.need_attention(sleep));
}

TEST_CASE("a sleeping leader is needed for bytes that the system does not report", "[connections]") {
    fixture f;
    leader_sleep sleep;
    REQUIRE(f.links.add(peer, f.link, 1 << 20));
    sleep.begin();
    f.link->announces = false;
    CHECK(f.links.need_attention(sleep));
}

TEST_CASE("the error of a link that ends names the known cause, and the link is dropped", "[connections]") {
    fixture f;
    REQUIRE(f.links.add(peer, f.link, 1 << 20));
    std::string text;
    SECTION("its peer has died") {
        f.failures.use_source([news = std::optional(loss{.task = peer, .text = "it is dead"})]() mutable {
            return std::exchange(news, std::nullopt);
        });
        f.failures.take_losses(f.links);
        f.link->reads = {{.what = moved::state::ended}};
        text = "it is dead";
    }
    SECTION("it is broken") {
        f.link->reads = {{.what = moved::state::broken, .error_number = ECONNRESET}};
        text = "Connection reset by peer";
    }
    SECTION("it ends without a goodbye") {
        f.link->reads = {{.what = moved::state::ended}};
        text = "without a goodbye";
    }
    SECTION("its bytes were changed") {
        f.link->reads = {{.what = moved::state::forged}};
        text = "changed or inserted";
    }
    CHECK(f.links.read_ready(true, true));
    CHECK(f.links.have_ended());
    CHECK(f.links.state_of(peer) == peer_links::state::ended);
    CHECK(f.end_text().find(text) != std::string::npos);
    f.links.drop_ended();
    CHECK(f.driver->forgotten == std::vector{peer});
    CHECK(f.links.size() == 0);
    CHECK(f.links.state_of(peer) == peer_links::state::none);
}

TEST_CASE("a link that cannot be written any more is still read", "[connections]") {
    struct half_link final : link {
        int reads = 0;
        moved read(std::span<const iovec>) override { return ++reads, moved{}; }
        moved write(std::span<const iovec>) override { return {.what = moved::state::broken}; }
        bool delivered() override { return false; }
    };
    fixture f;
    const auto half = std::make_shared<half_link>();
    REQUIRE(f.links.add(peer, half, 1 << 20));
    operation op;
    f.send(op);
    CHECK_FALSE(f.links.flush());
    CHECK_FALSE(f.links.are_full());
    CHECK_FALSE(f.links.have_ended());
    CHECK(f.links.all_delivered());
    f.links.read_ready(true, false);
    CHECK(half->reads == 1);
}

TEST_CASE("a link to a lost peer is refused", "[connections]") {
    fixture f;
    f.links.end(peer, errc::connect_failed, "it was given up");
    CHECK_FALSE(f.links.add(peer, f.link, 1 << 20));
    CHECK(f.links.size() == 0);
}

TEST_CASE("all links can be dropped at once", "[connections]") {
    fixture f;
    REQUIRE(f.links.add(peer, f.link, 1 << 20));
    f.links.drop_all();
    CHECK(f.driver->forgotten == std::vector{peer});
    CHECK(f.links.size() == 0);
}

}  // namespace connections_test
