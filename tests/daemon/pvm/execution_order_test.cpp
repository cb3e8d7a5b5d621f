// The order SM_EXEC of a resource manager.
#include "daemon/pvm/execution_order.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "daemon/pvm/service_message.hpp"
#include "pvm3/pvmproto.h"

namespace execution_order_test {

using namespace banyan::daemon::pvm;

namespace {

// As the manual page of pvm_reg_rm lists the fields.
banyan::pvm3::wire::Message order_of(int count, const std::vector<std::string>& environment) {
    const std::vector<std::string> arguments{"-n", "two words"};
    const std::vector<int> settings{0x40007, 11, 12, 0x40008, 13, 14};
    banyan::pvm3::xdr_writer body;
    body.add(0x40001).add_text("worker").add(5).add(count).add_texts(arguments).add(settings).add_texts(environment);
    return service_message(SM_EXEC, 3, body);
}

}  // namespace

TEST_CASE("An order of a resource manager has the options of a spawn", "[pvm]") {
    const auto read = read_execution_order(
        order_of(2, {"PVMTMASK=@@", "PVMTRCBUF=100", "PVMTRCOPT=2", "PVMCTX=0x10", "PVMSPAWNWD=/data", "A=b", "none"}));
    REQUIRE(read.has_value());
    CHECK(read->parent == 0x40001);
    const auto& spawn = read->spawn;
    CHECK(spawn.program() == "worker");
    CHECK(spawn.flags() == 5);
    CHECK(spawn.count() == 2);
    REQUIRE(spawn.arguments_size() == 2);
    CHECK(spawn.arguments(1) == "two words");
    CHECK(spawn.where() == ":/data");
    REQUIRE(spawn.environment_size() == 1);  // the others are settings, or no variable
    CHECK(spawn.environment(0) == "A=b");
    const auto& inherited = spawn.inherited();
    CHECK(inherited.output_tid() == 0x40007);
    CHECK(inherited.output_context() == 11);
    CHECK(inherited.output_tag() == 12);
    CHECK(inherited.trace_tid() == 0x40008);
    CHECK(inherited.trace_context() == 13);
    CHECK(inherited.trace_tag() == 14);
    CHECK(inherited.trace_mask() == "@@");
    CHECK(inherited.trace_buffer() == 100);
    CHECK(inherited.trace_options() == 2);
    CHECK(inherited.context() == 16);
}

TEST_CASE("An order of a resource manager that is not complete is not carried out", "[pvm]") {
    const auto complete = order_of(2, {"A=b"});
    CHECK(read_execution_order(complete).has_value());
    for (std::size_t bytes = 0; bytes < complete.body().size(); ++bytes) {
        CAPTURE(bytes);
        auto cut = complete;
        cut.set_body(complete.body().substr(0, bytes));
        CHECK_FALSE(read_execution_order(cut).has_value());
    }
    CHECK_FALSE(read_execution_order(order_of(0, {"A=b"})).has_value());
}

}  // namespace execution_order_test
