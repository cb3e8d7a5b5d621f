// A Spawn is answered when its last process has started or failed.
#include "daemon/pvm/sibling_sets.hpp"

#include <catch2/catch.hpp>

#include "daemon/pvm/codes.hpp"

namespace sibling_sets_test {

using namespace banyan::daemon::pvm;

TEST_CASE("Good tids come first, then the error codes", "[pvm]") {
    sibling_sets sets;
    sets.add({{9, 77}, 8}, {1, 2, 3}, {PvmOutOfRes});
    CHECK_FALSE(sets.settle(1, PvmNoFile));
    CHECK_FALSE(sets.settle(3, 3));
    CHECK_FALSE(sets.settle(3, 3));  // a repeated result
    CHECK_FALSE(sets.siblings(3));
    sets.wait({3, 5});
    const auto finished = sets.settle(2, 2);
    REQUIRE(finished);
    CHECK(finished->spawner.who == asker{9, 77});
    CHECK(finished->spawner.process == 8);
    CHECK(finished->results == std::vector{2, 3, PvmNoFile, PvmOutOfRes});
    CHECK(finished->siblings == std::vector<tid>{2, 3});
    CHECK(finished->waiting == std::vector{asker{3, 5}});
    CHECK(*sets.siblings(2) == std::vector<tid>{2, 3});
    CHECK_FALSE(sets.settle(2, 2));
}

TEST_CASE("A task of no Spawn is its own set", "[pvm]") {
    sibling_sets sets;
    CHECK(*sets.siblings(4) == std::vector<tid>{4});
    CHECK_FALSE(sets.settle(4, 4));
    sets.forget(4);
}

TEST_CASE("A sibling that has ended stays in the set of the others and waits no more", "[pvm]") {
    sibling_sets sets;
    sets.add({{9, 1}, 9}, {1, 2, 3}, {});
    sets.settle(1, 1);
    sets.wait({1, 6});
    sets.forget(1);
    sets.settle(2, 2);
    CHECK(sets.settle(3, 3)->waiting.empty());
    CHECK(*sets.siblings(3) == std::vector<tid>{1, 2, 3});
    sets.forget(2);
    sets.forget(3);
    CHECK(*sets.siblings(3) == std::vector<tid>{3});
}

TEST_CASE("A tid that is used again belongs to the new set only", "[pvm]") {
    sibling_sets sets;
    sets.add({{9, 1}, 9}, {1, 2}, {});
    sets.settle(1, 1);
    sets.settle(2, 2);
    CHECK(sets.forget(1).empty());
    sets.add({{9, 2}, 9}, {1, 3}, {});
    sets.settle(1, 1);
    CHECK_FALSE(sets.siblings(1));
    CHECK(*sets.siblings(2) == std::vector<tid>{1, 2});
    sets.settle(3, 3);
    CHECK(*sets.siblings(1) == std::vector<tid>{1, 3});
    CHECK(sets.forget(1).empty());
    CHECK(sets.forget(3) == std::vector<tid>{1, 3});
    CHECK(*sets.siblings(2) == std::vector<tid>{1, 2});
    CHECK(sets.forget(2) == std::vector<tid>{1, 2});
    CHECK(sets.forget(2).empty());
}

TEST_CASE("A set that waits to be told its siblings waits no longer than its spawner and its manager live", "[pvm]") {
    const tid ended = GENERATE(as<tid>{}, 8, 9);  // the spawner, the manager
    sibling_sets sets;
    sibling_sets::spawner by{{9, 0}, 8, true, true};
    by.teller = 8;
    sets.add(by, {1, 2}, {});
    sets.add(by, {3}, {});
    sets.settle(1, 1);
    sets.settle(2, 2);
    sets.wait({1, 6});
    CHECK_FALSE(sets.siblings(1));
    CHECK(sets.stop_waiting_for(7).empty());
    const auto released = sets.stop_waiting_for(ended);
    REQUIRE(released.size() == 1);
    CHECK(released[0].waiting == std::vector{asker{1, 6}});
    CHECK(released[0].siblings == std::vector<tid>{1, 2});
    CHECK(*sets.siblings(2) == std::vector<tid>{1, 2});
    CHECK_FALSE(sets.siblings(3));  // it has not started yet
    sets.settle(3, 3);
    CHECK(*sets.siblings(3) == std::vector<tid>{3});
    CHECK(sets.tell({1, 2, 3}).empty());  // the spawner still knows better
    CHECK(*sets.siblings(3) == std::vector<tid>{1, 2, 3});
    for (const tid task : {1u, 2u, 3u})
        sets.forget(task);
    CHECK(sets.stop_waiting_for(ended).empty());
}

}  // namespace sibling_sets_test
