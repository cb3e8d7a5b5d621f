#include "banyan/net/group.hpp"

#include <catch2/catch.hpp>

#include "banyan/net/thread_world.hpp"
#include "tests/common/error_of.hpp"

namespace group_test {

using namespace banyan::net;
using banyan::testing::error_of;

namespace {}  // namespace

TEST_CASE("group: ranks and tasks are each other's inverse, and tasks outside the group are refused") {
    run_threads(1, [](group& world) {
        const task_id self = world.task(rank{0});
        const task_id other = task_id::make(4000, 77);
        const group pair(world.box(), {other, self}, context_id{50}, {"far", "near"});
        CHECK(pair.size() == 2);
        CHECK(pair.rank() == rank{1});
        CHECK(pair.rank_of(other) == rank{0});
        CHECK(pair.task(pair.rank_of(self)) == self);
        CHECK(pair.host(rank{0}) == "far");
        CHECK(pair.user_context() != pair.collective_context());
        CHECK(error_of([&] { (void)pair.task(rank{2}); }) == errc::invalid_argument);
        CHECK(error_of([&] { (void)pair.task(rank{-1}); }) == errc::invalid_argument);
        CHECK(error_of([&] { (void)pair.host(rank{2}); }) == errc::invalid_argument);
        CHECK(error_of([&] { (void)pair.rank_of(task_id::make(4000, 78)); }) == errc::invalid_argument);
    });
}

TEST_CASE("group: a list with a task twice, or without the task itself, is refused") {
    run_threads(1, [](group& world) {
        const task_id self = world.task(rank{0});
        const task_id other = task_id::make(4000, 77);
        CHECK(error_of([&] { group(world.box(), {self, self}, context_id{50}); }) == errc::invalid_argument);
        CHECK(error_of([&] { group(world.box(), {other}, context_id{50}); }) == errc::invalid_argument);
    });
}

TEST_CASE("group: messages by rank, and a shorter one than the buffer is refused, a longer one too") {
    run_threads(1, [](group& world) {
        const std::vector<int> sent{1, 2, 3};
        const auto receive = [&](std::size_t length) {
            world.send<int>(rank{0}, tag{5}, sent);
            std::vector<int> got(length);
            world.recv<int>(rank{0}, tag{5}, got);
            return got;
        };
        CHECK(receive(3) == sent);
        CHECK(error_of([&] { receive(4); }) == errc::invalid_argument);
        CHECK(error_of([&] { receive(2); }) == errc::truncated);
        CHECK(receive(3) == sent);
    });
}

TEST_CASE("group: copies count the same collectives") {
    run_threads(1, [](group& world) {
        const group copy = world;
        CHECK(&copy.traffic() == &world.traffic());
        const group other = world.duplicate();
        CHECK(&other.traffic() != &world.traffic());
    });
}

}  // namespace group_test
