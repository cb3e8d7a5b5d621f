// A collective that fails on one rank fails on all, with the same error, and so do the group's later collectives.
#include <atomic>
#include <catch2/catch.hpp>
#include <functional>
#include <stdexcept>
#include <string>

#include "banyan/net/collectives.hpp"
#include "tests/common/findings.hpp"
#include "tests/common/group_sizes.hpp"
#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace abort_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

bool contains(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

// The first combination on this rank fails.
struct failing_plus {
    bool fails;
    int operator()(int a, int b) const {
        if (fails) throw std::domain_error("the sum is odd");
        return a + b;
    }
};

}  // namespace

TEST_CASE("an exception of a user's operation is reported on all ranks", "[abort]") {
    const int size = any_size({2, 3, 4, 16, 17});
    const bool everywhere = GENERATE(true, false);  // allreduce or reduce
    findings found;
    std::atomic<int> told{0};
    on_every_transport(size, [&](group& world) {
        const int me = world.rank().value;
        const std::string who = "rank " + std::to_string(me) + ": ";
        const failing_plus op{me == 0};
        try {
            barrier(world);  // others may fail before this rank has left it
            int mine = 1, sum = 0;
            if (everywhere)
                sum = allreduce_value(world, mine, op);
            else
                reduce(world, std::span(&mine, 1), std::span(&sum, 1), op);
            barrier(world);
            found.expect(false, who + "no error");
        } catch (const error& e) {
            found.expect(me != 0 && e.which() == errc::collective_failed, who + e.what());
            found.expect(contains(e.what(), "rank 0 failed in ") && contains(e.what(), "the sum is odd") &&
                             contains(e.what(), "2nd collective"),
                         who + e.what());
        } catch (const std::domain_error&) {
            found.expect(me == 0, who + "the exception of another rank");
        }
        found.expect(error_of([&] { barrier(world); }) == errc::collective_failed, who + "continues");
        ++told;
        wait_for(told, size);
    });
    CHECK(found.first() == "");
}

TEST_CASE("an operation that throws an error of the library fails the collective as any other exception", "[abort]") {
    const errc code = GENERATE(errc::timeout, errc::invalid_argument);
    std::atomic<int> told{0};
    on_every_transport(3, [&](group& world) {
        const auto op = [&](int a, int b) {
            if (world.rank() == rank{0}) throw error(code, "on purpose");
            return a + b;
        };
        const errc seen = error_of([&] {
            (void)allreduce_value(world, 1, op, limit);
            barrier(world, limit);
        });
        ++told;
        wait_for(told, 3);
        demand(seen == (world.rank() == rank{0} ? code : errc::collective_failed), "the error of each rank");
    });
    CHECK(told == 3);
}

TEST_CASE("a collective in the operation of another one of the same group is refused", "[abort]") {
    findings found;
    std::atomic<int> told{0};
    on_every_transport(3, [&](group& world) {
        const int me = world.rank().value;
        const group other = world.duplicate(limit);
        const auto op = [&](int a, int b) {
            if (me == 0) barrier(world, limit);
            return a + b;
        };
        const errc seen = error_of([&] {
            (void)allreduce_value(world, 1, op, limit);
            barrier(world, limit);
        });
        found.expect(seen == (me == 0 ? errc::invalid_argument : errc::collective_failed),
                     "rank " + std::to_string(me) + ": " + std::to_string(static_cast<int>(seen)));
        barrier(other, limit);  // other groups are not affected
        ++told;
        wait_for(told, 3);
    });
    CHECK(found.first() == "");
}

TEST_CASE("a rank that leaves after the failure does not hide it", "[abort]") {
    const int size = any_size({2, 4, 17});
    std::atomic<int> right{0};
    const auto body = [&](group& world) {
        const failing_plus op{world.rank() == rank{0}};
        try {
            barrier(world);  // makes links
            (void)allreduce_value(world, 1, op);
            barrier(world);
        } catch (const error& e) {
            right += e.which() == errc::collective_failed ? 1 : 0;
        }
    };
    CHECK_THROWS_WITH(on_every_transport(size, body), "the sum is odd");
    CHECK(right == size - 1);
}

TEST_CASE("a member that has ended also fails the collective of ranks that do not wait for it", "[abort]") {
    const int size = any_size({4, 16, 17});
    std::atomic<int> told{0};
    findings found;
    on_every_transport(size, [&](group& world) {
        try {
            barrier(world);
            if (world.rank() == rank{1}) return;
            barrier(world);
            found.expect(false, "no error");
        } catch (const error& e) {
            found.expect(e.which() == errc::peer_lost && e.peer() == world.task(rank{1}), e.what());
        }
        ++told;
        wait_for(told, size - 1);
    });
    CHECK(found.first() == "");
}

TEST_CASE("the abort of one group does not affect others", "[abort]") {
    std::atomic<int> right{0};
    on_every_transport(5, [&](group& world) {
        const group spare = world.duplicate(limit);
        try {
            (void)allreduce_value(world, 1, failing_plus{world.rank() == rank{2}});
            barrier(world);
        } catch (const std::exception&) {
        }
        demand(allreduce_value(spare, 1, std::plus<>(), limit) == 5, "the spare group works");
        ++right;
    });
    CHECK(right == 5);
}

TEST_CASE("after a timeout a group is no longer used, and the others have deadlines of their own", "[abort]") {
    run_threads(2, [](group& world) {
        if (world.rank() == rank{0}) {
            std::string text;
            try {
                barrier(world, std::chrono::milliseconds(20));
            } catch (const error& why) {
                demand(why.which() == errc::timeout, "timeout");
                text = why.what();
            }
            demand(text ==
                       "rank 0 called barrier (its 1st collective of this group): the deadline passed; missing: "
                       "rank 1",
                   text.c_str());
            demand(error_of([&] { barrier(world, limit); }) == errc::collective_failed, "later");
        }
        // Both ranks end together.
        if (world.rank() == rank{0}) return world.send(rank{1}, tag{1}, std::span<const std::byte>{}, limit);
        (void)world.recv(rank{0}, tag{1}, limit);
    });
}

TEST_CASE("a mistake in the arguments of one call leaves the group as it was", "[abort]") {
    run_threads(3, [](group& world) {
        std::vector<int> mine(2), all(7);
        demand(error_of([&] { broadcast(world, mine, rank{3}); }) == errc::invalid_argument, "root");
        if (world.rank() == rank{0})
            demand(error_of([&] { gather(world, mine, all, rank{0}); }) == errc::invalid_argument, "room on the root");
        all.resize(6);
        gather(world, mine, all, rank{0}, limit);
        barrier(world, limit);
    });
}

}  // namespace abort_test
