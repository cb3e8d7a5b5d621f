// The PVM service as its tasks see it: enrolling, spawning, locating, ending.
#include "daemon/pvm/registry.hpp"

#include <catch2/catch.hpp>
#include <csignal>

#include "tests/daemon/pvm/recorded_effects.hpp"

namespace registry_test {

using namespace banyan::daemon::pvm;
using namespace banyan::testing;
using tids = std::vector<int>;

namespace {

pvm_wire::ToService exit_request() {
    pvm_wire::ToService message;
    message.mutable_exit();
    return message;
}

pvm_wire::ToService siblings_request() {
    pvm_wire::ToService message;
    message.mutable_siblings();
    return message;
}

pvm_wire::ToService publish_at(const std::string& address) {
    pvm_wire::ToService message;
    message.mutable_publish()->mutable_endpoints()->add_tcp(address);
    return message;
}

pvm_wire::ToService locate(tid wanted) {
    pvm_wire::ToService message;
    message.mutable_locate()->set_tid(wanted);
    return message;
}

pvm_wire::ToService spawn_of(int count, int flags = 0, const std::string& where = {}) {
    pvm_wire::ToService message;
    message.mutable_spawn()->set_program("worker");
    message.mutable_spawn()->set_count(count);
    message.mutable_spawn()->set_flags(flags);
    message.mutable_spawn()->set_where(where);
    return message;
}

pvm_wire::ToService status_of(tid task) {
    pvm_wire::ToService message;
    message.mutable_task_status()->set_tid(task);
    return message;
}

pvm_wire::ToService notify_exit(const std::vector<tid>& watched, int tag) {
    pvm_wire::ToService message;
    message.mutable_notify()->set_what(PvmTaskExit);
    message.mutable_notify()->set_tag(tag);
    message.mutable_notify()->set_count(static_cast<int>(watched.size()));
    message.mutable_notify()->mutable_tids()->Add(watched.begin(), watched.end());
    return message;
}

pvm_wire::ToService deposit_for(tid to, int tag) {
    pvm_wire::ToService message;
    message.mutable_deposit()->set_to(to);
    message.mutable_deposit()->mutable_message()->set_tag(tag);
    return message;
}

pvm_wire::ToService list_tasks(tid where) {
    pvm_wire::ToService message;
    message.mutable_list_tasks()->set_where(where);
    return message;
}

tids answered_tids(const pvm_wire::Answer& answer) {
    return {answer.tids().begin(), answer.tids().end()};
}

bool is_told_end_of(registry_fixture& fixture, tid to, tid ended) {
    return std::ranges::any_of(fixture.effects.sent[to],
                               [&](const auto& message) { return message.ended().tid() == ended; });
}

}  // namespace

TEST_CASE("A task is told where its parent listens when it enrols, and of the end of the parent", "[pvm]") {
    registry_fixture fixture;
    const tid parent = fixture.enrol();
    const auto early = fixture.spawn(parent, 1).front();
    CHECK_FALSE(fixture.effects.sent[early].front().answer().enrolled().has_parent_at());
    fixture.ask(parent, publish_at("10.0.0.1:7"));
    const auto child = fixture.spawn(parent, 1).front();
    const auto& told = fixture.effects.sent[child].front().answer().enrolled().parent_at();
    CHECK(told.tid() == parent);
    CHECK(told.host() == "one");
    CHECK(told.host_number() == 1);
    CHECK(told.endpoints().tcp(0) == "10.0.0.1:7");
    fixture.registry.disconnected(parent);
    CHECK(fixture.effects.sent[child].back().ended().tid() == parent);
    CHECK_FALSE(fixture.effects.sent[early].back().has_ended());
    const auto late = fixture.spawn(child, 1, {}, PvmNoSpawnParent).front();
    CHECK_FALSE(fixture.effects.sent[late].front().answer().enrolled().has_parent_at());
}

TEST_CASE("A task started by hand enrols", "[pvm]") {
    registry_fixture fixture;
    const tid task = fixture.enrol(0, 2);
    CHECK(task == 0x80001);
    const auto facts = fixture.answer(task, fixture.last_request).enrolled();
    CHECK(facts.tid() == task);
    CHECK(facts.parent() == PvmNoParent);
    CHECK(facts.host() == "two");
    CHECK(facts.secret() == "secret");
    CHECK(facts.plain_data());
    CHECK(facts.data_addresses(0) == "10.0.0.2");
    CHECK(fixture.enrol(0, 2) == 0x80002);
}

TEST_CASE("An Enrol of another version or on an unknown host is refused", "[pvm]") {
    registry_fixture fixture;
    CHECK(fixture.enrol(0, 9) == 0);
    CHECK(fixture.answer(0, fixture.last_request).status() == PvmNoHost);
    pvm_wire::Enrol message;
    message.set_version(service_protocol_version + 1);
    CHECK(fixture.registry.enrol(50, message, 1) == 0);
    CHECK(fixture.answer(0, 50).status() == PvmBadVersion);
}

TEST_CASE("A Spawn is answered when all processes have started or failed", "[pvm]") {
    registry_fixture fixture;
    const tid parent = fixture.enrol();
    const auto request = fixture.ask(parent, spawn_of(4, PvmTaskDebug, ":/work"));
    const auto& orders = fixture.effects.orders;
    REQUIRE(orders.size() == 4);
    CHECK(orders[0].task == 0x80001);
    CHECK(orders[0].host == 2);
    CHECK(orders[2].task == 0x40002);
    CHECK(orders[0].program == "worker");
    CHECK(orders[0].directory == "/work");
    CHECK(orders[0].flags == PvmTaskDebug);
    CHECK(orders[0].fallback_folders == std::vector<std::string>{"/home/a/bin/"});
    fixture.registry.started(0x80001, 10);
    fixture.registry.not_started(0x80002, PvmNoFile);
    fixture.registry.started(0x40002, 11);
    CHECK(fixture.answers(parent, request).empty());
    CHECK(fixture.enrol(0x40003) == 0x40003);  // its connection is faster than the report of its start
    const auto answer = fixture.answer(parent, request);
    CHECK(answer.status() == 3);
    CHECK(answered_tids(answer) == tids{0x80001, 0x40002, 0x40003, PvmNoFile});
    fixture.registry.started(0x40003, 12);
    fixture.registry.not_started(0x40003, PvmNoFile);
    CHECK(fixture.status(parent, status_of(0x40003)) == PvmOk);
    CHECK(fixture.status(parent, status_of(0x80002)) == PvmNoTask);
}

TEST_CASE("A Spawn that starts nothing says why", "[pvm]") {
    registry_fixture fixture;
    const tid parent = fixture.enrol();
    CHECK(fixture.status(parent, spawn_of(0)) == PvmBadParam);
    CHECK(fixture.status(parent, spawn_of(1'000'000)) == PvmOutOfRes);
    auto unnamed = spawn_of(1);
    unnamed.mutable_spawn()->clear_program();
    CHECK(fixture.status(parent, unnamed) == PvmBadParam);
    const auto answer = fixture.ask_now(parent, spawn_of(2, PvmTaskHost, "three"));
    CHECK(answer.status() == 0);
    CHECK(answered_tids(answer) == tids{PvmNoHost, PvmNoHost});
    CHECK(fixture.effects.orders.empty());
}

TEST_CASE("A host has no more started processes than are allowed", "[pvm]") {
    registry_fixture fixture;
    fixture.registry.set_most_processes(2);
    const tid parent = fixture.enrol();  // started by hand, so it does not count
    const auto started = fixture.spawn(parent, 3, "one", PvmTaskHost);
    REQUIRE(started.size() == 2);
    CHECK(answered_tids(fixture.ask_now(parent, spawn_of(1, PvmTaskHost, "one"))) == tids{PvmOutOfRes});
    CHECK(fixture.spawn(parent, 1, "two", PvmTaskHost).size() == 1);
    fixture.registry.process_ended(started[0]);
    CHECK(fixture.spawn(parent, 1, "one", PvmTaskHost).size() == 1);
}

TEST_CASE("A started task inherits from its spawner and knows it", "[pvm]") {
    registry_fixture fixture;
    const tid parent = fixture.enrol();
    pvm_wire::Inherited inherited;
    inherited.set_context(99);
    const tid child = fixture.spawn(parent, 1, {}, 0, inherited).at(0);
    auto facts = fixture.answer(child, fixture.last_request).enrolled();
    CHECK(facts.parent() == static_cast<int>(parent));
    CHECK(facts.inherited().context() == 99);
    const tid orphan = fixture.spawn(parent, 1, {}, PvmNoSpawnParent).at(0);
    CHECK(fixture.answer(orphan, fixture.last_request).enrolled().parent() == PvmParentNotSet);
}

TEST_CASE("Siblings are told when the Spawn has been answered", "[pvm]") {
    registry_fixture fixture;
    const tid parent = fixture.enrol();
    fixture.ask(parent, spawn_of(2, PvmTaskHost, "."));
    const tid first = fixture.enrol(0x40002);
    const auto request = fixture.ask(first, siblings_request());
    CHECK(fixture.answers(first, request).empty());
    fixture.registry.started(0x40003, 5);
    CHECK(answered_tids(fixture.answer(first, request)) == tids{0x40002, 0x40003});
    CHECK(fixture.answer(first, request).status() == 2);
    CHECK(answered_tids(fixture.ask_now(parent, siblings_request())) == tids{static_cast<int>(parent)});
}

TEST_CASE("A started process that exits and enrols again gets a new tid and keeps its process", "[pvm]") {
    registry_fixture fixture;
    const tid parent = fixture.enrol();
    const tid first = fixture.spawn(parent, 1, "one", PvmTaskHost).at(0);
    fixture.ask(parent, notify_exit({first}, 3));
    CHECK(fixture.status(first, exit_request()) == PvmOk);
    CHECK(fixture.messages(parent).size() == 1);
    fixture.registry.disconnected(first);
    CHECK(fixture.status(parent, status_of(first)) == PvmNoTask);
    const tid second = fixture.enrol(first);
    CHECK(second != first);
    CHECK(fixture.answer(second, fixture.last_request).enrolled().parent() == PvmNoParent);
    pvm_wire::ToService kill;
    kill.mutable_signal()->set_tid(second);
    kill.mutable_signal()->set_signal(SIGTERM);
    CHECK(fixture.status(parent, kill) == PvmOk);
    REQUIRE(fixture.effects.signals.size() == 1);
    CHECK(fixture.effects.signals[0].task == second);
    fixture.registry.process_ended(first);
    CHECK(fixture.effects.disconnects == std::vector<tid>{second});
    CHECK(fixture.status(parent, status_of(second)) == PvmNoTask);
    CHECK(fixture.status(parent, kill) == PvmOk);
    CHECK(fixture.effects.signals.size() == 1);
    CHECK(fixture.messages(parent).size() == 1);  // the end of the first tid is not told again
}

TEST_CASE("Two programs with the same PVMEPID have different tids", "[pvm]") {
    registry_fixture fixture;
    const tid parent = fixture.enrol();
    const tid first = fixture.spawn(parent, 1).at(0);
    const tid second = fixture.enrol(first);
    CHECK(second != first);
    fixture.registry.disconnected(second);
    CHECK(fixture.status(parent, status_of(first)) == PvmOk);
    fixture.registry.process_ended(first);
    CHECK(fixture.enrol(first) != first);  // a process that has survived its parent: as if started by hand
}

TEST_CASE("A location is reported when the task listens, or else the end of the task", "[pvm]") {
    registry_fixture fixture;
    const tid asking = fixture.enrol();
    const tid wanted = fixture.enrol(0, 2);
    const auto early = fixture.ask(asking, locate(wanted));
    CHECK(fixture.answers(asking, early).empty());
    CHECK(fixture.status(wanted, publish_at("10.0.0.2:5")) == PvmOk);
    CHECK(fixture.status(wanted, publish_at("10.0.0.2:6")) == PvmAlready);
    const auto location = fixture.answer(asking, early).location();
    CHECK(location.tid() == wanted);
    CHECK(location.host() == "two");
    CHECK(location.host_number() == 2);
    CHECK(location.endpoints().tcp(0) == "10.0.0.2:5");
    CHECK(fixture.ask_now(asking, locate(wanted)).location().endpoints().tcp(0) == "10.0.0.2:5");
    CHECK_FALSE(is_told_end_of(fixture, asking, wanted));
    fixture.registry.disconnected(wanted);
    CHECK(is_told_end_of(fixture, asking, wanted));
    CHECK(fixture.status(asking, locate(wanted)) == PvmNoTask);

    const tid silent = fixture.enrol();
    const auto waiting = fixture.ask(asking, locate(silent));
    fixture.registry.disconnected(silent);
    CHECK(fixture.answer(asking, waiting).status() == PvmNoTask);
    CHECK_FALSE(is_told_end_of(fixture, asking, silent));
}

TEST_CASE("A deposit is delivered in order when its receiver listens", "[pvm]") {
    registry_fixture fixture;
    const tid from = fixture.enrol();
    const tid to = fixture.enrol();
    CHECK(fixture.status(from, deposit_for(to, 1)) == PvmOk);
    CHECK(fixture.status(from, deposit_for(to, 2)) == PvmOk);
    fixture.ask(from, exit_request());
    CHECK(fixture.messages(to).empty());
    fixture.ask(to, publish_at("x"));
    REQUIRE(fixture.messages(to).size() == 2);
    CHECK(fixture.messages(to)[1].tag() == 2);
    const tid other = fixture.enrol();
    CHECK(fixture.status(other, deposit_for(to, 3)) == PvmOk);
    CHECK(fixture.messages(to).size() == 3);
    CHECK(fixture.status(other, deposit_for(from, 4)) == PvmOk);  // dropped
    CHECK(fixture.messages(from).empty());
}

TEST_CASE("The end of a task is reported, however the task ends", "[pvm]") {
    registry_fixture fixture;
    const tid watcher = fixture.enrol();
    const tid exits = fixture.enrol();
    const tid disconnects = fixture.enrol();
    const auto started = fixture.spawn(watcher, 2);
    CHECK(fixture.status(watcher, notify_exit({exits, disconnects, started[0], started[1]}, 8)) == PvmOk);
    fixture.ask(exits, exit_request());
    fixture.registry.disconnected(exits);
    fixture.registry.disconnected(disconnects);
    fixture.registry.process_ended(started[0]);
    fixture.registry.disconnected(started[0]);
    fixture.registry.process_ended(started[0]);
    fixture.registry.disconnected(started[1]);
    fixture.registry.process_ended(started[1]);
    std::vector<int> told;
    for (const auto& message : fixture.messages(watcher))
        told.push_back(integers(message).at(0));
    CHECK(told == tids{static_cast<int>(exits), static_cast<int>(disconnects), static_cast<int>(started[0]),
                       static_cast<int>(started[1])});
    CHECK(fixture.status(watcher, notify_exit({exits, 0x40fff}, 9)) == PvmOk);
    CHECK(fixture.messages(watcher).size() == 6);  // at once
}

TEST_CASE("The list of tasks has flags, parents and hosts", "[pvm]") {
    registry_fixture fixture;
    const tid parent = fixture.enrol();
    fixture.ask(parent, spawn_of(1, PvmTaskHost, "two"));
    CHECK(fixture.ask_now(parent, list_tasks(0)).tasks_size() == 1);  // a starting task is not visible
    fixture.registry.started(0x80001, 77);
    auto all = fixture.ask_now(parent, list_tasks(0));
    REQUIRE(all.tasks_size() == 2);
    CHECK(all.tasks(0).flag() == 4);
    CHECK(all.tasks(0).program().empty());
    CHECK(all.tasks(0).parent() == 0);
    CHECK(all.tasks(0).pid() == 100);
    CHECK(all.tasks(1).flag() == 2);
    CHECK(all.tasks(1).program() == "worker");
    CHECK(all.tasks(1).parent() == parent);
    CHECK(all.tasks(1).host() == 0x80000);
    CHECK(all.tasks(1).pid() == 77);
    fixture.enrol(0x80001);
    CHECK(fixture.ask_now(parent, list_tasks(0x80000)).tasks(0).flag() == 6);
    CHECK(fixture.ask_now(parent, list_tasks(0x80001)).tasks_size() == 1);
    CHECK(fixture.ask_now(parent, list_tasks(0x80009)).tasks_size() == 0);
    CHECK(fixture.status(parent, list_tasks(0xc0000)) == PvmNoHost);
    CHECK(fixture.status(parent, list_tasks(5)) == PvmNoHost);
    CHECK(fixture.status(parent, list_tasks(0x80040001)) == PvmBadParam);
}

TEST_CASE("A reset ends the other tasks except those that do not want it", "[pvm]") {
    registry_fixture fixture;
    const tid console = fixture.enrol();
    const tid kept = fixture.enrol();
    const tid by_hand = fixture.enrol();
    const tid started = fixture.spawn(kept, 1).at(0);
    pvm_wire::ToService settings;
    settings.mutable_settings()->set_no_reset(true);
    CHECK(fixture.status(kept, settings) == PvmOk);
    pvm_wire::ToService reset;
    reset.mutable_reset();
    CHECK(fixture.status(console, reset) == PvmOk);
    REQUIRE(fixture.effects.signals.size() == 2);
    CHECK(fixture.effects.signals[0].task == by_hand);
    CHECK(fixture.effects.signals[1].task == started);
    CHECK(fixture.effects.signals[1].number == SIGTERM);
}

TEST_CASE("The output of a child goes to the collector of its spawner", "[pvm]") {
    registry_fixture fixture;
    const tid parent = fixture.enrol();
    pvm_wire::Inherited inherited;
    inherited.set_output_tid(parent);
    inherited.set_output_tag(6);
    const tid child = fixture.spawn(parent, 1, {}, 0, inherited).at(0);
    fixture.registry.output(child, false, "hello\n");
    const auto grandchild_request = fixture.ask(child, spawn_of(1));
    const tid grandchild = fixture.effects.orders.back().task;
    fixture.registry.process_ended(child);
    const auto last = [&] { return integers(fixture.messages(parent).back()); };
    CHECK(last().at(1) == 6);  // the end of the child is reported after the start of its own child
    fixture.registry.started(grandchild, 5);
    CHECK(last() == tids{static_cast<int>(child), 0});
    CHECK(fixture.answers(child, grandchild_request).empty());  // it has ended before
    fixture.registry.disconnected(parent);
    fixture.registry.output(grandchild, false, "text\n");
    CHECK(fixture.effects.lines.size() == 1);
}

TEST_CASE("An empty message and a second Enrol are bad parameters, an unknown sender is ignored", "[pvm]") {
    registry_fixture fixture;
    const tid task = fixture.enrol();
    CHECK(fixture.status(task, {}) == PvmBadParam);
    pvm_wire::ToService again;
    again.mutable_enrol();
    CHECK(fixture.status(task, again) == PvmBadParam);
    const auto sent = fixture.effects.sent.size();
    fixture.ask(0x40077, siblings_request());
    CHECK(fixture.effects.sent.size() == sent);
    auto silent = siblings_request();
    silent.set_request(0);
    const auto before = fixture.effects.sent[task].size();
    fixture.registry.take(task, silent);
    CHECK(fixture.effects.sent[task].size() == before);
}

}  // namespace registry_test
