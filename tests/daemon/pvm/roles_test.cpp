// The roles of tasks.
#include "daemon/pvm/roles.hpp"

#include <catch2/catch.hpp>

namespace roles_test {

using namespace banyan::daemon::pvm;

TEST_CASE("the flags of a task show its roles", "[pvm]") {
    const tid first = 0x40001, second = 0x40002, far = 0x80001;
    roles all;
    CHECK(all.task_flags(first) == 0);
    for (const auto role : {banyan::pvm3::wire::MANAGER, banyan::pvm3::wire::HOSTER, banyan::pvm3::wire::TASKER,
                            banyan::pvm3::wire::TRACER})
        all.toggle(role, first, {});
    CHECK(all.task_flags(first) == 0xf00);
    CHECK(all.task_flags(second) == 0);
    CHECK(all.task_flags(far) == 0);
    all.toggle(banyan::pvm3::wire::TASKER, far, {});
    CHECK(all.task_flags(far) == 0x400);
    all.toggle(banyan::pvm3::wire::HOSTER, first, {});
    CHECK(all.task_flags(first) == 0xd00);
    all.set_manager(1, second);
    CHECK(all.task_flags(first) == 0xc00);
    CHECK(all.task_flags(second) == 0x100);
    all.forget(first);
    CHECK(all.task_flags(first) == 0);
}

}  // namespace roles_test
