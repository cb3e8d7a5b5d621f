// Which tids no other task gets. The library of a task that has been told of an end drops messages to this tid.
#include <catch2/catch.hpp>

#include "daemon/pvm/registry.hpp"
#include "pvm3/pvmtev.h"
#include "tests/daemon/pvm/recorded_effects.hpp"

namespace registry_tids_test {

using namespace banyan::daemon::pvm;
using namespace banyan::testing;

namespace {

pvm_wire::ToService location_of(tid wanted) {
    pvm_wire::ToService message;
    message.mutable_locate()->set_tid(wanted);
    return message;
}

pvm_wire::ToService notice_of(tid watched) {
    pvm_wire::ToService message;
    message.mutable_notify()->set_what(PvmTaskExit);
    message.mutable_notify()->set_tag(1);
    message.mutable_notify()->set_count(1);
    message.mutable_notify()->add_tids(watched);
    return message;
}

}  // namespace

TEST_CASE("A task that has been told that there is no task does not meet one with this tid later", "[pvm]") {
    registry_fixture fixture;
    const tid task = fixture.enrol();
    CHECK(fixture.status(task, location_of(task + 1)) == PvmNoTask);
    CHECK(fixture.status(task, notice_of(task + 3)) == PvmOk);
    REQUIRE(fixture.messages(task).size() == 1);
    CHECK(fixture.messages(task).front().after_last_of() == task + 3);
    CHECK(fixture.enrol() == task + 2);
    CHECK(fixture.enrol() == task + 4);
}

TEST_CASE("A task that inherits a collector does not meet another task with its tid", "[pvm]") {
    registry_fixture fixture;
    const tid parent = fixture.enrol();
    pvm_wire::Inherited inherited;
    inherited.set_output_tid(parent + 2);
    inherited.set_trace_tid(parent + 3);
    const auto children = fixture.spawn(parent, 1, "one", PvmTaskHost, inherited);
    REQUIRE(children == std::vector<tid>{parent + 1});
    CHECK(fixture.enrol() == parent + 4);
}

TEST_CASE("A tid is not used again while a task of the same Spawn runs", "[pvm]") {
    registry_fixture fixture(3);
    const tid parent = fixture.enrol(0, 2);
    const auto children = fixture.spawn(parent, 2, "one", PvmTaskHost);
    REQUIRE(children.size() == 2);
    fixture.registry.disconnected(parent);
    fixture.registry.process_ended(children[0]);
    CHECK(fixture.enrol() == children[1] + 1);
    CHECK(fixture.enrol() == 0);
    fixture.registry.process_ended(children[1]);
    CHECK(fixture.enrol() == children[0]);
}

TEST_CASE("A tid is not used again before the connection of its task has closed", "[pvm]") {
    registry_fixture fixture(1);
    const tid task = fixture.enrol();
    pvm_wire::ToService leaving;
    leaving.mutable_exit();
    CHECK(fixture.status(task, leaving) == PvmOk);
    CHECK(fixture.enrol() == 0);
    fixture.registry.disconnected(task);
    CHECK(fixture.enrol() == task);
}

TEST_CASE("A collector with the tid of an earlier one gets the meanings of the trace too", "[pvm]") {
    registry_fixture fixture(1);
    const tid collector = fixture.enrol();
    const auto trace = [&](tid traced) {
        pvm_wire::ToService message;
        message.mutable_settings()->set_trace_tid(collector);
        message.mutable_settings()->set_trace_tag(8);
        fixture.ask(traced, message);
    };
    const tid traced = fixture.enrol(0, 2);
    trace(traced);
    fixture.registry.disconnected(collector);
    fixture.registry.disconnected(traced);
    REQUIRE(fixture.enrol() == collector);
    REQUIRE(fixture.enrol(0, 2) == traced);
    const auto before = fixture.messages(collector).size();
    trace(traced);
    const auto told = fixture.messages(collector);
    REQUIRE(told.size() == before + 2);
    CHECK(integers(told[before])[0] == TEV_MARK_DATA_ID);
    CHECK(integers(told[before + 1])[0] == TEV_MARK_EVENT_DESC);
}

}  // namespace registry_tids_test
