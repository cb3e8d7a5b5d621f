#include "libnet/pvm3/poll_descriptor.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <optional>
#include <utility>
#include <vector>

#include "banyan/net/wait_descriptor.hpp"
#include "libnet/pvm3/enrolment.hpp"

namespace banyan::pvm3 {
namespace {

std::optional<net::wait_descriptor>& the_descriptor() {
    static auto& one = *new std::optional<net::wait_descriptor>;
    return one;
}

// Notices of the ends of tasks wait for the last messages of these tasks.
std::vector<net::request>& the_ends() {
    static auto& all = *new std::vector<net::request>;
    return all;
}

int route_copy = -1;  // of the descriptor; -1 = none

}  // namespace

int poll_descriptor() {
    auto& events = the_descriptor();
    if (!events) {
        events.emplace(this_task().box());
        events->watch({}, enrolled_task::incoming());
    }
    return events->descriptor();
}

void watch_again() {
    auto& events = the_descriptor();
    if (!events) return;
    events->release();
    the_ends() = this_task().ends_of_held();
    events->watch(the_ends(), enrolled_task::incoming());
}

void announce_queued() {
    auto& events = the_descriptor();
    if (!events) return;
    events->release();
    the_ends().clear();
    the_ends().push_back(this_task().done_request());
    events->watch(the_ends(), enrolled_task::incoming());
}

int route_descriptor() {
    const int own = poll_descriptor();
    if (route_copy < 0) route_copy = ::fcntl(own, F_DUPFD_CLOEXEC, 0);
    return route_copy < 0 ? own : route_copy;
}

void close_poll_descriptor() {
    if (route_copy >= 0) ::close(std::exchange(route_copy, -1));
    the_descriptor().reset();
    the_ends().clear();
}

}  // namespace banyan::pvm3
