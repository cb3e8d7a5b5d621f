// A signal is sent exactly once: immediately, or after the restart of the coordinator.
#include "daemon/client/run_signals.hpp"

#include <catch2/catch.hpp>
#include <csignal>

namespace run_signals_test {

using namespace banyan::daemon;
using list = std::vector<int>;

TEST_CASE("A signal of a connected command is sent at once and not stored") {
    run_signals signals;
    CHECK(signals.take(SIGUSR1, true));
    CHECK(signals.take(SIGTERM, true));
    CHECK(signals.take(SIGUSR2, true));
    CHECK(signals.asked_to_end_by() == SIGTERM);
    CHECK(signals.begin_return() == SIGTERM);
    CHECK(signals.end_return() == list{});
}

TEST_CASE(
    "Signals that come between two coordinators are kept in order, and the first that asks to end goes with the "
    "request") {
    run_signals signals;
    CHECK_FALSE(signals.take(SIGUSR1, false));
    CHECK_FALSE(signals.take(SIGINT, false));
    CHECK_FALSE(signals.take(SIGUSR2, false));
    CHECK_FALSE(signals.take(SIGTERM, false));
    CHECK(signals.begin_return() == SIGINT);
    CHECK_FALSE(signals.take(SIGUSR1, true));
    CHECK(signals.end_return() == list{SIGUSR1, SIGUSR2, SIGTERM, SIGUSR1});
    CHECK(signals.take(SIGUSR1, true));
    CHECK(signals.begin_return() == SIGINT);
    CHECK(signals.end_return() == list{});
}

TEST_CASE("A signal that asks to end and comes after the request follows it, or goes with the next request") {
    run_signals signals;
    CHECK(signals.begin_return() == 0);
    CHECK_FALSE(signals.take(SIGINT, true));
    SECTION("answered") {
        CHECK(signals.end_return() == list{SIGINT});
        CHECK_FALSE(signals.take(SIGTERM, false));
        CHECK(signals.begin_return() == SIGINT);
        CHECK(signals.end_return() == list{SIGTERM});
    }
    SECTION("crashed again") {
        CHECK(signals.begin_return() == SIGINT);
        CHECK(signals.end_return() == list{});
    }
}

TEST_CASE("A kill is repeated for each coordinator") {
    run_signals signals;
    CHECK(signals.take(SIGINT, true));
    CHECK(signals.take(SIGKILL, true));
    for (int restart = 0; restart < 2; ++restart) {
        CHECK(signals.begin_return() == SIGINT);
        CHECK(signals.end_return() == list{SIGKILL});
    }
    CHECK_FALSE(signals.take(SIGKILL, false));
    CHECK(signals.begin_return() == SIGINT);
    CHECK(signals.end_return() == list{SIGKILL});
}

}  // namespace run_signals_test
