// The names of tasks in the list of tasks.
#include <catch2/catch.hpp>
#include <string>

#include "daemon/pvm/registry.hpp"
#include "tests/daemon/pvm/recorded_effects.hpp"

namespace registry_names_test {

using namespace banyan::daemon::pvm;
using namespace banyan::testing;

namespace {

// A task that has chosen the name "viewer" enrols.
tid enrol_viewer(played_machine& machine, tid expected) {
    pvm_wire::Enrol message;
    message.set_version(service_protocol_version);
    message.set_expected(expected);
    message.set_name("viewer");
    return machine.registry.enrol(++machine.last_request, message, 1);
}

std::string name_of(played_machine& machine, tid task) {
    pvm_wire::ToService message;
    message.mutable_list_tasks()->set_where(task);
    const auto listed = machine.ask_now(task, message);
    return listed.tasks_size() == 1 ? listed.tasks(0).program() : "not listed";
}

}  // namespace

TEST_CASE("Only a task that is started by hand chooses its name", "[pvm]") {
    played_machine machine;
    CHECK(name_of(machine, machine.enrol()).empty());
    CHECK(name_of(machine, enrol_viewer(machine, 0)) == "viewer");
    machine.registry.start_own("PVM_TASKER", "tasker");
    REQUIRE(machine.effects.orders.size() == 1);
    const tid started = machine.effects.orders.front().task;
    CHECK(enrol_viewer(machine, started) == started);
    CHECK(name_of(machine, started) == "tasker");
}

}  // namespace registry_names_test
