// Which tasks remember a tid, so that no other task gets it. The library of a task that has been told of an end drops
// messages to this tid.
#include <catch2/catch.hpp>

#include "daemon/pvm/registry.hpp"
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
    played_machine machine;
    const tid task = machine.enrol();
    CHECK(machine.status(task, location_of(task + 1)) == PvmNoTask);
    CHECK(machine.status(task, notice_of(task + 3)) == PvmOk);
    REQUIRE(machine.messages(task).size() == 1);
    CHECK(machine.messages(task).front().after_last_of() == task + 3);
    CHECK(machine.enrol() == task + 2);
    CHECK(machine.enrol() == task + 4);
}

TEST_CASE("A task that inherits a collector does not meet another task with its tid", "[pvm]") {
    played_machine machine;
    const tid parent = machine.enrol();
    pvm_wire::Inherited inherited;
    inherited.set_output_tid(parent + 2);
    inherited.set_trace_tid(parent + 3);
    const auto children = machine.spawn(parent, 1, "one", PvmTaskHost, inherited);
    REQUIRE(children == std::vector<tid>{parent + 1});
    CHECK(machine.enrol() == parent + 4);
}

}  // namespace registry_tids_test
