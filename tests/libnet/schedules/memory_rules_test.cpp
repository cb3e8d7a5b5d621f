#include "tests/libnet/schedules/memory_rules.hpp"

#include <catch2/catch.hpp>

namespace memory_rules_test {

using namespace banyan::net;
using banyan::testing::check_memory_rules;

namespace {

constexpr items_at input{area::input, 0, 4};
constexpr items_at output{area::output, 0, 4};

schedule made(void (*write)(schedule_builder&, items_at scratch)) {
    schedule_builder out;
    write(out, out.scratch(4));
    return out.finish();
}

}  // namespace

TEST_CASE("Memory of a transfer may be used again after its wait") {
    const schedule plan = made([](schedule_builder& out, items_at scratch) {
        out.receive(1, scratch);
        out.send(1, output);
        out.wait_for(1);
        out.combine(input, scratch, scratch);
        out.wait();
        out.copy(scratch, output);
    });
    CHECK_NOTHROW(check_memory_rules(plan, false));
}

TEST_CASE("A schedule that breaks a memory rule is found") {
    const schedule plan = GENERATE(made([](schedule_builder& out, items_at scratch) { out.copy(scratch, input); }),
                                   made([](schedule_builder& out, items_at scratch) {
                                       out.send(1, output);
                                       out.copy(scratch, part_of(output, 3, 1));
                                   }),
                                   made([](schedule_builder& out, items_at scratch) {
                                       out.send(2, output);
                                       out.receive(1, scratch);
                                       out.wait_for(1);
                                       out.copy(scratch, output);
                                   }),
                                   made([](schedule_builder& out, items_at scratch) {
                                       out.copy(part_of(scratch, 0, 2), part_of(scratch, 1, 2));
                                   }));
    CHECK_THROWS(check_memory_rules(plan, false));
}

TEST_CASE("In place, the output may not be written while the input is sent") {
    const schedule plan = made([](schedule_builder& out, items_at) {
        out.send(1, input);
        out.receive(1, output);
    });
    CHECK_NOTHROW(check_memory_rules(plan, false));
    CHECK_THROWS(check_memory_rules(plan, true));
}

}  // namespace memory_rules_test
