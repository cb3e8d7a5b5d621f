// Ends of tasks wait in order, and the descriptor is readable while one waits.
#include "libnet/pvm3/loss_queue.hpp"

#include <poll.h>

#include <catch2/catch.hpp>

namespace loss_queue_test {

using banyan::pvm3::loss_queue;

namespace {

bool is_readable(const loss_queue& losses) {
    pollfd one{losses.descriptor(), POLLIN, 0};
    return ::poll(&one, 1, 0) == 1;
}

}  // namespace

TEST_CASE("losses are taken in the order in which they were added", "[pvm3][loss_queue]") {
    loss_queue losses;
    CHECK_FALSE(is_readable(losses));
    CHECK_FALSE(losses.take());
    losses.add(0x40002);
    losses.add(0x80001);
    CHECK(is_readable(losses));
    const auto first = losses.take(), second = losses.take();
    REQUIRE((first && second));
    CHECK(first->task.value == 0x40002);
    CHECK(second->task.value == 0x80001);
    CHECK(first->orderly);
    CHECK_FALSE(losses.take());
    CHECK_FALSE(is_readable(losses));
    losses.add(0x40003);
    CHECK(is_readable(losses));
}

}  // namespace loss_queue_test
