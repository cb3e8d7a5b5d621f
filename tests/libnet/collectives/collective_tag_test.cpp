#include "libnet/collectives/collective_tag.hpp"

#include <catch2/catch.hpp>
#include <set>

namespace collective_tag_test {

using namespace banyan::net;

TEST_CASE("collective tags: operation, phase and sequence never share a bit") {
    std::set<std::int32_t> seen;
    for (const auto kind : {collective_kind::barrier, collective_kind::broadcast, collective_kind::scatter}) {
        for (const std::uint32_t sequence : {0u, 1u, 77u, (1u << 20) - 1}) {
            for (const int phase : {0, 1, 63}) {
                const tag t = collective_tag(kind, sequence).of_phase(phase);
                CHECK(t.value >= 0);
                CHECK(seen.insert(t.value).second);
            }
        }
    }
}

TEST_CASE("collective tags: the sequence wraps at 2^20 without touching its neighbours") {
    const collective_tag wrapped(collective_kind::gather, (1u << 20) + 5);
    CHECK(wrapped.of_phase(3) == collective_tag(collective_kind::gather, 5).of_phase(3));
}

TEST_CASE("collective tags: a phase beyond 63 is refused") {
    const collective_tag tags(collective_kind::gather, 0);
    CHECK_THROWS_AS(tags.of_phase(64), error);
    CHECK_THROWS_AS(tags.of_phase(-1), error);
}

}  // namespace collective_tag_test
