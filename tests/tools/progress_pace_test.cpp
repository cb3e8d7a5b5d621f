#include "tools/banyan/progress_pace.hpp"

#include <catch2/catch.hpp>

namespace banyan::tools::progress_pace_test {
namespace {

progress_pace::time at(int milliseconds) {
    return progress_pace::time(std::chrono::hours(1) + std::chrono::milliseconds(milliseconds));
}

using shown = std::optional<std::string>;
constexpr auto nothing = std::nullopt;

}  // namespace

TEST_CASE("a terminal shows each text at once and the time every second") {
    progress_pace pace(true, at(0));
    CHECK(pace.due() == nothing);
    CHECK(pace.wait(at(5000)) == nothing);
    CHECK(pace.say("measuring", at(200)) == shown("measuring"));
    CHECK(pace.due() == at(1200));
    CHECK(pace.wait(at(1100)) == nothing);
    CHECK(pace.wait(at(1200)) == shown("measuring (1 s)"));
    CHECK(pace.say("predicting", at(1500)) == shown("predicting (1 s)"));
    CHECK(pace.wait(at(2499)) == nothing);
    CHECK(pace.wait(at(2500)) == shown("predicting (2 s)"));
    pace.clear(at(3000));
    CHECK(pace.due() == nothing);
    CHECK(pace.wait(at(90000)) == nothing);
}

TEST_CASE("elsewhere a short verb shows nothing, and a long one a line every 10 s") {
    progress_pace pace(false, at(0));
    CHECK(pace.say("measuring", at(0)) == nothing);
    CHECK(pace.wait(at(9999)) == nothing);
    CHECK(pace.due() == at(10000));
    CHECK(pace.wait(at(10000)) == shown("banyan: measuring (10 s)\n"));
    CHECK(pace.say("predicting", at(11000)) == nothing);
    CHECK(pace.wait(at(19999)) == nothing);
    CHECK(pace.say("running", at(20000)) == shown("banyan: running (20 s)\n"));
    pace.clear(at(25000));
    CHECK(pace.say("drawing", at(31000)) == nothing);
    CHECK(pace.wait(at(35000)) == shown("banyan: drawing (35 s)\n"));
}

TEST_CASE("no 10 s pass without a line, whatever is said meanwhile") {
    progress_pace pace(false, at(0));
    int last = 0;
    for (int now = 0; now <= 60000; now += 7) {
        const auto text = now % 1001 == 0 ? pace.say("step " + std::to_string(now), at(now)) : pace.wait(at(now));
        if (!text) continue;
        CHECK(now - last >= 10000);
        CHECK(now - last < 10007);
        last = now;
    }
    CHECK(last > 50000);
}

}  // namespace banyan::tools::progress_pace_test
