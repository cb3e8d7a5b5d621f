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
tid enrol_viewer(registry_fixture& fixture, tid expected) {
    pvm_wire::Enrol message;
    message.set_version(service_protocol_version);
    message.set_expected(expected);
    message.set_name("viewer");
    return fixture.registry.enrol(++fixture.last_request, message, 1);
}

std::string name_of(registry_fixture& fixture, tid task) {
    pvm_wire::ToService message;
    message.mutable_list_tasks()->set_where(task);
    const auto listed = fixture.ask_now(task, message);
    return listed.tasks_size() == 1 ? listed.tasks(0).program() : "not listed";
}

}  // namespace

TEST_CASE("Only a task that is started by hand chooses its name", "[pvm]") {
    registry_fixture fixture;
    CHECK(name_of(fixture, fixture.enrol()).empty());
    CHECK(name_of(fixture, enrol_viewer(fixture, 0)) == "viewer");
    fixture.registry.start_own("PVM_TASKER", "tasker");
    REQUIRE(fixture.effects.orders.size() == 1);
    const tid started = fixture.effects.orders.front().task;
    CHECK(enrol_viewer(fixture, started) == started);
    CHECK(name_of(fixture, started) == "tasker");
}

}  // namespace registry_names_test
