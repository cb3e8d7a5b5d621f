// Taskers, hosters and resource managers as the PVM service sees them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>

#include "daemon/pvm/registry.hpp"
#include "daemon/pvm/tids.hpp"
#include "libnet/pvm3/encoding.hpp"
#include "pvm3/pvmproto.h"
#include "tests/daemon/pvm/recorded_effects.hpp"

namespace registry_roles_test {

using namespace banyan::daemon::pvm;
using namespace banyan::testing;
using banyan::pvm3::xdr_reader;
using banyan::pvm3::xdr_writer;

namespace {

constexpr int daemon_bit = TIDPVMD;

pvm_wire::ToService role_request(pvm_wire::Role role) {
    pvm_wire::ToService message;
    message.mutable_take_role()->set_role(role);
    return message;
}

pvm_wire::ToService to_daemon(int tag, const xdr_writer& body, int wait_id = 0, tid daemon = 0) {
    pvm_wire::ToService message;
    auto& sent = *message.mutable_to_daemon();
    sent.set_host(daemon);
    sent.mutable_message()->set_tag(tag);
    sent.mutable_message()->set_wait_id(wait_id);
    sent.mutable_message()->set_body(body.body());
    return message;
}

// The same message as programs on little-endian hosts pack it. It has only integers.
pvm_wire::ToService with_little_endian_numbers(pvm_wire::ToService message) {
    auto& sent = *message.mutable_to_daemon()->mutable_message();
    auto& body = *sent.mutable_body();
    for (auto at = body.begin(); at != body.end(); at += 4)
        std::reverse(at, at + 4);
    sent.set_encoding(banyan::pvm3::little_endian_encoding);
    return message;
}

pvm_wire::ToService add_hosts(const std::vector<std::string>& names) {
    pvm_wire::ToService message;
    message.mutable_add_hosts()->mutable_names()->Add(names.begin(), names.end());
    return message;
}

pvm_wire::ToService list_entries() {
    pvm_wire::ToService message;
    message.mutable_list_info();
    return message;
}

pvm_wire::ToService siblings_request() {
    pvm_wire::ToService message;
    message.mutable_siblings();
    return message;
}

/// The messages of PVM with this tag that a task has got.
std::vector<pvm_wire::Message> with_tag(registry_fixture& fixture, tid to, int tag) {
    std::vector<pvm_wire::Message> result;
    for (const auto& message : fixture.messages(to))
        if (message.tag() == tag) result.push_back(message);
    return result;
}

/// As SM_EXEC of a resource manager.
xdr_writer execution(tid parent, int count, const std::vector<std::string>& environment = {}) {
    const int settings[] = {0, 0, 0, 0, 0, 0};
    const std::vector<std::string> arguments{"a"};
    return xdr_writer()
        .add(static_cast<int>(parent))
        .add_text("worker")
        .add(0)
        .add(count)
        .add_texts(arguments)
        .add(settings)
        .add_texts(environment);
}

}  // namespace

TEST_CASE("One tasker for each host, one hoster, and the same request again ends the role", "[pvm]") {
    registry_fixture fixture;
    const tid first = fixture.enrol(), second = fixture.enrol(), far = fixture.enrol(0, 2);
    for (const auto role : {pvm_wire::TASKER, pvm_wire::HOSTER, pvm_wire::TRACER}) {
        CHECK(fixture.status(first, role_request(role)) == PvmOk);
        CHECK(fixture.status(second, role_request(role)) == PvmAlready);
    }
    CHECK(fixture.status(far, role_request(pvm_wire::TASKER)) == PvmOk);
    CHECK(fixture.status(far, role_request(pvm_wire::HOSTER)) == PvmHostrNMstr);
    CHECK(fixture.ask_now(second, list_entries()).entries_size() == 3);
    for (const auto role : {pvm_wire::TASKER, pvm_wire::HOSTER, pvm_wire::TRACER})
        CHECK(fixture.status(first, role_request(role)) == PvmOk);
    const auto listed = fixture.ask_now(second, list_entries());
    REQUIRE(listed.entries_size() == 1);
    CHECK(listed.entries(0).name() == PVMTASKERCLASS);
    CHECK(fixture.status(second, role_request(pvm_wire::HOSTER)) == PvmOk);
    fixture.registry.disconnected(second);
    CHECK(fixture.status(first, role_request(pvm_wire::HOSTER)) == PvmOk);
}

TEST_CASE("A tasker starts the tasks of its host and reports their ends", "[pvm]") {
    registry_fixture fixture;
    const tid tasker = fixture.enrol(), parent = fixture.enrol();
    REQUIRE(fixture.status(tasker, role_request(pvm_wire::TASKER)) == PvmOk);
    pvm_wire::ToService spawn;
    spawn.mutable_spawn()->set_program("worker");
    spawn.mutable_spawn()->set_count(2);
    const auto started = fixture.ask_now(parent, spawn);
    // One on the other host, by its daemon.
    REQUIRE(fixture.effects.orders.size() == 1);
    const auto asked = with_tag(fixture, tasker, SM_STTASK);
    REQUIRE(asked.size() == 1);
    xdr_reader body(asked[0].body());
    const tid child = static_cast<tid>(*body.integer());
    CHECK(host_of(child) == 1);
    CHECK(body.integer() == 0);
    CHECK(body.text() == "worker");
    CHECK(body.texts() == std::vector<std::string>{"worker"});
    CHECK(body.texts()->size() == 4);
    CHECK(asked[0].source() == daemon_bit);

    fixture.registry.started(fixture.effects.orders[0].task, 5);
    CHECK(fixture.enrol(child) == child);
    fixture.registry.disconnected(child);
    xdr_writer end;
    end.add(static_cast<int>(child)).add(256).add(0).add(0).add(0).add(0);
    fixture.registry.take(parent, to_daemon(SM_TASKX, end));  // not the tasker
    fixture.registry.take(tasker, to_daemon(SM_TASKX, xdr_writer().add(1)));
    CHECK(fixture.effects.lines.size() == 1);
    const bool little_endian = GENERATE(false, true);
    fixture.registry.take(
        tasker, little_endian ? with_little_endian_numbers(to_daemon(SM_TASKX, end)) : to_daemon(SM_TASKX, end));
    CHECK(fixture.enrol(child) != child);
}

TEST_CASE("A tasker on another computer looks for the program first", "[pvm]") {
    registry_fixture fixture;
    fixture.effects.search_list = "/a:$B";
    const tid tasker = fixture.enrol(0, 2), parent = fixture.enrol();
    REQUIRE(fixture.status(tasker, role_request(pvm_wire::TASKER)) == PvmOk);
    pvm_wire::ToService spawn;
    spawn.mutable_spawn()->set_program("worker");
    spawn.mutable_spawn()->set_count(1);
    spawn.mutable_spawn()->set_where("two:/work");
    spawn.mutable_spawn()->set_flags(PvmTaskHost);
    const auto wanted = [&] { return fixture.effects.sent[tasker].back().find_program(); };
    const auto found = [&](tid task, const std::string& path) {
        pvm_wire::ToService message;
        message.mutable_program_found()->set_task(task);
        message.mutable_program_found()->set_path(path);
        return message;
    };
    const auto request = fixture.ask(parent, spawn);
    CHECK(wanted().program() == "worker");
    CHECK(wanted().search_list() == "/a:$B");
    CHECK(wanted().directory() == "/work");
    const tid child = wanted().task();
    CHECK(host_of(child) == 2);
    CHECK(fixture.answers(parent, request).empty());
    CHECK(fixture.status(parent, found(child, "/a/worker")) == PvmNotFound);  // not the tasker
    fixture.registry.take(tasker, found(child, "/a/worker"));
    const auto asked = with_tag(fixture, tasker, SM_STTASK);
    REQUIRE(asked.size() == 1);
    xdr_reader body(asked[0].body());
    CHECK(body.integer() == static_cast<int>(child));
    CHECK(body.integer() == PvmTaskHost);
    CHECK(body.text() == "/a/worker");
    CHECK(fixture.answer(parent, request).status() == 1);
    CHECK(fixture.status(tasker, found(child, "/a/worker")) == PvmNotFound);  // answered already

    const auto missing = fixture.ask(parent, spawn);
    fixture.registry.take(tasker, found(wanted().task(), ""));
    CHECK(fixture.answer(parent, missing).status() == 0);
    CHECK(fixture.answer(parent, missing).tids(0) == PvmNoFile);

    const auto unanswered = fixture.ask(parent, spawn);
    fixture.registry.disconnected(tasker);
    CHECK(fixture.answer(parent, unanswered).status() == 0);
    CHECK(fixture.answer(parent, unanswered).tids(0) == PvmSysErr);
    CHECK(with_tag(fixture, tasker, SM_STTASK).size() == 1);
}

TEST_CASE("When a tasker ends, its tasks that have not enrolled end for all others", "[pvm]") {
    registry_fixture fixture;
    const tid tasker = fixture.enrol(), parent = fixture.enrol();
    REQUIRE(fixture.status(tasker, role_request(pvm_wire::TASKER)) == PvmOk);
    pvm_wire::ToService spawn;
    spawn.mutable_spawn()->set_program("worker");
    spawn.mutable_spawn()->set_count(2);
    spawn.mutable_spawn()->set_where(".");
    spawn.mutable_spawn()->set_flags(PvmTaskHost);
    const auto started = fixture.ask_now(parent, spawn);
    REQUIRE(started.tids_size() == 2);
    const auto first = static_cast<tid>(started.tids(0)), second = static_cast<tid>(started.tids(1));
    fixture.enrol(first);
    fixture.registry.disconnected(tasker);
    pvm_wire::ToService status;
    status.mutable_task_status()->set_tid(first);
    CHECK(fixture.status(parent, status) == PvmOk);
    status.mutable_task_status()->set_tid(second);
    CHECK(fixture.status(parent, status) == PvmNoTask);
    fixture.registry.disconnected(first);
    status.mutable_task_status()->set_tid(first);
    CHECK(fixture.status(parent, status) == PvmNoTask);
}

TEST_CASE("A hoster is asked about hosts, and those that it does not refuse are added", "[pvm]") {
    registry_fixture fixture;
    const tid hoster = fixture.enrol(), other = fixture.enrol();
    REQUIRE(fixture.status(hoster, role_request(pvm_wire::HOSTER)) == PvmOk);
    const auto request = fixture.ask(other, add_hosts({"three lo=me so=pw id=room", "four so=ms", "five"}));
    CHECK(fixture.effects.additions.empty());
    const auto asked = with_tag(fixture, hoster, SM_STHOST);
    REQUIRE(asked.size() == 1);
    CHECK(asked[0].wait_id() != 0);
    xdr_reader body(asked[0].body());
    REQUIRE(body.integer() == 3);
    std::vector<int> tids;
    std::vector<std::string> start_options, logins, vmids;
    for (int i = 0; i < 3; ++i) {
        tids.push_back(*body.integer());
        start_options.push_back(*body.text());
        logins.push_back(*body.text());
        CHECK(body.text()->starts_with("echo 'ddpro<"));
        vmids.push_back(*body.text());
    }
    CHECK(start_options == std::vector<std::string>{"pw", "ms", ""});
    CHECK(vmids == std::vector<std::string>{"room", "", ""});
    CHECK(logins == std::vector<std::string>{"me@three", "four", "five"});

    xdr_writer results;
    if (GENERATE(true, false)) results.add(3);  // the manual page does not have the number
    results.add(tids[2]).add_text("PvmDenied").add(tids[0]).add_text("ddpro<2316> arch<LINUX64>");
    results.add(tids[1]).add_text("no route to host");
    const auto told = to_daemon(SM_STHOSTACK, results, asked[0].wait_id());
    fixture.registry.take(other, told);  // not the hoster
    CHECK(fixture.effects.additions.empty());
    fixture.registry.take(hoster, told);
    REQUIRE(fixture.effects.additions.size() == 1);
    CHECK(fixture.effects.additions[0].names == std::vector<std::string>{"three lo=me so=pw id=room"});
    fixture.registry.take(hoster, told);  // again: nothing
    CHECK(fixture.effects.additions.size() == 1);
    fixture.registry.hosts_added(fixture.effects.additions[0].request, {0xc0000});
    const auto answer = fixture.answer(other, request);
    CHECK(answer.status() == 1);
    CHECK(std::vector<int>(answer.tids().begin(), answer.tids().end()) ==
          std::vector<int>{0xc0000, PvmCantStart, PvmDenied});
}

TEST_CASE("If the hoster ends before it answers, the hosts are added without it", "[pvm]") {
    registry_fixture fixture;
    const tid hoster = fixture.enrol(), other = fixture.enrol();
    REQUIRE(fixture.status(hoster, role_request(pvm_wire::HOSTER)) == PvmOk);
    fixture.ask(other, add_hosts({"three"}));
    fixture.registry.disconnected(hoster);
    REQUIRE(fixture.effects.additions.size() == 1);
    CHECK(fixture.effects.additions[0].names == std::vector<std::string>{"three"});
    fixture.ask(other, add_hosts({"four"}));
    CHECK(fixture.effects.additions.size() == 2);
}

TEST_CASE("Tasks that enrol later have the resource manager of their host", "[pvm]") {
    registry_fixture fixture;
    const tid earlier = fixture.enrol(), manager = fixture.enrol();
    const auto registered = fixture.ask_now(manager, role_request(pvm_wire::MANAGER));
    CHECK(registered.status() == 0);
    REQUIRE(registered.hosts_size() == 1);
    CHECK(registered.hosts(0).name() == "one");
    const tid client = fixture.enrol(), far = fixture.enrol(0, 2);
    const auto enrolled = [&](tid task) { return fixture.effects.sent[task].front().answer().enrolled().manager(); };
    CHECK(enrolled(earlier) == 0);
    CHECK(enrolled(client) == manager);
    CHECK(enrolled(far) == 0);
    const auto told = with_tag(fixture, manager, SM_EXECACK);
    REQUIRE(told.size() == 1);
    CHECK(integers(told[0]) == std::vector<int>{1, static_cast<int>(client)});
    fixture.registry.disconnected(client);
    const auto ended = with_tag(fixture, manager, SM_TASKX);
    REQUIRE(ended.size() == 1);
    CHECK(integers(ended[0])[0] == static_cast<int>(client));
    // A host that is added later has the manager of the first one. A daemon is told of another manager.
    fixture.registry.host_added({3, "three", "LINUX64", 1000, 7, {"10.0.0.3"}});
    CHECK(enrolled(fixture.enrol(0, 3)) == manager);
    fixture.registry.take(manager,
                          to_daemon(SM_HANDOFF, xdr_writer().add(static_cast<int>(manager)), 0, daemon_tid(2)));
    CHECK(enrolled(fixture.enrol(0, 2)) == manager);
    fixture.registry.host_lost(3);
    CHECK(with_tag(fixture, manager, SM_HOSTX).size() == 1);
    fixture.registry.disconnected(manager);
    CHECK(enrolled(fixture.enrol()) == 0);
}

TEST_CASE("A resource manager has processes started, and their siblings are told by the task that spawns", "[pvm]") {
    registry_fixture fixture;
    const tid manager = fixture.enrol(), client = fixture.enrol();
    REQUIRE(fixture.status(manager, role_request(pvm_wire::MANAGER)) == PvmOk);
    std::vector<tid> started;
    for (const std::uint32_t host : {1u, 2u}) {
        const std::vector<std::string> environment{"PVMCTX=0x40007", "PVMTRCBUF=12", "NAME=value", "PVMSPAWNWD=/work"};
        fixture.registry.take(manager, to_daemon(SM_EXEC, execution(client, 1, environment),
                                                 60 + static_cast<int>(host), daemon_tid(host)));
        const auto& order = fixture.effects.orders.back();
        CHECK(order.host == host);
        CHECK(order.directory == "/work");
        for (const char* setting : {"NAME=value", "PVMCTX=0x40007", "PVMTRCBUF=12", "PVMTRCOPT=0"})
            CHECK(std::ranges::count(order.environment, std::string(setting)) == 1);
        CHECK(std::ranges::count(order.environment, std::string("PVMSPAWNWD=/work")) == 0);
        CHECK(with_tag(fixture, manager, SM_EXECACK).size() == started.size());
        fixture.registry.started(order.task, 4);
        const auto told = with_tag(fixture, manager, SM_EXECACK).back();
        CHECK(told.wait_id() == 60 + static_cast<int>(host));
        CHECK(integers(told) == std::vector<int>{1, static_cast<int>(order.task)});
        started.push_back(order.task);
    }
    fixture.enrol(started[0]);
    const auto& facts = fixture.effects.sent[started[0]].front().answer().enrolled();
    CHECK(facts.parent() == static_cast<int>(client));
    CHECK(facts.inherited().context() == 0x40007);
    CHECK(facts.inherited().trace_buffer() == 12);
    const auto asked = fixture.ask(started[0], siblings_request());
    CHECK(fixture.answers(started[0], asked).empty());
    pvm_wire::ToService siblings;
    siblings.mutable_tell_siblings()->mutable_tids()->Add(started.begin(), started.end());
    fixture.ask(client, siblings);
    CHECK(fixture.answer(started[0], asked).status() == 2);
    fixture.enrol(started[1]);
    CHECK(fixture.status(started[1], siblings_request()) == 2);
    fixture.registry.process_ended(started[1]);
    CHECK(with_tag(fixture, manager, SM_TASKX).size() == 1);
}

TEST_CASE("Tasks of a resource manager ask for their siblings, and their spawner ends", "[pvm]") {
    registry_fixture fixture;
    const tid manager = fixture.enrol(), client = fixture.enrol();
    REQUIRE(fixture.status(manager, role_request(pvm_wire::MANAGER)) == PvmOk);
    fixture.registry.take(manager, to_daemon(SM_EXEC, execution(client, 1), 61, daemon_tid(1)));
    const tid started = fixture.effects.orders.back().task;
    fixture.registry.started(started, 4);
    fixture.enrol(started);
    const auto asked = fixture.ask(started, siblings_request());
    CHECK(fixture.answers(started, asked).empty());
    fixture.registry.disconnected(client);
    const auto told = fixture.answer(started, asked);
    CHECK(told.status() == 1);
    CHECK(told.tids(0) == static_cast<int>(started));
}

TEST_CASE("A resource manager gets error codes and the hosts that it adds", "[pvm]") {
    registry_fixture fixture;
    const tid manager = fixture.enrol();
    fixture.registry.take(manager, to_daemon(SM_EXEC, execution(0, 2), 7, daemon_tid(9)));
    CHECK(integers(with_tag(fixture, manager, SM_EXECACK).back()) == std::vector<int>{2, PvmNoHost, PvmNoHost});
    fixture.registry.take(manager, to_daemon(SM_EXEC, xdr_writer().add(1).add_text("worker"), 8));
    CHECK(fixture.effects.lines.size() == 1);
    fixture.registry.take(manager,
                          to_daemon(SM_ADD, xdr_writer().add_texts(std::vector<std::string>{"three", "four"}), 9));
    REQUIRE(fixture.effects.additions.size() == 1);
    fixture.registry.host_added({3, "three", "LINUX64", 500, 7, {"10.0.0.3"}});
    fixture.registry.hosts_added(fixture.effects.additions[0].request, {static_cast<int>(daemon_tid(3)), PvmCantStart});
    const auto told = with_tag(fixture, manager, SM_ADDACK);
    REQUIRE(told.size() == 1);
    CHECK(told[0].wait_id() == 9);
    xdr_reader body(told[0].body());
    CHECK(body.integer() == 2);
    CHECK(body.integer() == 0);
    CHECK(body.integer() == static_cast<int>(daemon_tid(3)));
    CHECK(body.text() == "three");
    CHECK(body.text() == "LINUX64");
    CHECK(body.integer() == 500);
    CHECK(body.integer() == 7);
    CHECK(body.integer() == PvmCantStart);
    CHECK(body.text() == "");
}

TEST_CASE("Tasks without reset are named in the mailbox, and others may name more", "[pvm]") {
    registry_fixture fixture;
    const tid console = fixture.enrol();
    const auto workers = fixture.spawn(console, 3, ".", PvmTaskHost);
    pvm_wire::ToService setting;
    setting.mutable_settings()->set_no_reset(true);
    fixture.ask(workers[0], setting);
    fixture.ask(workers[0], setting);
    pvm_wire::ToService entry;
    entry.mutable_put_info()->set_name(PVMNORESETCLASS);
    entry.mutable_put_info()->set_flags(PvmMboxMultiInstance);
    entry.mutable_put_info()->mutable_message()->set_body(xdr_writer().add(static_cast<int>(workers[1])).body());
    fixture.ask(console, entry);
    const auto listed = fixture.ask_now(console, list_entries());
    REQUIRE(listed.entries_size() == 1);
    CHECK(listed.entries(0).indices_size() == 2);
    pvm_wire::ToService reset;
    reset.mutable_reset();
    fixture.ask(console, reset);
    REQUIRE(fixture.effects.signals.size() == 1);
    CHECK(fixture.effects.signals[0].task == workers[2]);
    setting.mutable_settings()->set_no_reset(false);
    fixture.ask(workers[0], setting);
    CHECK(fixture.ask_now(console, list_entries()).entries(0).indices_size() == 1);
}

TEST_CASE("A tickle writes to the log or returns the debug mask", "[pvm]") {
    registry_fixture fixture;
    const tid task = fixture.enrol();
    const auto tickle = [&](std::vector<int> arguments) {
        pvm_wire::ToService message;
        message.mutable_tickle()->mutable_arguments()->Add(arguments.begin(), arguments.end());
        return fixture.ask_now(task, message);
    };
    CHECK(tickle({}).status() == PvmBadParam);
    CHECK(tickle(std::vector<int>(11)).status() == PvmBadParam);
    CHECK(tickle({1}).tids_size() == 0);
    CHECK(fixture.effects.lines.size() == 2);
    CHECK(tickle({6, 17}).status() == PvmOk);
    CHECK(tickle({5}).tids(0) == 17);
}

}  // namespace registry_roles_test
