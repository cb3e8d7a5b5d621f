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

bool is_told_end_of(played_machine& machine, tid to, tid ended) {
    return std::ranges::any_of(machine.effects.sent[to],
                               [&](const auto& message) { return message.ended().tid() == ended; });
}

}  // namespace

TEST_CASE("A task is told where its parent listens when it enrols, and of the end of the parent", "[pvm]") {
    played_machine machine;
    const tid parent = machine.enrol();
    const auto early = machine.spawn(parent, 1).front();
    CHECK_FALSE(machine.effects.sent[early].front().answer().enrolled().has_parent_at());
    machine.ask(parent, publish_at("10.0.0.1:7"));
    const auto child = machine.spawn(parent, 1).front();
    const auto& told = machine.effects.sent[child].front().answer().enrolled().parent_at();
    CHECK(told.tid() == parent);
    CHECK(told.host() == "one");
    CHECK(told.host_number() == 1);
    CHECK(told.endpoints().tcp(0) == "10.0.0.1:7");
    machine.registry.disconnected(parent);
    CHECK(machine.effects.sent[child].back().ended().tid() == parent);
    CHECK_FALSE(machine.effects.sent[early].back().has_ended());
    const auto late = machine.spawn(child, 1, {}, PvmNoSpawnParent).front();
    CHECK_FALSE(machine.effects.sent[late].front().answer().enrolled().has_parent_at());
}

TEST_CASE("A task started by hand enrols", "[pvm]") {
    played_machine machine;
    const tid task = machine.enrol(0, 2);
    CHECK(task == 0x80001);
    const auto facts = machine.answer(task, machine.last_request).enrolled();
    CHECK(facts.tid() == task);
    CHECK(facts.parent() == PvmNoParent);
    CHECK(facts.host() == "two");
    CHECK(facts.secret() == "secret");
    CHECK(facts.plain_data());
    CHECK(facts.data_addresses(0) == "10.0.0.2");
    CHECK(machine.enrol(0, 2) == 0x80002);
}

TEST_CASE("An Enrol of another version or on an unknown host is refused", "[pvm]") {
    played_machine machine;
    CHECK(machine.enrol(0, 9) == 0);
    CHECK(machine.answer(0, machine.last_request).status() == PvmNoHost);
    pvm_wire::Enrol message;
    message.set_version(service_protocol_version + 1);
    CHECK(machine.registry.enrol(50, message, 1) == 0);
    CHECK(machine.answer(0, 50).status() == PvmBadVersion);
}

TEST_CASE("A Spawn is answered when all processes have started or failed", "[pvm]") {
    played_machine machine;
    const tid parent = machine.enrol();
    const auto request = machine.ask(parent, spawn_of(4, PvmTaskDebug, ":/work"));
    const auto& orders = machine.effects.orders;
    REQUIRE(orders.size() == 4);
    CHECK(orders[0].task == 0x80001);
    CHECK(orders[0].host == 2);
    CHECK(orders[2].task == 0x40002);
    CHECK(orders[0].program == "worker");
    CHECK(orders[0].directory == "/work");
    CHECK(orders[0].flags == PvmTaskDebug);
    CHECK(orders[0].fallback_folders == std::vector<std::string>{"/home/a/bin/"});
    machine.registry.started(0x80001, 10);
    machine.registry.not_started(0x80002, PvmNoFile);
    machine.registry.started(0x40002, 11);
    CHECK(machine.answers(parent, request).empty());
    CHECK(machine.enrol(0x40003) == 0x40003);  // its connection is faster than the report of its start
    const auto answer = machine.answer(parent, request);
    CHECK(answer.status() == 3);
    CHECK(answered_tids(answer) == tids{0x80001, 0x40002, 0x40003, PvmNoFile});
    machine.registry.started(0x40003, 12);
    machine.registry.not_started(0x40003, PvmNoFile);
    CHECK(machine.status(parent, status_of(0x40003)) == PvmOk);
    CHECK(machine.status(parent, status_of(0x80002)) == PvmNoTask);
}

TEST_CASE("A Spawn that starts nothing says why", "[pvm]") {
    played_machine machine;
    const tid parent = machine.enrol();
    CHECK(machine.status(parent, spawn_of(0)) == PvmBadParam);
    CHECK(machine.status(parent, spawn_of(1'000'000)) == PvmOutOfRes);
    auto unnamed = spawn_of(1);
    unnamed.mutable_spawn()->clear_program();
    CHECK(machine.status(parent, unnamed) == PvmBadParam);
    const auto answer = machine.ask_now(parent, spawn_of(2, PvmTaskHost, "three"));
    CHECK(answer.status() == 0);
    CHECK(answered_tids(answer) == tids{PvmNoHost, PvmNoHost});
    CHECK(machine.effects.orders.empty());
}

TEST_CASE("A host has no more started processes than are allowed", "[pvm]") {
    played_machine machine;
    machine.registry.set_most_processes(2);
    const tid parent = machine.enrol();  // started by hand, so it does not count
    const auto started = machine.spawn(parent, 3, "one", PvmTaskHost);
    REQUIRE(started.size() == 2);
    CHECK(answered_tids(machine.ask_now(parent, spawn_of(1, PvmTaskHost, "one"))) == tids{PvmOutOfRes});
    CHECK(machine.spawn(parent, 1, "two", PvmTaskHost).size() == 1);
    machine.registry.process_ended(started[0]);
    CHECK(machine.spawn(parent, 1, "one", PvmTaskHost).size() == 1);
}

TEST_CASE("A started task inherits from its spawner and knows it", "[pvm]") {
    played_machine machine;
    const tid parent = machine.enrol();
    pvm_wire::Inherited inherited;
    inherited.set_context(99);
    const tid child = machine.spawn(parent, 1, {}, 0, inherited).at(0);
    auto facts = machine.answer(child, machine.last_request).enrolled();
    CHECK(facts.parent() == static_cast<int>(parent));
    CHECK(facts.inherited().context() == 99);
    const tid orphan = machine.spawn(parent, 1, {}, PvmNoSpawnParent).at(0);
    CHECK(machine.answer(orphan, machine.last_request).enrolled().parent() == PvmParentNotSet);
}

TEST_CASE("Siblings are told when the Spawn has been answered", "[pvm]") {
    played_machine machine;
    const tid parent = machine.enrol();
    machine.ask(parent, spawn_of(2, PvmTaskHost, "."));
    const tid first = machine.enrol(0x40002);
    const auto request = machine.ask(first, siblings_request());
    CHECK(machine.answers(first, request).empty());
    machine.registry.started(0x40003, 5);
    CHECK(answered_tids(machine.answer(first, request)) == tids{0x40002, 0x40003});
    CHECK(machine.answer(first, request).status() == 2);
    CHECK(answered_tids(machine.ask_now(parent, siblings_request())) == tids{static_cast<int>(parent)});
}

TEST_CASE("A started process that exits and enrols again gets a new tid and keeps its process", "[pvm]") {
    played_machine machine;
    const tid parent = machine.enrol();
    const tid first = machine.spawn(parent, 1, "one", PvmTaskHost).at(0);
    machine.ask(parent, notify_exit({first}, 3));
    CHECK(machine.status(first, exit_request()) == PvmOk);
    CHECK(machine.messages(parent).size() == 1);
    machine.registry.disconnected(first);
    CHECK(machine.status(parent, status_of(first)) == PvmNoTask);
    const tid second = machine.enrol(first);
    CHECK(second != first);
    CHECK(machine.answer(second, machine.last_request).enrolled().parent() == PvmNoParent);
    pvm_wire::ToService kill;
    kill.mutable_signal()->set_tid(second);
    kill.mutable_signal()->set_signal(SIGTERM);
    CHECK(machine.status(parent, kill) == PvmOk);
    REQUIRE(machine.effects.signals.size() == 1);
    CHECK(machine.effects.signals[0].task == second);
    machine.registry.process_ended(first);
    CHECK(machine.effects.disconnects == std::vector<tid>{second});
    CHECK(machine.status(parent, status_of(second)) == PvmNoTask);
    CHECK(machine.status(parent, kill) == PvmOk);
    CHECK(machine.effects.signals.size() == 1);
    CHECK(machine.messages(parent).size() == 1);  // the end of the first tid is not told again
}

TEST_CASE("Two programs with the same PVMEPID have different tids", "[pvm]") {
    played_machine machine;
    const tid parent = machine.enrol();
    const tid first = machine.spawn(parent, 1).at(0);
    const tid second = machine.enrol(first);
    CHECK(second != first);
    machine.registry.disconnected(second);
    CHECK(machine.status(parent, status_of(first)) == PvmOk);
    machine.registry.process_ended(first);
    CHECK(machine.enrol(first) != first);  // a process that has survived its parent: as if started by hand
}

TEST_CASE("A location is reported when the task listens, or else the end of the task", "[pvm]") {
    played_machine machine;
    const tid asking = machine.enrol();
    const tid wanted = machine.enrol(0, 2);
    const auto early = machine.ask(asking, locate(wanted));
    CHECK(machine.answers(asking, early).empty());
    CHECK(machine.status(wanted, publish_at("10.0.0.2:5")) == PvmOk);
    CHECK(machine.status(wanted, publish_at("10.0.0.2:6")) == PvmAlready);
    const auto location = machine.answer(asking, early).location();
    CHECK(location.tid() == wanted);
    CHECK(location.host() == "two");
    CHECK(location.host_number() == 2);
    CHECK(location.endpoints().tcp(0) == "10.0.0.2:5");
    CHECK(machine.ask_now(asking, locate(wanted)).location().endpoints().tcp(0) == "10.0.0.2:5");
    CHECK_FALSE(is_told_end_of(machine, asking, wanted));
    machine.registry.disconnected(wanted);
    CHECK(is_told_end_of(machine, asking, wanted));
    CHECK(machine.status(asking, locate(wanted)) == PvmNoTask);

    const tid silent = machine.enrol();
    const auto waiting = machine.ask(asking, locate(silent));
    machine.registry.disconnected(silent);
    CHECK(machine.answer(asking, waiting).status() == PvmNoTask);
    CHECK_FALSE(is_told_end_of(machine, asking, silent));
}

TEST_CASE("A deposit is delivered in order when its receiver listens", "[pvm]") {
    played_machine machine;
    const tid from = machine.enrol();
    const tid to = machine.enrol();
    CHECK(machine.status(from, deposit_for(to, 1)) == PvmOk);
    CHECK(machine.status(from, deposit_for(to, 2)) == PvmOk);
    machine.ask(from, exit_request());
    CHECK(machine.messages(to).empty());
    machine.ask(to, publish_at("x"));
    REQUIRE(machine.messages(to).size() == 2);
    CHECK(machine.messages(to)[1].tag() == 2);
    const tid other = machine.enrol();
    CHECK(machine.status(other, deposit_for(to, 3)) == PvmOk);
    CHECK(machine.messages(to).size() == 3);
    CHECK(machine.status(other, deposit_for(from, 4)) == PvmOk);  // dropped
    CHECK(machine.messages(from).empty());
}

TEST_CASE("The end of a task is reported, however the task ends", "[pvm]") {
    played_machine machine;
    const tid watcher = machine.enrol();
    const tid exits = machine.enrol();
    const tid disconnects = machine.enrol();
    const auto started = machine.spawn(watcher, 2);
    CHECK(machine.status(watcher, notify_exit({exits, disconnects, started[0], started[1]}, 8)) == PvmOk);
    machine.ask(exits, exit_request());
    machine.registry.disconnected(exits);
    machine.registry.disconnected(disconnects);
    machine.registry.process_ended(started[0]);
    machine.registry.disconnected(started[0]);
    machine.registry.process_ended(started[0]);
    machine.registry.disconnected(started[1]);
    machine.registry.process_ended(started[1]);
    std::vector<int> told;
    for (const auto& message : machine.messages(watcher))
        told.push_back(integers(message).at(0));
    CHECK(told == tids{static_cast<int>(exits), static_cast<int>(disconnects), static_cast<int>(started[0]),
                       static_cast<int>(started[1])});
    CHECK(machine.status(watcher, notify_exit({exits, 0x40fff}, 9)) == PvmOk);
    CHECK(machine.messages(watcher).size() == 6);  // at once
}

TEST_CASE("The list of tasks has flags, parents and hosts", "[pvm]") {
    played_machine machine;
    const tid parent = machine.enrol();
    machine.ask(parent, spawn_of(1, PvmTaskHost, "two"));
    CHECK(machine.ask_now(parent, list_tasks(0)).tasks_size() == 1);  // a starting task is not visible
    machine.registry.started(0x80001, 77);
    auto all = machine.ask_now(parent, list_tasks(0));
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
    machine.enrol(0x80001);
    CHECK(machine.ask_now(parent, list_tasks(0x80000)).tasks(0).flag() == 6);
    CHECK(machine.ask_now(parent, list_tasks(0x80001)).tasks_size() == 1);
    CHECK(machine.ask_now(parent, list_tasks(0x80009)).tasks_size() == 0);
    CHECK(machine.status(parent, list_tasks(0xc0000)) == PvmNoHost);
    CHECK(machine.status(parent, list_tasks(5)) == PvmNoHost);
    CHECK(machine.status(parent, list_tasks(0x80040001)) == PvmBadParam);
}

TEST_CASE("A reset ends the other tasks except those that do not want it", "[pvm]") {
    played_machine machine;
    const tid console = machine.enrol();
    const tid kept = machine.enrol();
    const tid by_hand = machine.enrol();
    const tid started = machine.spawn(kept, 1).at(0);
    pvm_wire::ToService settings;
    settings.mutable_settings()->set_no_reset(true);
    CHECK(machine.status(kept, settings) == PvmOk);
    pvm_wire::ToService reset;
    reset.mutable_reset();
    CHECK(machine.status(console, reset) == PvmOk);
    REQUIRE(machine.effects.signals.size() == 2);
    CHECK(machine.effects.signals[0].task == by_hand);
    CHECK(machine.effects.signals[1].task == started);
    CHECK(machine.effects.signals[1].number == SIGTERM);
}

TEST_CASE("The output of a child goes to the collector of its spawner", "[pvm]") {
    played_machine machine;
    const tid parent = machine.enrol();
    pvm_wire::Inherited inherited;
    inherited.set_output_tid(parent);
    inherited.set_output_tag(6);
    const tid child = machine.spawn(parent, 1, {}, 0, inherited).at(0);
    machine.registry.output(child, false, "hello\n");
    const auto grandchild_request = machine.ask(child, spawn_of(1));
    const tid grandchild = machine.effects.orders.back().task;
    machine.registry.process_ended(child);
    const auto last = [&] { return integers(machine.messages(parent).back()); };
    CHECK(last().at(1) == 6);  // the end of the child is reported after the start of its own child
    machine.registry.started(grandchild, 5);
    CHECK(last() == tids{static_cast<int>(child), 0});
    CHECK(machine.answers(child, grandchild_request).empty());  // it has ended before
    machine.registry.disconnected(parent);
    machine.registry.output(grandchild, false, "text\n");
    CHECK(machine.effects.lines.size() == 1);
}

TEST_CASE("An empty message and a second Enrol are bad parameters, an unknown sender is ignored", "[pvm]") {
    played_machine machine;
    const tid task = machine.enrol();
    CHECK(machine.status(task, {}) == PvmBadParam);
    pvm_wire::ToService again;
    again.mutable_enrol();
    CHECK(machine.status(task, again) == PvmBadParam);
    const auto sent = machine.effects.sent.size();
    machine.ask(0x40077, siblings_request());
    CHECK(machine.effects.sent.size() == sent);
    auto silent = siblings_request();
    silent.set_request(0);
    const auto before = machine.effects.sent[task].size();
    machine.registry.take(task, silent);
    CHECK(machine.effects.sent[task].size() == before);
}

}  // namespace registry_test
