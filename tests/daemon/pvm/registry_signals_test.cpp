// Which process gets a signal for a task.
#include <catch2/catch.hpp>
#include <csignal>

#include "tests/daemon/pvm/recorded_effects.hpp"

namespace registry_signals_test {

using namespace banyan::daemon::pvm;
using namespace banyan::testing;

TEST_CASE("A signal for a child that a started process has forked does not go to the process", "[pvm]") {
    registry_fixture fixture;
    const tid parent = fixture.enrol();
    const tid first = fixture.spawn(parent, 1).at(0);
    const tid forked = fixture.enrol(first);
    pvm_wire::ToService kill;
    kill.mutable_signal()->set_tid(forked);
    kill.mutable_signal()->set_signal(SIGTERM);
    CHECK(fixture.status(parent, kill) == PvmOk);
    kill.mutable_signal()->set_tid(first);
    CHECK(fixture.status(parent, kill) == PvmOk);
    REQUIRE(fixture.effects.signals.size() == 2);
    CHECK(fixture.effects.signals[0].task == forked);
    CHECK(fixture.effects.signals[1].task == first);
}

}  // namespace registry_signals_test
