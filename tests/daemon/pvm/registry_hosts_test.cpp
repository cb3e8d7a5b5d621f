// Requests about hosts, notify, contexts, mailbox and groups, and the loss of a host.
#include <catch2/catch.hpp>

#include "tests/daemon/pvm/recorded_effects.hpp"

namespace registry_hosts_test {

using namespace banyan::daemon::pvm;
using namespace banyan::testing;
using request = pvm_wire::ToService;

namespace {

request notify(int what, int count, const std::vector<tid>& watched, int tag = 5) {
    request message;
    auto& wanted = *message.mutable_notify();
    wanted.set_what(what);
    wanted.set_count(count);
    wanted.set_tag(tag);
    wanted.mutable_tids()->Add(watched.begin(), watched.end());
    return message;
}

request group_barrier(const std::string& group, int count) {
    request message;
    message.mutable_group_barrier()->set_group(group);
    message.mutable_group_barrier()->set_count(count);
    return message;
}

request join(const std::string& group) {
    request message;
    message.mutable_join_group()->set_group(group);
    return message;
}

}  // namespace

TEST_CASE("Hosts are listed and have a status", "[pvm]") {
    registry_fixture fixture;
    const tid task = fixture.enrol();
    request list;
    list.mutable_list_hosts();
    const auto answer = fixture.ask_now(task, list);
    REQUIRE(answer.hosts_size() == 2);
    CHECK(answer.architectures() == 2);
    CHECK(answer.hosts(1).tid() == 0x80000);
    CHECK(answer.hosts(1).name() == "two");
    CHECK(answer.hosts(1).architecture() == "LINUXARM");
    CHECK(answer.hosts(1).speed() == 500);
    CHECK(answer.hosts(1).data_signature() == 9);
    request status;
    status.mutable_host_status()->set_name("two");
    CHECK(fixture.status(task, status) == PvmOk);
    fixture.registry.set_condition(2, 0, true);
    CHECK(fixture.status(task, status) == PvmHostFail);
    fixture.registry.set_condition(2, 0, false);
    CHECK(fixture.status(task, status) == PvmOk);
    fixture.registry.set_condition(9, 0, true);  // a host that has been deleted meanwhile
    status.mutable_host_status()->set_name("three");
    CHECK(fixture.status(task, status) == PvmNoHost);
    status.mutable_host_status()->set_name(".");
    CHECK(fixture.status(task, status) == PvmOk);
    CHECK(fixture.status(fixture.enrol(0, 2), status) == PvmOk);
    fixture.registry.set_condition(1, 0, true);
    CHECK(fixture.status(task, status) == PvmHostFail);
}

TEST_CASE("Added and deleted hosts are counted", "[pvm]") {
    registry_fixture fixture;
    const tid task = fixture.enrol();
    request add;
    CHECK((add.mutable_add_hosts(), fixture.status(task, add)) == PvmBadParam);
    add.mutable_add_hosts()->add_names("three");
    add.mutable_add_hosts()->add_names("one");
    const auto adding = fixture.ask(task, add);
    request remove;
    remove.mutable_delete_hosts()->add_names("nine");
    const auto deleting = fixture.ask(task, remove);
    REQUIRE(fixture.effects.additions.size() == 1);
    CHECK(fixture.effects.additions[0].names == std::vector<std::string>{"three", "one"});
    fixture.registry.hosts_deleted(fixture.effects.deletions.at(0).request, {PvmNoHost});
    CHECK(fixture.answer(task, deleting).status() == 0);
    CHECK(fixture.answer(task, deleting).tids(0) == PvmNoHost);
    fixture.registry.hosts_added(fixture.effects.additions[0].request, {0xc0000, PvmDupHost});
    fixture.registry.hosts_added(fixture.effects.additions[0].request, {0xc0000, PvmDupHost});
    CHECK(fixture.answer(task, adding).status() == 1);
    CHECK(fixture.answer(task, adding).tids(1) == PvmDupHost);
    request halt;
    halt.mutable_halt();
    CHECK(fixture.status(task, halt) == PvmOk);
    CHECK(fixture.effects.halts == 1);
}

TEST_CASE("The first host is not deleted", "[pvm]") {
    registry_fixture fixture;
    const tid task = fixture.enrol();
    request remove;
    remove.mutable_delete_hosts()->add_names("one");
    CHECK(fixture.status(task, remove) == 0);
    CHECK(fixture.effects.deletions.empty());
    for (const char* name : {"two", "one", "nine", ".", "two", "nine"})
        remove.mutable_delete_hosts()->add_names(name);
    const auto deleting = fixture.ask(task, remove);
    REQUIRE(fixture.effects.deletions.size() == 1);
    CHECK(fixture.effects.deletions[0].names == std::vector<std::string>{"two", "nine", "nine"});
    fixture.registry.hosts_deleted(fixture.effects.deletions[0].request, {0, PvmNoHost, PvmNoHost});
    const auto answer = fixture.answer(task, deleting);
    CHECK(answer.status() == 1);
    CHECK(std::vector<int>(answer.tids().begin(), answer.tids().end()) ==
          std::vector<int>{PvmBadParam, 0, PvmBadParam, PvmNoHost, PvmBadParam, PvmDupHost, PvmNoHost});
}

TEST_CASE("A host is also called by the name of its computer", "[pvm]") {
    registry_fixture fixture;
    fixture.registry.host_added({3, "localhost", "LINUX64", 1000, 7, {"10.0.0.3"}, 0, false, "node3"});
    const tid task = fixture.enrol();
    request status;
    status.mutable_host_status()->set_name("node3");
    CHECK(fixture.status(task, status) == PvmOk);
    status.mutable_host_status()->set_name("");
    CHECK(fixture.status(task, status) == PvmNoHost);
    const auto spawned = fixture.spawn(task, 1, "node3", PvmTaskHost);
    REQUIRE(spawned.size() == 1);
    CHECK(spawned[0] == 0xc0001);
    request add;
    for (const char* name : {"node3", "node3 sp=5", "node4"})
        add.mutable_add_hosts()->add_names(name);
    fixture.ask(task, add);
    REQUIRE(fixture.effects.additions.size() == 1);
    CHECK(fixture.effects.additions[0].names == std::vector<std::string>{"localhost", "localhost", "node4"});
    request remove;
    remove.mutable_delete_hosts()->add_names("node3");
    fixture.ask(task, remove);
    REQUIRE(fixture.effects.deletions.size() == 1);
    CHECK(fixture.effects.deletions[0].names == std::vector<std::string>{"localhost"});
    fixture.registry.host_added({4, "node3", "LINUX64", 1000, 7, {"10.0.0.4"}});
    fixture.registry.set_condition(4, 0, true);
    status.mutable_host_status()->set_name("node3");
    CHECK(fixture.status(task, status) == PvmHostFail);
}

TEST_CASE("The loss of a host ends its tasks: first the notice of the host, then those of the tasks", "[pvm]") {
    registry_fixture fixture;
    const tid watcher = fixture.enrol();
    const auto started = fixture.spawn(watcher, 2, "two", PvmTaskHost);
    const tid by_hand = fixture.enrol(0, 2);
    fixture.ask(watcher, notify(PvmTaskExit, 3, {started[0], started[1], by_hand}));
    fixture.ask(watcher, notify(PvmHostDelete, 1, {started[1]}));
    request spawn;
    spawn.mutable_spawn()->set_program("late");
    spawn.mutable_spawn()->set_count(2);
    const auto spawning = fixture.ask(watcher, spawn);
    fixture.registry.started(fixture.effects.orders.back().task, 1);
    fixture.registry.host_lost(2);
    fixture.registry.host_lost(2);

    const auto told = fixture.messages(watcher);
    REQUIRE(told.size() == 4);
    CHECK(integers(told[0]) == std::vector{static_cast<int>(started[1])});
    CHECK(told[0].after_last_of() == 0);
    CHECK(told[1].after_last_of() == started[0]);
    CHECK(told[3].after_last_of() == by_hand);
    const auto answer = fixture.answer(watcher, spawning);
    CHECK(answer.status() == 1);
    CHECK(answer.tids(1) == PvmHostFail);
    CHECK(fixture.effects.disconnects == std::vector<tid>{started[0], started[1], by_hand});
    fixture.registry.process_ended(started[0]);
    fixture.registry.disconnected(by_hand);
    CHECK(fixture.messages(watcher).size() == 4);
    CHECK(fixture.status(watcher, notify(PvmHostDelete, 1, {0x80000})) == PvmOk);
    CHECK(fixture.messages(watcher).size() == 5);
    CHECK(fixture.enrol(0, 2) == 0);
}

TEST_CASE("Added hosts are reported, and a wrong Notify is refused", "[pvm]") {
    registry_fixture fixture;
    const tid task = fixture.enrol();
    CHECK(fixture.status(task, notify(PvmHostAdd, 1, {})) == PvmOk);
    fixture.registry.host_added({3, "three", "LINUX64", 1000, 7, {}});
    fixture.registry.host_added({3, "three", "LINUX64", 1000, 7, {}});
    fixture.registry.host_added({4, "four", "LINUX64", 1000, 7, {}});
    REQUIRE(fixture.messages(task).size() == 1);
    CHECK(integers(fixture.messages(task)[0]) == std::vector{1, 0xc0000});
    CHECK(fixture.status(task, notify(PvmHostAdd, -1, {})) == PvmOk);
    CHECK(fixture.status(task, notify(PvmHostAdd | PvmNotifyCancel, -1, {})) == PvmOk);
    fixture.registry.host_added({5, "five", "LINUX64", 1000, 7, {}});
    CHECK(fixture.messages(task).size() == 1);
    CHECK(fixture.status(task, notify(17, 1, {task})) == PvmBadParam);
    CHECK(fixture.status(task, notify(PvmTaskExit, 0, {})) == PvmBadParam);
    CHECK(fixture.status(task, notify(PvmTaskExit, 2, {task})) == PvmBadParam);
    CHECK(fixture.status(task, notify(PvmTaskExit, 1, {0x40000})) == PvmBadParam);
    CHECK(fixture.status(task, notify(PvmHostAdd, -2, {})) == PvmBadParam);
    CHECK(fixture.messages(task).size() == 1);
    CHECK(fixture.status(task, notify(PvmHostDelete, 1, {0})) == PvmOk);  // there is no host 0
    REQUIRE(fixture.messages(task).size() == 2);
    CHECK(integers(fixture.messages(task)[1]) == std::vector{0});
    CHECK(fixture.status(task, notify(PvmTaskExit, 1, {task})) == PvmOk);
    CHECK(fixture.status(task, notify(PvmTaskExit | PvmNotifyCancel, 1, {task})) == PvmOk);
    CHECK(fixture.messages(task).size() == 3);
}

TEST_CASE("The hosts of one request are told in one message, before its answer", "[pvm]") {
    registry_fixture fixture;
    const tid task = fixture.enrol();
    CHECK(fixture.status(task, notify(PvmHostAdd, 1, {})) == PvmOk);
    request add;
    for (const char* name : {"three", "four", "nowhere"})
        add.mutable_add_hosts()->add_names(name);
    const auto adding = fixture.ask(task, add);
    fixture.registry.host_added({3, "three", "LINUX64", 1000, 7, {}});
    fixture.registry.host_added({4, "four", "LINUX64", 1000, 7, {}});
    fixture.registry.host_added({5, "five", "LINUX64", 1000, 7, {}});
    fixture.registry.host_lost(4);
    CHECK(fixture.messages(task).empty());
    fixture.registry.hosts_added(fixture.effects.additions.at(0).request, {0xc0000, 0x100000, PvmNoHost});
    REQUIRE(fixture.messages(task).size() == 1);
    CHECK(integers(fixture.messages(task)[0]) == std::vector{2, 0x140000, 0xc0000});
    CHECK(fixture.effects.sent[task].back().has_answer());
    CHECK(fixture.answer(task, adding).status() == 2);
    fixture.registry.host_added({6, "six", "LINUX64", 1000, 7, {}});
    CHECK(fixture.messages(task).size() == 1);  // one message was ordered
}

TEST_CASE("A deletion does not delay the message about an added host", "[pvm]") {
    registry_fixture fixture;
    const tid task = fixture.enrol();
    CHECK(fixture.status(task, notify(PvmHostAdd, -1, {})) == PvmOk);
    request remove;
    remove.mutable_delete_hosts()->add_names("two");
    fixture.ask(task, remove);
    fixture.registry.host_added({3, "three", "LINUX64", 1000, 7, {}});
    CHECK(fixture.messages(task).size() == 1);
}

TEST_CASE("Contexts, mailbox and groups are reached by requests and left at the end of a task", "[pvm]") {
    registry_fixture fixture;
    const tid first = fixture.enrol();
    const tid second = fixture.enrol();
    request context;
    context.mutable_new_context();
    const int made = fixture.status(first, context);
    CHECK(made == 262145);

    request wait;
    wait.mutable_receive_info()->set_name("service");
    wait.mutable_receive_info()->set_flags(PvmMboxWaitForInfo);
    const auto waiting = fixture.ask(second, wait);
    request put;
    put.mutable_put_info()->set_name("service");
    put.mutable_put_info()->mutable_message()->set_body("here");
    CHECK(fixture.status(first, put) == 0);
    CHECK(fixture.answer(second, waiting).message().body() == "here");
    request list;
    list.mutable_list_info();
    CHECK(fixture.ask_now(second, list).entries_size() == 1);

    CHECK(fixture.status(first, join("g")) == 0);
    CHECK(fixture.status(second, join("g")) == 1);
    const auto barrier = fixture.ask(second, group_barrier("g", -1));
    CHECK(fixture.answers(second, barrier).empty());
    fixture.registry.disconnected(first);
    CHECK(fixture.answer(second, barrier).status() == PvmOk);
    CHECK(fixture.ask_now(second, list).entries_size() == 0);
    request free;
    free.mutable_free_context()->set_context(made);
    CHECK(fixture.status(second, free) == PvmNotFound);
    request members;
    members.mutable_group_members()->set_group("g");
    const auto answer = fixture.ask_now(second, members);
    CHECK(answer.status() == 1);
    CHECK(answer.tids_size() == 2);
    CHECK(answer.tids(0) == 0);
    request freeze;
    freeze.mutable_freeze_group()->set_group("g");
    freeze.mutable_freeze_group()->set_size(-1);
    const auto frozen = fixture.ask_now(second, freeze);
    CHECK(frozen.status() == 1);
    CHECK(frozen.frozen());
    CHECK(frozen.tids(1) == static_cast<int>(second));
}

}  // namespace registry_hosts_test
