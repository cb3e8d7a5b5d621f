#include "advisor/halo_load.hpp"

#include <catch2/catch.hpp>

namespace halo_load_test {

using namespace banyan::advisor;
namespace part = banyan::part;

TEST_CASE("the busiest processor is found on either end of the messages") {
    // Processor 2 receives from 0 and 1; processor 0 sends one long message to 1.
    const part::communication sent(3, 2, {{0, 0, 2, 10}, {0, 1, 2, 20}, {1, 0, 1, 100}});
    const auto load = halo_load(sent, 8);
    CHECK(load.busiest_messages == 2);
    CHECK(load.total_messages == 3);
    CHECK(load.busiest_bytes == 8 * 110);  // out of processor 0
    CHECK(load.total_bytes == 8 * 130);
    CHECK(longest_message_bytes(sent, 8) == 800);
}

TEST_CASE("one processor alone sends nothing") {
    const auto load = halo_load(part::communication(1, 4, {}), 8);
    CHECK(load.total_messages == 0);
    CHECK(load.busiest_bytes == 0);
    CHECK(longest_message_bytes(part::communication(1, 4, {}), 8) == 0);
}

}  // namespace halo_load_test
