#include "libnet/transport/socket/socket_driver.hpp"

#include <utility>

namespace banyan::net::detail {
namespace {

constexpr unsigned polls_before_unwatch = 8;  // for a mailbox that spins: some 2,000 reads of its links

}  // namespace

std::unique_ptr<socket_driver> socket_driver::make(const socket_settings& settings, driver_events& events) {
    try {
        return std::unique_ptr<socket_driver>(new socket_driver(settings, events));
    } catch (const boost::system::system_error& failed) {  // the reactor of the link_maker needs descriptors too
        throw error(errc::resource_limit, "no sockets for messages: " + shortage_text(failed.code()));
    }
}

socket_driver::socket_driver(const socket_settings& settings, driver_events& events)
    : silence_limit_(settings.silence_limit),
      events_(&events),
      maker_(settings, events, [this](task_id peer, link_maker::ready_socket ready, std::uint64_t its_window_bytes) {
          return add(peer, std::move(ready), its_window_bytes);
      }) {
    ready_.reserve(link_watcher::most_found);
}

// The leader may be sleeping; it watches the link when it arms the driver for its next sleep.
std::shared_ptr<socket_link> socket_driver::add(task_id peer, link_maker::ready_socket ready,
                                                std::uint64_t its_window_bytes) {
    auto made = std::make_shared<socket_link>(std::move(ready.socket), std::move(ready.protection), silence_limit_);
    links_[peer] = {.link = made};
    all_watched_ = false;
    if (events_->on_link(peer, made, its_window_bytes)) return made;
    links_.erase(peer);
    return nullptr;
}

// If `ready_` is not empty, a sleep has already asked the system.
void socket_driver::poll() {
    if (++polls_without_arm_ == polls_before_unwatch) unwatch_links();
    if (ready_.empty()) watcher_.poll(ready_);
    for (const task_id peer : ready_)
        events_->on_ready(peer);
    ready_.clear();
}

// The mailbox has polled for a while without sleeping, so it needs no reports about its links. While a link is watched,
// each arrival costs the sender's system call an entry in the watcher's queue.
void socket_driver::unwatch_links() {
    for (auto& [peer, c] : links_)
        if (std::exchange(c.watched, false)) watcher_.unwatch(c.link->descriptor());
    all_watched_ = links_.empty();
}

void socket_driver::arm() {
    polls_without_arm_ = 0;
    for (const task_id peer : wait_for_room_) {
        const auto found = links_.find(peer);
        if (found == links_.end()) continue;
        found->second.watched_for_room = false;
        if (found->second.watched)
            watcher_.rewatch(found->second.link->descriptor(), peer, link_watcher::interest::read);
    }
    wait_for_room_.clear();
    if (all_watched_) return;
    for (auto& [peer, c] : links_) {
        if (c.watched) continue;
        watcher_.watch(c.link->descriptor(), peer);
        c.watched = true;
    }
    all_watched_ = true;
}

// Called after arm(), so the link is watched.
void socket_driver::watch_writable(task_id peer) {
    const auto found = links_.find(peer);
    if (found == links_.end() || std::exchange(found->second.watched_for_room, true)) return;
    wait_for_room_.push_back(peer);
    watcher_.rewatch(found->second.link->descriptor(), peer, link_watcher::interest::read_and_write);
}

void socket_driver::sleep(deadline until) {
    if (ready_.empty()) watcher_.wait(until, ready_);
}

void socket_driver::forget(task_id peer, errc why) {
    if (const auto found = links_.find(peer); found != links_.end()) {
        if (found->second.watched) watcher_.unwatch(found->second.link->descriptor());
        links_.erase(found);
    }
    maker_.forget(peer, why);
}

}  // namespace banyan::net::detail
