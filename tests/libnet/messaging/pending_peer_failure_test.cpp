// The messages that a task sent before its end are read, even if late, before its link counts as lost.
#include <array>
#include <cstring>
#include <deque>

#include "libnet/messaging/mailbox_impl.hpp"
#include "libnet/wire/frame.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace pending_peer_failure_test {

using namespace banyan::net;
using namespace banyan::testing;
using namespace std::chrono_literals;

namespace {

constexpr task_id self = task_id::make(1, 1), other = task_id::make(1, 2);

// A link that yields one message of no bytes per read. It never ends, as if a child of the peer kept it open.
class trickle final : public detail::link {
  public:
    explicit trickle(int messages) {
        for (int i = 0; i < messages; ++i)
            frames_.push_back(
                wire::encode({.kind = wire::frame_kind::eager, .source = other, .destination = self, .tag = tag{i}}));
    }
    detail::moved read(std::span<const iovec> regions) override {
        if (frames_.empty()) return {detail::moved::state::would_block};
        std::memcpy(regions[0].iov_base, frames_.front().data(), frames_.front().size());
        frames_.pop_front();
        return {detail::moved::state::some, wire::header_bytes};
    }
    detail::moved write(std::span<const iovec> regions) override {
        std::size_t all = 0;
        for (const auto& region : regions)
            all += region.iov_len;
        return {detail::moved::state::some, all};
    }
    bool delivered() override { return true; }

  private:
    std::deque<wire::header_buffer> frames_;
};

// Reports one link and, on request, a loss. If both are due, the loss comes first.
class one_link_driver final : public detail::driver {
  public:
    explicit one_link_driver(detail::driver_events& events) : events_(&events) {}
    bool news = false;
    bool link_due = true;

    void connect(task_id) override {}
    void poll() override {
        if (std::exchange(news, false)) events_->on_wake();
        if (std::exchange(link_due, false)) events_->on_link(other, std::make_shared<trickle>(most), 1 << 16);
    }
    void arm() override {}
    void sleep(deadline) override {}
    void wake() override {}
    void watch_writable(task_id) override {}
    void forget(task_id, errc) override {}
    [[nodiscard]] bool link_under_way(task_id) const override { return link_due; }
    [[nodiscard]] bool busy() const override { return true; }

    static constexpr int most = 20;

  private:
    detail::driver_events* events_;
};

struct told_mailbox {
    one_link_driver* driver;
    std::unique_ptr<mailbox> box;
};

told_mailbox make_mailbox() {
    auto made = std::make_unique<detail::mailbox_impl>(self, mailbox_options{}, 1, false);
    auto driver = std::make_unique<one_link_driver>(*made);
    auto* told = driver.get();
    made->use_driver(std::move(driver));
    made->use_loss_source(
        [news = std::optional(loss{.task = other, .text = "it has ended", .orderly = true})]() mutable {
            return std::exchange(news, std::nullopt);
        });
    return {told, std::make_unique<mailbox>(std::move(made))};
}

void check_messages(mailbox& box, int first) {
    for (int i = first; i < one_link_driver::most; ++i)
        CHECK(error_of([&] { box.recv({other, tag{i}}, limit); }) == errc{});
    CHECK(error_of([&] { box.recv({other, any_tag}, limit); }) == errc::peer_lost);
}

}  // namespace

TEST_CASE("all that an ended task has sent is read before it counts as lost", "[mailbox]") {
    const auto [driver, box] = make_mailbox();
    box->recv({other, tag{0}}, limit);
    driver->news = true;
    box->poll();
    const deadline overdue(1500ms);  // the link may be ended by now, for example while the program computes
    while (!overdue.passed()) {
    }
    check_messages(*box, 1);
}

TEST_CASE("the report of an end may come before the link with the messages", "[mailbox]") {
    const auto [driver, box] = make_mailbox();
    driver->news = true;
    check_messages(*box, 0);
}

TEST_CASE("the report of an end without a link ends the waits at once", "[mailbox]") {
    const auto [driver, box] = make_mailbox();
    driver->news = true;
    driver->link_due = false;
    CHECK(error_of([&] { box->recv({other, any_tag}, limit); }) == errc::peer_lost);
}

}  // namespace pending_peer_failure_test
