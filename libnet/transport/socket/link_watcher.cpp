#include "libnet/transport/socket/link_watcher.hpp"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <limits>

#include "banyan/net/error.hpp"
#include "libnet/base/shortage.hpp"

namespace banyan::net::detail {
namespace {

constexpr std::uint64_t woken = std::numeric_limits<std::uint64_t>::max();  // no task has this number

[[noreturn]] void throw_shortage() {
    throw error(errc::resource_limit, "no sockets for messages: " + shortage_text(errno));
}

epoll_event event_of(task_id peer, link_watcher::interest what) {
    epoll_event made{};
    made.events = EPOLLIN | EPOLLRDHUP;
    if (what == link_watcher::interest::read_and_write) made.events |= EPOLLOUT;
    made.data.u64 = peer.value;
    return made;
}

int milliseconds_until(deadline until) {
    using namespace std::chrono;
    if (until.is_never()) return -1;
    const auto left = ceil<milliseconds>(until.when() - deadline::clock::now()).count();
    return static_cast<int>(std::clamp<long long>(left, 0, std::numeric_limits<int>::max()));
}

int new_set() {
    const int made = ::epoll_create1(EPOLL_CLOEXEC);
    if (made < 0) throw_shortage();
    return made;
}

}  // namespace

// The wake descriptor is edge-triggered: each wake() is reported once, and its counter is never read.
link_watcher::link_watcher() : set_(new_set()), wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    epoll_event event{};
    event.events = EPOLLIN | EPOLLET;
    event.data.u64 = woken;
    if (wake_ >= 0 && ::epoll_ctl(set_, EPOLL_CTL_ADD, wake_, &event) == 0) return;
    const int failed = errno;
    if (wake_ >= 0) ::close(wake_);
    ::close(set_);
    errno = failed;
    throw_shortage();
}

link_watcher::~link_watcher() {
    ::close(wake_);
    ::close(set_);
}

void link_watcher::watch(int descriptor, task_id peer, interest what) {
    epoll_event event = event_of(peer, what);
    if (::epoll_ctl(set_, EPOLL_CTL_ADD, descriptor, &event) != 0) throw_shortage();
}

void link_watcher::rewatch(int descriptor, task_id peer, interest what) noexcept {
    epoll_event event = event_of(peer, what);
    (void)::epoll_ctl(set_, EPOLL_CTL_MOD, descriptor, &event);
}

void link_watcher::unwatch(int descriptor) noexcept {
    epoll_event unused{};
    (void)::epoll_ctl(set_, EPOLL_CTL_DEL, descriptor, &unused);
}

void link_watcher::wait(deadline until, std::vector<task_id>& found) {
    wait_ms(milliseconds_until(until), found);
}

void link_watcher::poll(std::vector<task_id>& found) {
    wait_ms(0, found);
}

void link_watcher::wait_ms(int timeout, std::vector<task_id>& found) {
    std::array<epoll_event, most_found> events;
    const int count = ::epoll_wait(set_, events.data(), static_cast<int>(events.size()), timeout);
    for (const epoll_event& event : std::span(events).first(static_cast<std::size_t>(std::max(0, count))))
        if (event.data.u64 != woken) found.push_back(task_id{static_cast<std::uint32_t>(event.data.u64)});
}

void link_watcher::wake() noexcept {
    const std::uint64_t one = 1;
    (void)!::write(wake_, &one, sizeof one);
}

}  // namespace banyan::net::detail
