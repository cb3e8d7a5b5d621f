// The clocks of hosts measured by messages. All ranks of the test share a clock, so the offset is known: 0.
#include "libnet/joining/clock_exchange.hpp"

#include <cstdlib>

#include "libnet/messaging/group_state.hpp"
#include "tests/common/error_of.hpp"
#include "tests/common/every_transport.hpp"
#include "tests/common/findings.hpp"

namespace clock_exchange_test {

using namespace banyan::net;
using namespace banyan::net::detail;
using banyan::testing::error_of;
using banyan::testing::on_every_transport;

namespace {

std::vector<member> members_on(const std::vector<std::uint32_t>& hosts) {
    std::vector<member> members;
    for (std::size_t i = 0; i < hosts.size(); ++i)
        members.push_back({task_id{static_cast<std::uint32_t>(10 + i)}, "", host_id{hosts[i]}, {}});
    return members;
}

}  // namespace

TEST_CASE("rank 0 measures with one rank of every other host") {
    const auto members = members_on({2, 2, 1, 3, 1, 3, 2});
    CHECK(clock_partners(members, 0) == std::vector{task_id{12}, task_id{13}});
    CHECK(clock_partners(members, 2) == std::vector{task_id{10}});
    CHECK(clock_partners(members, 3) == std::vector{task_id{10}});
    for (const std::size_t none : {1, 4, 5, 6})
        CHECK(clock_partners(members, none).empty());
    CHECK(clock_partners(members_on({5, 5, 5}), 0).empty());
}

TEST_CASE("a measured clock is within the error of the reading") {
    banyan::testing::findings found;
    on_every_transport(3, [&](group& world) {
        mailbox_impl& box = group_state::impl_of(world.box());
        const deadline until = std::chrono::seconds(40);
        if (world.rank().value == 0) {
            answer_clock(box, world.task(rank{1}), until);
            answer_clock(box, world.task(rank{2}), until);
            return;
        }
        const auto reading = ask_clock(box, world.task(rank{0}), until);
        found.expect(std::abs(reading.offset) <= reading.error, "the offset is beyond the error");
        found.expect(reading.at > 0, "the time of the reading");
    });
    CHECK(found.first() == "");
}

TEST_CASE("a measurement ends at its deadline") {
    on_every_transport(2, [](group& world) {
        if (world.rank().value == 1) return;
        mailbox_impl& box = group_state::impl_of(world.box());
        const auto code = error_of([&] { ask_clock(box, world.task(rank{1}), std::chrono::milliseconds(1)); });
        CHECK((code == errc::timeout || code == errc::peer_lost));
    });
}

}  // namespace clock_exchange_test
