// The waits of a collective end in time, also while other messages keep coming.
#include "libnet/messaging/member_wait.hpp"

#include <array>
#include <atomic>

#include "libnet/messaging/group_state.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace member_wait_test {

using namespace banyan::net;
using namespace banyan::testing;
using namespace std::chrono_literals;

namespace {

// A group for which there are always messages that have not been examined.
class endless_news final : public detail::group_watch {
  public:
    explicit endless_news(std::span<const task_id> members) : members_(members) {}

    [[nodiscard]] std::span<const task_id> members() const override { return members_; }
    [[nodiscard]] bool has_news(detail::mailbox_impl&) const override { return true; }
    [[nodiscard]] bool has_backlog(detail::mailbox_impl&) const override { return false; }
    void examine_messages(detail::mailbox_impl& box, task_id) override {
        box.make_progress();  // a wait that has news already makes none
        demand(!too_late_.passed(), "the wait has not ended in time");
    }
    [[nodiscard]] deadline next_check() const override { return {}; }
    void send_waiting(detail::mailbox_impl&, task_id) override {}

  private:
    std::span<const task_id> members_;
    const deadline too_late_{limit};
};

// The error of a wait for a message of the other rank.
errc error_of_wait(const group& world, deadline until) {
    std::array<std::byte, 1> buffer{};
    request pending = world.box().async_recv({other_of(world), tag{1}}, buffer);
    return error_of([&] {
        detail::pending_set set(std::span(&pending, 1));
        endless_news watch(detail::group_state::members_of(world));
        if (const auto* failed = detail::member_wait::finish(set, watch, until)) throw error(*failed->failure);
    });
}

}  // namespace

TEST_CASE("a wait for members ends at its deadline while messages keep coming", "[member_wait]") {
    std::atomic<int> ended{0};
    on_every_transport(2, [&](group& world) {
        if (world.rank() == rank{0}) demand(error_of_wait(world, 100ms) == errc::timeout, "the deadline");
        ++ended;
        wait_for(ended, 2);
    });
}

TEST_CASE("a wait for a member that has ended reports it while messages keep coming", "[member_wait]") {
    on_every_transport(2, [](group& world) {
        const rank other{1 - world.rank().value};
        int connected = 0;
        (void)world.send_recv(other, tag{2}, 1, other, tag{2}, connected, limit);
        if (world.rank() == rank{0}) demand(error_of_wait(world, limit) == errc::peer_lost, "the end of the member");
    });
}

}  // namespace member_wait_test
