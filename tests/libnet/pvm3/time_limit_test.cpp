#include "libnet/pvm3/time_limit.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <ctime>
#include <limits>

namespace time_limit_test {

using namespace banyan::pvm3;
using namespace std::chrono_literals;
using clock = banyan::net::deadline::clock;

TEST_CASE("a time limit begins now, and may have any length", "[pvm3][time_limit]") {
    const auto before = clock::now();
    const auto limit = deadline_of({2, 500'000});
    const auto after = clock::now();
    CHECK(limit.when() >= before + 2499ms);
    CHECK(limit.when() <= after + 2501ms);
    CHECK(deadline_of({0, 0}).passed());
    CHECK(deadline_of({-5, 0}).passed());
    CHECK(deadline_of({std::numeric_limits<time_t>::max(), 999'999}).is_never());
    CHECK_FALSE(deadline_of({std::numeric_limits<int>::max(), 0}).passed());
}

}  // namespace time_limit_test
