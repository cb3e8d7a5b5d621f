// Programs that the PVM service starts itself, such as a tasker.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "daemon/pvm/registry.hpp"
#include "tests/daemon/pvm/recorded_effects.hpp"

namespace registry_own_programs_test {

using namespace banyan::daemon::pvm;
using namespace banyan::testing;

TEST_CASE("A program that the service starts is on the first host and has no parent", "[pvm]") {
    registry_fixture fixture;
    fixture.registry.start_own("PVM_TASKER", " tasker  -v 3 ");
    REQUIRE(fixture.effects.orders.size() == 1);
    const auto order = fixture.effects.orders.front();
    CHECK(order.host == 1);
    CHECK(order.program == "tasker");
    CHECK(order.arguments == std::vector<std::string>{"-v", "3"});
    CHECK(order.umask == 022);
    CHECK(fixture.enrol(order.task) == order.task);
    CHECK(fixture.answer(order.task, fixture.last_request).enrolled().parent() == PvmParentNotSet);
    pvm_wire::ToService siblings;
    siblings.mutable_siblings();
    const auto answer = fixture.ask_now(order.task, siblings);
    REQUIRE(answer.tids_size() == 1);
    CHECK(answer.tids(0) == static_cast<int>(order.task));
    fixture.registry.process_ended(order.task);
    CHECK(fixture.effects.lines.empty());
}

TEST_CASE("The log names the variable of a program that could not be started", "[pvm]") {
    registry_fixture fixture;
    fixture.registry.start_own("PVM_RM", "manager");
    REQUIRE(fixture.effects.orders.size() == 1);
    const tid task = fixture.effects.orders.front().task;
    fixture.registry.not_started(task, PvmNoFile);
    fixture.registry.not_started(task, PvmNoFile);
    CHECK(fixture.effects.lines == std::vector<std::string>{"PVM_RM=manager could not be started: error -7"});
}

TEST_CASE("No program is started without a name or without a host", "[pvm]") {
    registry_fixture fixture;
    fixture.registry.start_own("PVM_HOSTER", "  ");
    fixture.registry.host_lost(1);
    fixture.registry.host_lost(2);
    fixture.registry.start_own("PVM_HOSTER", "hoster");
    CHECK(fixture.effects.orders.empty());
}

}  // namespace registry_own_programs_test
