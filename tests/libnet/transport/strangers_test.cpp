// Strangers at a task's listening socket do not keep its peers out.
#include "tests/common/strangers.hpp"

#include <catch2/catch.hpp>

#include "tests/libnet/transport/socket_tasks.hpp"

namespace strangers_test {

using namespace banyan::net;
using namespace banyan::testing;

TEST_CASE("silent, dripping and arriving strangers do not keep a peer out", "[errors][strangers]") {
    const auto plan = GENERATE(stranger_plan{.idle = 700}, stranger_plan{.idle = 300, .dripping = 300},
                               stranger_plan{.idle = 200, .connects_per_second = 1000},
                               stranger_plan{.connects_per_second = 1000, .hello = true},
                               stranger_plan{.connects_per_second = 3000, .byte = true});
    CAPTURE(plan.idle, plan.dripping, plan.connects_per_second, plan.hello, plan.byte);
    mailbox_options options;
    options.connect_timeout = limit;  // a slow computer may take long for so many strangers
    socket_tasks tasks(std::vector<std::vector<std::string>>(2, {"127.0.0.1"}), options);
    const strangers attack({tasks.table()[1].endpoints.tcp[0]}, plan);
    meet(tasks);
    CHECK(attack.made() > 0);
}

}  // namespace strangers_test
