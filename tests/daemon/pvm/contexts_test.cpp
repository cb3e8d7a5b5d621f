// Contexts are unique among those in use.
#include "daemon/pvm/contexts.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "daemon/pvm/codes.hpp"

namespace contexts_test {

using namespace banyan::daemon::pvm;

TEST_CASE("A context is the host's number and a counter", "[pvm]") {
    contexts all;
    CHECK(all.make(1, 5) == 262145);
    CHECK(all.make(1, 5) == 262146);
    CHECK(all.make(2, 5) == 0x80001);
    CHECK(all.free(262145, 6) == PvmNotFound);
    CHECK(all.free(262145, 5) == PvmOk);
    CHECK(all.free(262145, 5) == PvmNotFound);
    CHECK(all.free(0, 5) == PvmNotFound);
    CHECK(all.make(1, 5) == 262147);
}

TEST_CASE("The contexts of a task that has ended are freed", "[pvm]") {
    contexts all;
    const int mine = all.make(1, 5);
    const int other = all.make(1, 6);
    all.forget(5);
    CHECK(all.free(mine, 5) == PvmNotFound);
    CHECK(all.free(other, 6) == PvmOk);
}

TEST_CASE("All contexts of a host can be used, then freed ones again", "[pvm]") {
    contexts all;
    std::set<int> used;
    for (int i = 0; i < (1 << 18) - 1; ++i)
        used.insert(all.make(1, 5));
    CHECK(used.size() == (1 << 18) - 1);
    CHECK(all.make(1, 5) == PvmOutOfRes);
    CHECK(all.free(262150, 5) == PvmOk);
    CHECK(all.make(1, 5) == 262150);
}

}  // namespace contexts_test
