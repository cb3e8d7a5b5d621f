// Lists of named algorithms: every pair of the table is taken, and what is wrong is named with what is allowed.
#include "libnet/schedules/named_algorithms.hpp"

#include <catch2/catch.hpp>

#include "banyan/net/error.hpp"

namespace named_algorithms_test {

using namespace banyan::net;

namespace {

std::string refusal_of(const std::string& text) {
    try {
        (void)named_algorithms(text);
    } catch (const error& why) {
        CHECK(why.which() == errc::invalid_argument);
        return why.what();
    }
    return "";
}

}  // namespace

TEST_CASE("Every algorithm of the table can be named for its collective", "[named]") {
    for (const algorithm* a : all_algorithms()) {
        const named_algorithms named(std::string(name_of(a->kind)) + "=" + std::string(a->name));
        for (const collective_kind kind : collectives_with_algorithms())
            CHECK(named.find(kind) == (kind == a->kind ? a : nullptr));
    }
}

TEST_CASE("Several collectives are named in one list, and automatic names no algorithm", "[named]") {
    const named_algorithms named("allreduce=ring,broadcast=chain,barrier=automatic");
    CHECK(named.find(collective_kind::allreduce) == find_algorithm(collective_kind::allreduce, "ring"));
    CHECK(named.find(collective_kind::broadcast) == find_algorithm(collective_kind::broadcast, "chain"));
    CHECK(named.find(collective_kind::barrier) == nullptr);
    CHECK(named_algorithms("").find(collective_kind::allreduce) == nullptr);
}

TEST_CASE("A wrong list is refused in one line that says what is allowed", "[named]") {
    using Catch::Contains;
    CHECK_THAT(refusal_of("allreduce=rings"), Contains("allreduce has no algorithm 'rings'") &&
                                                  Contains("automatic, banyan-exchange") && Contains("ring"));
    CHECK_THAT(refusal_of("allredude=ring"), Contains("no collective 'allredude'") && Contains("allreduce, "));
    CHECK_THAT(refusal_of("split=ring"), Contains("no collective 'split'"));
    CHECK_THAT(refusal_of("broadcast=chain,broadcast=linear"), Contains("broadcast is named twice"));
    CHECK_THAT(refusal_of("broadcast=automatic,broadcast=linear"), Contains("broadcast is named twice"));
    for (const char* text : {"allreduce", "allreduce=ring,", ",", "allreduce=ring,,broadcast=chain"})
        CHECK_THAT(refusal_of(text), Contains("use COLLECTIVE=ALGORITHM"));
    CHECK_THAT(refusal_of("allreduce="), Contains("no algorithm ''"));
    CHECK_THAT(refusal_of("allreduce= ring"), Contains("no algorithm ' ring'"));
    CHECK(refusal_of("allreduce=rings").find('\n') == std::string::npos);
}

}  // namespace named_algorithms_test
