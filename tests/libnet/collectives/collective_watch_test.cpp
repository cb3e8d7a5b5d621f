// When a rank examines the unexpected messages of its group.
#include "libnet/collectives/collective_watch.hpp"

#include <mutex>

#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace collective_watch_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

constexpr tag arrived{1}, next{2};

// Rank 1 sends empty messages of a later collective of the group. When rank 0 gets the last message, they have arrived.
void run_ahead(const group& world, int count) {
    const tag later = collective_tag(collective_kind::reduce, 7).of_phase(0);
    for (int i = 0; i < count; ++i)
        world.box().send({world.task(rank{0}), later, world.collective_context()}, {}, limit);
    world.send(rank{0}, arrived, count, limit);
    (void)world.recv<int>(rank{0}, next, limit);
}

}  // namespace

TEST_CASE("a rank that is behind does not examine the messages of the others again and again", "[collective_watch]") {
    on_every_transport(2, [](group& world) {
        if (world.rank() == rank{1}) {
            for (const int count : {100, 50, 50})
                run_ahead(world, count);
            return;
        }
        collective_state& state = collective_state::of(detail::group_state::of(world));
        collective_watch watch(world, state, state.begin(collective_call{.kind = collective_kind::barrier}));
        detail::mailbox_impl& box = detail::group_state::impl_of(world.box());
        const auto is_due = [&](bool examine) {
            (void)world.recv<int>(rank{1}, arrived, limit);
            bool due = false;
            {
                const std::lock_guard held(box);
                due = watch.has_backlog(box);
                if (examine) watch.examine_messages(box, task_id{});
            }
            world.send(rank{1}, next, 1, limit);
            return due;
        };
        demand(is_due(true), "100 messages");
        demand(!is_due(false), "50 beside 100 that have been examined");
        demand(is_due(false), "as many as have been examined");
    });
}

}  // namespace collective_watch_test
