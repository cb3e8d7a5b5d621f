// What tasks find in their environment.
#include <catch2/catch.hpp>

#include "tests/daemon/system/child.hpp"

using namespace banyan::test;
using Catch::Matchers::Contains;

namespace {

constexpr const char* say = "echo $BANYAN_RANK $BANYAN_SIZE $BANYAN_LOCAL_RANK $BANYAN_LOCAL_SIZE";

}  // namespace

TEST_CASE("Every task finds its rank and the number of tasks, on its host too") {
    const arena a;
    const auto hosts = a.file("hosts.txt", "a address=127.0.0.2 slots=2\nb address=127.0.0.3 slots=1\n");
    REQUIRE(run_banyan(a, {"up", "--hostfile", hosts}).status == 0);
    const auto r = run_banyan(a, {"run", "-n", "3", "--", "sh", "-c", say});
    CHECK(count_lines(r.out) == 3);
    CHECK_THAT(r.out, Contains("0 3 0 2\n") && Contains("1 3 1 2\n") && Contains("2 3 0 1\n"));
    run_banyan(a, {"down"});
}

TEST_CASE("A run inside a task numbers its own tasks") {
    arena a;
    a.environment["BANYAN_RANK"] = "seven";
    a.environment["BANYAN_LOCAL_SIZE"] = "nine";
    CHECK(run_banyan(a, {"run", "-n", "1", "--", "sh", "-c", say}).out == "0 1 0 1\n");
}
