// When the failure of a peer is reported: at once, when its link ends, or when there is no link and nothing arrives.
#include "libnet/messaging/peer_failures.hpp"

#include <catch2/catch.hpp>
#include <deque>
#include <new>

namespace peer_failures_test {

using namespace banyan::net;
using namespace std::chrono_literals;
using detail::peer_failures;
using detail::peer_links;

namespace {

constexpr task_id peer{7}, other{8};

// The links of a task to its peers, as plain values.
struct told_links final : peer_links {
    struct end_of_peer {
        task_id peer;
        errc why;
        std::string text;
        bool operator==(const end_of_peer&) const = default;
    };

    peer_failures* failures = nullptr;
    state now = state::none;  // for every peer
    int unread = 0;
    int shortages = 0;  // allocations that will still fail
    std::vector<end_of_peer> ends;

    [[nodiscard]] state state_of(task_id) const override { return now; }
    bool read(task_id) override { return unread > 0 && unread-- > 0; }
    void end(task_id task, errc why, const std::string& text) override {
        if (shortages > 0) {
            --shortages;
            throw std::bad_alloc();
        }
        ends.push_back({task, why, text});
        now = state::ended;
        failures->set_reported(task);
    }
};

struct fixture {
    std::deque<loss> news;
    told_links links;
    peer_failures failures;

    explicit fixture(std::chrono::milliseconds last_bytes = 1h) : failures(last_bytes) {
        links.failures = &failures;
        failures.use_source([this]() -> std::optional<loss> {
            if (news.empty()) return std::nullopt;
            loss first = news.front();
            news.pop_front();
            return first;
        });
    }
    void bring(const loss& lost) {
        news.push_back(lost);
        failures.take_losses(links);
    }
    [[nodiscard]] bool has_told(errc why) const {
        return links.ends == std::vector{told_links::end_of_peer{peer, why, "it is dead"}};
    }
};

const loss dead{.task = peer, .text = "it is dead"};

}  // namespace

TEST_CASE("the failure of a peer without a link is reported at once", "[peer_failures]") {
    fixture f;
    f.bring(dead);
    CHECK(f.has_told(errc::peer_lost));
    CHECK(f.failures.next_check().is_never());
}

TEST_CASE("the loss of a host is reported at once, even if its link has bytes", "[peer_failures]") {
    fixture f;
    f.links.now = GENERATE(peer_links::state::none, peer_links::state::under_way, peer_links::state::linked);
    f.bring({.task = peer, .text = "it is dead", .host_lost = true});
    CHECK(f.has_told(errc::host_lost));
}

TEST_CASE("the failure of a linked peer is pending until the link ends", "[peer_failures]") {
    fixture f;
    f.links.now = peer_links::state::linked;
    f.bring(dead);
    f.failures.report_due(f.links);
    CHECK(f.links.ends.empty());
    REQUIRE(f.failures.pending_text(peer) != nullptr);
    CHECK(*f.failures.pending_text(peer) == "it is dead");
    CHECK(f.failures.pending_text(other) == nullptr);
    CHECK_FALSE(f.failures.next_check().is_never());

    f.links.end(peer, errc::peer_lost, *f.failures.pending_text(peer));
    f.failures.report_due(f.links);
    CHECK(f.has_told(errc::peer_lost));
    CHECK(f.failures.pending_text(peer) == nullptr);
    CHECK(f.failures.next_check().is_never());
}

TEST_CASE("a link that does not end by itself is ended in time, after all that it has brought", "[peer_failures]") {
    fixture f(0ms);
    f.links.now = peer_links::state::linked;
    f.links.unread = 2;
    f.bring(dead);
    for (int left = 1; left >= 0; --left) {
        REQUIRE(f.failures.next_check().passed());
        f.failures.report_due(f.links);
        CHECK(f.links.unread == left);
        CHECK(f.links.ends.empty());
    }
    f.failures.report_due(f.links);
    CHECK(f.has_told(errc::peer_lost));
    CHECK(f.failures.next_check().is_never());
}

TEST_CASE("a failure that is known before the link waits for the link", "[peer_failures]") {
    fixture f;
    f.links.now = peer_links::state::under_way;
    f.bring(dead);
    REQUIRE(f.failures.next_check().passed());
    f.failures.report_due(f.links);
    CHECK(f.links.ends.empty());
    CHECK(f.failures.next_check().when() <= deadline(1ms).when());

    SECTION("it is reported when no link can come any more") {
        f.links.now = peer_links::state::none;
        f.failures.report_due(f.links);
        CHECK(f.has_told(errc::peer_lost));
    }
    SECTION("it is pending still when the link has come") {
        f.links.now = peer_links::state::linked;
        f.failures.report_due(f.links);
        CHECK(f.links.ends.empty());
        CHECK(f.failures.pending_text(peer) != nullptr);
    }
}

TEST_CASE("a failure that could not be reported because memory was out is reported by the next call",
          "[peer_failures]") {
    fixture f(0ms);
    f.links.shortages = 1;
    SECTION("when it becomes known") {
        CHECK_THROWS_AS(f.bring(dead), std::bad_alloc);
        f.failures.take_losses(f.links);
    }
    SECTION("when it is due") {
        f.links.now = peer_links::state::linked;
        f.bring(dead);
        CHECK_THROWS_AS(f.failures.report_due(f.links), std::bad_alloc);
        REQUIRE(f.failures.next_check().passed());
        f.failures.report_due(f.links);
    }
    CHECK(f.has_told(errc::peer_lost));
}

TEST_CASE("deaths are those of tasks that did not end normally", "[peer_failures]") {
    fixture f;
    const task_id all[] = {other, peer};
    f.bring({.task = peer, .text = "it has ended", .orderly = true});
    f.bring({.task = peer, .text = "it has given up this task", .link_only = true});
    CHECK(f.failures.death_among(all) == nullptr);
    f.bring(dead);
    f.bring({.task = other, .text = "its host is gone", .host_lost = true});
    REQUIRE(f.failures.death_among(all) != nullptr);
    CHECK(f.failures.death_among(all)->what.peer() == peer);
    CHECK(f.failures.death_among(std::span(all).first(1))->what.which() == errc::host_lost);
    CHECK(f.failures.death_among({}) == nullptr);
}

}  // namespace peer_failures_test
