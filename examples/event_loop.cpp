// Rank 0 waits in one poll() for messages of all ranks, for a collective and for a timer of its own.
// Run:     banyan run -n 4 -- event_loop
#include <poll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <functional>
#include <vector>

#include "banyan/net/async_collectives.hpp"
#include "banyan/net/session.hpp"
#include "banyan/net/wait_descriptor.hpp"

namespace net = banyan::net;

int main() {
    net::session session;
    const net::group& world = session.world();
    int sum = world.rank().value;
    net::collective_request summing = net::async_allreduce(world, sum, std::plus<>());
    if (world.rank() != net::rank{0}) {
        world.send(net::rank{0}, net::tag{1}, 10 * world.rank().value);
        summing.wait();
        return 0;
    }

    const int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    const itimerspec after_10_ms{{}, {0, 10000000}};
    timerfd_settime(timer, 0, &after_10_ms, nullptr);
    std::vector<int> results(static_cast<std::size_t>(world.size()));
    std::vector<net::group_request> receives;
    for (int r = 1; r < world.size(); ++r)
        receives.push_back(world.async_recv(net::rank{r}, net::tag{1}, results[static_cast<std::size_t>(r)]));
    net::wait_descriptor messages(world.box());

    int received = 0, total = 0;
    bool has_sum = false, is_late = false;
    while (received < world.size() - 1 || !has_sum || !is_late) {
        messages.watch(receives);
        pollfd events[] = {{messages.descriptor(), POLLIN, 0}, {summing.descriptor(), POLLIN, 0}, {timer, POLLIN, 0}};
        if (has_sum) events[1].fd = -1;  // it stays readable
        poll(events, 3, -1);
        messages.release();
        for (net::group_request& one : receives) {
            if (!one.valid() || !one.test()) continue;
            total += results[static_cast<std::size_t>(one.wait().source.value)];
            one.reset();
            ++received;
        }
        has_sum = has_sum || events[1].revents != 0;
        std::uint64_t times = 0;
        if (events[2].revents != 0) is_late = read(timer, &times, sizeof times) > 0;
    }
    summing.wait();  // throws if the collective has failed
    std::printf("%d messages with the sum %d, the sum of all ranks is %d, the timer has expired\n", received, total,
                sum);
}
