#include "daemon/common/keepalive.hpp"

#include <catch2/catch.hpp>

namespace keepalive_test {

using namespace banyan::daemon;

TEST_CASE("Silence is counted in ticks, from the last answer") {
    silence_count silence;
    for (int i = 0; i < 10; ++i)
        CHECK_FALSE(silence.tick());
    CHECK(silence.tick());
    silence.heard();
    CHECK_FALSE(silence.tick());
}

TEST_CASE("A check that finds the process running resets the count") {
    silence_count silence(std::chrono::seconds(1));
    CHECK_FALSE(silence.tick(true));
    CHECK_FALSE(silence.tick(true));
    CHECK_FALSE(silence.tick(false));
    CHECK_FALSE(silence.tick(true));
    CHECK_FALSE(silence.tick(true));
    CHECK(silence.tick(true));
}

TEST_CASE("A process is shown as silent before it counts as lost, and no more when it answers") {
    silence_count silence;
    for (int i = 0; i < 4; ++i)
        silence.tick();
    CHECK_FALSE(silence.is_silent());
    CHECK_FALSE(silence.tick());
    CHECK(silence.is_silent());
    silence.heard();
    CHECK_FALSE(silence.is_silent());
}

}  // namespace keepalive_test
