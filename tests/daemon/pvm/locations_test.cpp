// Where tasks listen, and messages that wait for a task.
#include "daemon/pvm/locations.hpp"

#include <catch2/catch.hpp>

namespace locations_test {

using namespace banyan::daemon::pvm;

namespace {

banyan::pvm3::wire::Message message_with(int tag) {
    banyan::pvm3::wire::Message message;
    message.set_tag(tag);
    return message;
}

locations::endpoints at(const std::string& address) {
    locations::endpoints result;
    result.add_tcp(address);
    return result;
}

}  // namespace

TEST_CASE("A publication releases the waiting tasks and the deposits in order", "[pvm]") {
    locations all;
    all.wait(5, {1, 11});
    all.wait(5, {2, 12});
    all.wait(6, {3, 13});
    all.deposit(5, message_with(1));
    all.deposit(5, message_with(2));
    locations::published result;
    CHECK(all.find(5) == nullptr);
    REQUIRE(all.publish(5, at("here"), result));
    REQUIRE(result.deposits.size() == 2);
    CHECK(result.deposits[1].tag() == 2);
    CHECK(result.waiting == std::vector<asker>{{1, 11}, {2, 12}});
    CHECK(all.find(5)->tcp(0) == "here");
    CHECK_FALSE(all.publish(5, at("there"), result));
    CHECK(all.find(5)->tcp(0) == "here");
}

TEST_CASE("The end of a task is reported to the tasks that wait for it or have located it", "[pvm]") {
    locations all;
    all.wait(5, {1, 11});
    all.wait(5, {4, 14});
    all.deposit(5, message_with(1));
    all.note_located(5, 2);
    all.note_located(5, 2);
    all.note_located(5, 3);
    all.note_located(2, 5);
    const auto third = all.forget(3);
    CHECK(third.located_by.empty());
    CHECK(third.located == std::set<tid>{5});
    CHECK(all.forget(4).waiting.empty());
    const auto ended = all.forget(5);
    CHECK(ended.waiting == std::vector<asker>{{1, 11}});
    CHECK(ended.located_by == std::set<tid>{2});
    CHECK(ended.located == std::set<tid>{2});
    const auto second = all.forget(2);
    CHECK(second.located_by.empty());
    CHECK(second.located.empty());
    locations::published result;
    all.publish(5, {}, result);
    CHECK(result.deposits.empty());
}

}  // namespace locations_test
