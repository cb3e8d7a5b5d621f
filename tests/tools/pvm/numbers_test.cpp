#include "tools/pvm/numbers.hpp"

#include <catch2/catch.hpp>
#include <csignal>

#include "pvm3/pvmtev.h"
#include "tools/pvm/command_error.hpp"
#include "tools/pvm/event_names.hpp"
#include "tools/pvm/option_names.hpp"

namespace numbers_test {

using namespace banyan::pvm_console;

TEST_CASE("a task id is hexadecimal, with or without t") {
    CHECK(parse_tid("t40001") == 0x40001);
    CHECK(parse_tid("4000a") == 0x4000a);
    for (const char* wrong : {"", "t", "0", "zz", "t-1", "40001x", "ffffffff", "0x40001"})
        CHECK_THROWS_AS(parse_tid(wrong), command_error);
}

TEST_CASE("a number is decimal, octal or hexadecimal") {
    CHECK(parse_number("flags", "12") == 12);
    CHECK(parse_number("flags", "-1") == -1);
    CHECK(parse_number("flags", "0x1f") == 31);
    CHECK(parse_number("flags", "017") == 15);
    CHECK(parse_number("flags", "0") == 0);
    for (const char* wrong : {"", "-", "--1", "1x", "0x", "x", "99999999999"})
        CHECK_THROWS_AS(parse_number("flags", wrong), command_error);
    CHECK_THROWS_WITH(parse_number("put: flags", "a"), "put: flags: 'a' is not allowed, use a whole number");
}

TEST_CASE("arguments of tickle are hexadecimal, with or without 0x") {
    CHECK(parse_hexadecimal("tickle", "5") == 5);
    CHECK(parse_hexadecimal("tickle", "1f") == 31);
    CHECK(parse_hexadecimal("tickle", "0x10") == 16);
    for (const char* wrong : {"", "-", "-1", "0x", "0x-1", "1g", "t1", "ffffffff"})
        CHECK_THROWS_AS(parse_hexadecimal("tickle", wrong), command_error);
    CHECK_THROWS_WITH(parse_hexadecimal("tickle", "g"), "tickle: 'g' is not allowed, use hexadecimal digits");
}

TEST_CASE("a signal is a number or a name") {
    CHECK(parse_signal("9") == SIGKILL);
    CHECK(parse_signal("0") == 0);
    CHECK(parse_signal("TERM") == SIGTERM);
    CHECK(parse_signal("SIGUSR1") == SIGUSR1);
    for (const char* wrong : {"", "-1", "999", "SIG", "NOSUCH"})
        CHECK_THROWS_AS(parse_signal(wrong), command_error);
}

TEST_CASE("events of traces and options have names") {
    CHECK(event_named("send").number == TEV_SEND);
    CHECK(event_named("pvm_mhf_invoke").number == TEV_MHF_INVOKE);
    CHECK(event_named("user_defined").number == TEV_USER_DEFINED);
    CHECK_THROWS_AS(event_named("pvm_"), command_error);
    CHECK(named_events().size() == TEV_MAX + 1);
    CHECK(option_named("PvmNoReset").number == 25);
    CHECK_THROWS_AS(option_named("NoReset"), command_error);
}

TEST_CASE("the table of events marks those of the mask") {
    Pvmtmask mask;
    TEV_MASK_INIT(mask);
    CHECK(events_table(mask).find('*') == std::string::npos);
    TEV_MASK_SET(mask, TEV_SEND);
    CHECK_THAT(events_table(mask), Catch::Contains(" * send "));
    CHECK_THAT(events_table(mask), Catch::Contains("   recv "));
}

}  // namespace numbers_test
