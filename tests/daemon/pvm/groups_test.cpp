// Groups: instance numbers, barriers, frozen groups, and members that end.
#include "daemon/pvm/groups.hpp"

#include <catch2/catch.hpp>

#include "daemon/pvm/codes.hpp"

namespace groups_test {

using namespace banyan::daemon::pvm;
using tids = std::vector<tid>;

namespace {

asker call(tid task, std::uint64_t request = 1) {
    return {task, request};
}

groups with_members(int count) {
    groups result;
    for (int i = 0; i < count; ++i)
        result.join("g", static_cast<tid>(10 + i));
    return result;
}

int only_status(const groups::replies& replies) {
    return replies.size() == 1 ? replies[0].status : -1000;
}

}  // namespace

TEST_CASE("The lowest free instance number is used", "[pvm]") {
    groups all;
    groups::replies released;
    CHECK(all.join("g", 10) == 0);
    CHECK(all.join("g", 11) == 1);
    CHECK(all.join("g", 12) == 2);
    CHECK(all.leave("g", 11, released) == PvmOk);
    CHECK(all.members_of("g").tids == tids{10, 0, 12});
    CHECK(all.members_of("g").status == 2);
    CHECK(all.join("g", 13) == 1);
    CHECK(all.join("h", 10) == 0);
    CHECK(released.empty());
}

TEST_CASE("The error codes of groups are those of PVM", "[pvm]") {
    auto all = with_members(2);
    groups::replies released;
    CHECK(all.join("", 10) == PvmNullGroup);
    CHECK(all.join("g", 10) == PvmDupGroup);
    CHECK(all.leave("", 10, released) == PvmNullGroup);
    CHECK(all.leave("x", 10, released) == PvmNoGroup);
    CHECK(all.leave("g", 99, released) == PvmNotInGroup);
    CHECK(all.members_of("").status == PvmNullGroup);
    CHECK(all.members_of("x").status == PvmNoGroup);
    CHECK(only_status(all.barrier("", call(10), 1)) == PvmNullGroup);
    CHECK(only_status(all.barrier("x", call(10), 1)) == PvmNoGroup);
    CHECK(only_status(all.barrier("g", call(99), 1)) == PvmNotInGroup);
    CHECK(only_status(all.freeze("g", call(99), 1)) == PvmNotInGroup);
}

TEST_CASE("A group without members disappears", "[pvm]") {
    auto all = with_members(1);
    all.freeze("g", call(10), 1);
    all.forget(10);
    CHECK(all.members_of("g").status == PvmNoGroup);
    CHECK(all.join("g", 11) == 0);
    CHECK_FALSE(all.members_of("g").frozen);
}

TEST_CASE("A barrier releases all callers at the given count", "[pvm]") {
    auto all = with_members(4);
    for (int round = 0; round < 3; ++round) {
        CHECK(all.barrier("g", call(10, 7), 3).empty());
        CHECK(all.barrier("g", call(12, 8), 3).empty());
        const auto released = all.barrier("g", call(11, 9), 3);
        REQUIRE(released.size() == 3);
        CHECK(released[0].to == call(10, 7));
        CHECK(released[2].to == call(11, 9));
        for (const auto& reply : released)
            CHECK(reply.status == PvmOk);
    }
    CHECK(only_status(all.barrier("g", call(10), 1)) == PvmOk);
}

TEST_CASE("A barrier with another count is refused and disturbs no one", "[pvm]") {
    auto all = with_members(3);
    CHECK(all.barrier("g", call(10), 2).empty());
    CHECK(only_status(all.barrier("g", call(11), 3)) == PvmMismatch);
    CHECK(only_status(all.barrier("g", call(11), 0)) == PvmMismatch);
    CHECK(only_status(all.barrier("g", call(11), -2)) == PvmBadParam);
    CHECK(only_status(all.barrier("g", call(10), 2)) == PvmBadParam);  // it waits already
    CHECK(all.barrier("g", call(11), 2).size() == 2);
    CHECK(only_status(all.barrier("g", call(11), 0)) == PvmMismatch);
    CHECK(only_status(all.barrier("g", call(11), 1)) == PvmOk);
}

TEST_CASE("A barrier of all members follows the members", "[pvm]") {
    auto all = with_members(3);
    CHECK(all.barrier("g", call(10), -1).empty());
    CHECK(all.barrier("g", call(11), 3).empty());  // the same number
    const auto released = all.forget(12);
    REQUIRE(released.size() == 2);
    CHECK(released[1].status == PvmOk);
    CHECK(all.barrier("g", call(10), -1).empty());
    all.join("g", 13);
    CHECK(all.barrier("g", call(11), -1).empty());
    CHECK(all.barrier("g", call(13), -1).size() == 3);
}

TEST_CASE("A member that ends in a barrier gets no reply and does not count", "[pvm]") {
    auto all = with_members(3);
    CHECK(all.barrier("g", call(10), 2).empty());
    CHECK(all.forget(10).empty());
    CHECK(all.barrier("g", call(11), 2).empty());
    groups::replies released;
    CHECK(all.leave("g", 11, released) == PvmOk);
    CHECK(only_status(released) == PvmNotInGroup);
    CHECK(all.barrier("g", call(12), 2).empty());
    all.join("g", 14);
    CHECK(all.barrier("g", call(14), 2).size() == 2);
}

TEST_CASE("Freezing waits for the members and ends joins", "[pvm]") {
    auto all = with_members(2);
    CHECK(all.freeze("g", call(10), 3).empty());
    CHECK(only_status(all.freeze("g", call(11), 2)) == PvmMismatch);
    CHECK(all.freeze("g", call(11), 3).empty());
    CHECK(all.join("g", 12) == 2);
    const auto released = all.freeze("g", call(12), 3);
    REQUIRE(released.size() == 3);
    CHECK(released[0].status == 3);
    CHECK(released[0].frozen_group == "g");
    CHECK(all.members_of("g").frozen);
    CHECK(all.join("g", 13) == PvmNotInGroup);
    CHECK(all.join("g", 12) == PvmNotInGroup);
    CHECK(only_status(all.freeze("g", call(10), 5)) == 3);
}

TEST_CASE("A frozen group that loses a member has no barriers any more", "[pvm]") {
    auto all = with_members(3);
    all.freeze("g", call(10), -1);
    all.freeze("g", call(11), -1);
    REQUIRE(all.freeze("g", call(12), -1).size() == 3);
    CHECK(only_status(all.barrier("g", call(10), 4)) == PvmNoGroup);
    CHECK(all.barrier("g", call(10), 3).empty());
    CHECK(all.barrier("g", call(11), 3).empty());
    const auto released = all.forget(12);
    REQUIRE(released.size() == 2);
    CHECK(released[0].status == PvmNoGroup);
    CHECK(only_status(all.barrier("g", call(10), -1)) == PvmNoGroup);
    CHECK(all.members_of("g").tids == tids{10, 11});
}

TEST_CASE("A barrier that waits for more tasks than a frozen group has is released", "[pvm]") {
    auto all = with_members(2);
    CHECK(all.barrier("g", call(10), 3).empty());
    CHECK(all.freeze("g", call(11), 1).size() == 2);
}

}  // namespace groups_test
