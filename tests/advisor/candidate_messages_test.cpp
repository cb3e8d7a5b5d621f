#include "advisor/candidate_messages.hpp"

#include <catch2/catch.hpp>

#include "banyan/part/patterns.hpp"

namespace candidate_messages_test {

using namespace banyan::advisor;
namespace part = banyan::part;

namespace {

// Four blocks of 10 x 10 cells on a torus: every block has other ones on all four sides and at all four corners.
part::partition four_blocks() {
    return part::partition::from_rectangles(
        {20, 20}, 4, {{0, 0, 0, 10, 10}, {1, 0, 10, 10, 10}, {2, 10, 0, 10, 10}, {3, 10, 10, 10, 10}});
}

}  // namespace

TEST_CASE("a change of the pattern changes the messages of both models") {
    const auto parts = four_blocks();
    candidate one{"block", {}, {}, {}};
    set_messages(one, part::communication_named("9", parts), 8);
    const candidate nine = one;
    set_messages(one, part::communication_named("5", parts), 8);
    CHECK(one.direction_messages == 4);  // one message in each direction
    CHECK(nine.direction_messages > one.direction_messages);
    CHECK(one.halo.total_bytes == 4 * 4 * 10 * 8);  // 4 blocks with 4 sides of 10 cells
    CHECK(nine.halo.total_bytes > one.halo.total_bytes);
    set_messages(one, part::communication_named("broadcast", parts), 8);
    CHECK(one.direction_messages == 3);  // from the root to each of the others, in one direction
    CHECK(one.halo.total_messages == 3);
}

}  // namespace candidate_messages_test
