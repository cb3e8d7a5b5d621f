// Tracers, collectors of traces, and collectors of tasks that were started by hand, as the PVM service sees them.
#include <catch2/catch.hpp>

#include "daemon/pvm/registry.hpp"
#include "pvm3/pvmproto.h"
#include "pvm3/pvmtev.h"
#include "tests/daemon/pvm/recorded_effects.hpp"

namespace registry_traces_test {

using namespace banyan::daemon::pvm;
using namespace banyan::testing;

namespace {

/// The messages of PVM with this tag that a task has got.
std::vector<pvm_wire::Message> with_tag(registry_fixture& fixture, tid to, int tag) {
    std::vector<pvm_wire::Message> result;
    for (const auto& message : fixture.messages(to))
        if (message.tag() == tag) result.push_back(message);
    return result;
}

/// The bodies of these messages.
std::vector<std::vector<int>> bodies_with_tag(registry_fixture& fixture, tid to, int tag) {
    std::vector<std::vector<int>> result;
    for (const auto& message : with_tag(fixture, to, tag))
        result.push_back(integers(message));
    return result;
}

using bodies = std::vector<std::vector<int>>;

}  // namespace

TEST_CASE("A tracer collects the output and traces of tasks that have no other collector", "[pvm]") {
    registry_fixture fixture;
    const tid tracer = fixture.enrol(), parent = fixture.enrol();
    pvm_wire::ToService request;
    request.mutable_take_role()->set_role(pvm_wire::TRACER);
    auto& wanted = *request.mutable_take_role()->mutable_tracer();
    wanted.set_trace_tag(666);
    wanted.set_trace_context(5);
    wanted.set_mask("AB");
    wanted.set_options(PvmTraceFull);
    wanted.set_output_tag(667);
    REQUIRE(fixture.status(tracer, request) == PvmOk);
    const auto inherited_by = [&](tid task) {
        return fixture.effects.sent[task].front().answer().enrolled().inherited();
    };
    const tid by_hand = fixture.enrol();
    CHECK(inherited_by(by_hand).trace_tid() == tracer);
    CHECK(inherited_by(by_hand).trace_mask() == "AB");
    const int number = static_cast<int>(by_hand);
    CHECK(bodies_with_tag(fixture, tracer, 667) == bodies{{number, TO_NEW, -1}});
    fixture.registry.disconnected(by_hand);
    CHECK(bodies_with_tag(fixture, tracer, 667) == bodies{{number, TO_NEW, -1}, {number, TO_EOF}});
    pvm_wire::Inherited own;
    own.set_trace_tid(parent);
    own.set_trace_tag(3);
    const auto spawned = inherited_by(fixture.spawn(parent, 1, ".", PvmTaskHost, own).front());
    CHECK(spawned.trace_tid() == parent);
    CHECK(spawned.trace_tag() == 3);
    CHECK(spawned.output_tid() == tracer);
    CHECK(spawned.output_tag() == 667);
}

TEST_CASE("A task that was started by hand can choose a collector of its output", "[pvm]") {
    registry_fixture fixture;
    const tid first = fixture.enrol(), second = fixture.enrol(), by_hand = fixture.enrol();
    const int number = static_cast<int>(by_hand);
    pvm_wire::ToService setting;
    setting.mutable_settings()->set_output_tid(first);
    setting.mutable_settings()->set_output_tag(6);
    REQUIRE(fixture.status(by_hand, setting) == PvmOk);
    CHECK(bodies_with_tag(fixture, first, 6) == bodies{{number, TO_SPAWN, 0}, {number, TO_NEW, 0}});
    setting.mutable_settings()->set_output_tid(second);
    REQUIRE(fixture.status(by_hand, setting) == PvmOk);
    CHECK(bodies_with_tag(fixture, first, 6).back() == std::vector{number, TO_EOF});
    pvm_wire::ToService leaving;
    leaving.mutable_exit();
    fixture.ask(by_hand, leaving);
    fixture.registry.disconnected(by_hand);
    CHECK(bodies_with_tag(fixture, second, 6) == bodies{{number, TO_SPAWN, 0}, {number, TO_NEW, 0}, {number, TO_EOF}});
}

TEST_CASE("The collector of a trace gets starts and ends of tasks, and which tasks choose it", "[pvm]") {
    registry_fixture fixture;
    const tid collector = fixture.enrol(), parent = fixture.enrol();
    pvm_wire::Inherited inherited;
    inherited.set_trace_tid(collector);
    inherited.set_trace_tag(8);
    inherited.set_trace_context(9);
    const auto events = [&] {
        std::vector<std::pair<int, int>> result;
        for (const auto& message : with_tag(fixture, collector, 8)) {
            CHECK(message.context() == 9);
            result.emplace_back(integers(message)[0], integers(message)[1]);
        }
        return result;
    };
    using pairs = std::vector<std::pair<int, int>>;
    const pairs first{{TEV_MARK_DATA_ID, 0}, {TEV_MARK_EVENT_DESC, TEV_NEWTASK}, {TEV_MARK_EVENT_DESC, TEV_SPNTASK}};
    const auto children = fixture.spawn(parent, 2, ".", PvmTaskHost, inherited);
    pairs expected = first;
    expected.insert(expected.end(), {{TEV_MARK_EVENT_RECORD, TEV_NEWTASK}, {TEV_MARK_EVENT_RECORD, TEV_SPNTASK}});
    CHECK(events() == expected);
    fixture.registry.process_ended(children[0]);
    expected.emplace_back(TEV_MARK_EVENT_DESC, TEV_ENDTASK);
    CHECK(events() == expected);
    CHECK(with_tag(fixture, collector, 8).back().after_last_of() == children[0]);

    // A task that chooses a collector later, and leaves it.
    pvm_wire::ToService setting;
    setting.mutable_settings()->set_trace_tid(collector);
    setting.mutable_settings()->set_trace_tag(8);
    setting.mutable_settings()->set_trace_context(9);
    fixture.ask(parent, setting);
    fixture.ask(parent, setting);
    expected.emplace_back(TEV_MARK_EVENT_RECORD, TEV_NEWTASK);
    CHECK(events() == expected);
    fixture.ask(collector, setting);  // itself: no events
    CHECK(events() == expected);
    setting.mutable_settings()->clear_trace_tid();
    fixture.ask(parent, setting);
    expected.emplace_back(TEV_MARK_EVENT_RECORD, TEV_ENDTASK);
    CHECK(events() == expected);
    fixture.registry.disconnected(collector);
    fixture.registry.process_ended(children[1]);
}

}  // namespace registry_traces_test
