#include "libnet/transport/socket/socket_driver.hpp"

#include <new>
#include <utility>

namespace banyan::net::detail {
namespace {

constexpr unsigned polls_before_unwatch = 8;  // for a mailbox that spins: some 2,000 reads of its links

}  // namespace

std::unique_ptr<socket_driver> socket_driver::make(const socket_settings& settings, driver_events& events) {
    try {
        return std::unique_ptr<socket_driver>(new socket_driver(settings, events));
    } catch (const boost::system::system_error& failed) {  // the reactors need descriptors too
        throw error(errc::resource_limit, "no sockets for messages: " + shortage_text(failed.code()));
    }
}

socket_driver::socket_driver(const socket_settings& settings, driver_events& events)
    : silence_limit_(settings.silence_limit),
      events_(&events),
      maker_(settings, events, [this](task_id peer, link_maker::ready_socket ready, std::uint64_t its_window_bytes) {
          return add(peer, std::move(ready), its_window_bytes);
      }) {
    const stream_socket first(
        io_);  // makes the reactor now, because descriptors may be out when the first link is made
}

// The leader may be sleeping; it watches the link when it arms the reactor for its next sleep.
std::shared_ptr<socket_link> socket_driver::add(task_id peer, link_maker::ready_socket ready,
                                                std::uint64_t its_window_bytes) {
    auto made = std::make_shared<connected>();
    made->link =
        std::make_shared<socket_link>(std::move(ready.socket), std::move(ready.protection), io_, silence_limit_);
    links_[peer] = made;
    if (events_->on_link(peer, made->link, its_window_bytes)) return made->link;
    links_.erase(peer);
    return nullptr;
}

void socket_driver::poll() {
    if (++polls_without_arm_ == polls_before_unwatch) unwatch_links();
    io_.restart();
    io_.poll();
    for (const task_id peer : std::exchange(ready_, {}))
        events_->on_ready(peer);
}

// The mailbox has polled for a while without sleeping, so it needs no reports about its links.
void socket_driver::unwatch_links() {
    for (auto& [peer, c] : links_)
        c->link->unwatch();
}

void socket_driver::arm() {
    polls_without_arm_ = 0;
    io_.restart();  // here, because a wake() before the sleep begins may have stopped it
    for (auto& [peer, c] : links_)
        wait_for(peer, c, stream_socket::wait_read, &connected::read_armed);
}

// `armed` is true while the wait is running. poll() reports the link when it has ended.
void socket_driver::wait_for(task_id peer, const std::shared_ptr<connected>& c, stream_socket::wait_type what,
                             bool connected::*armed) {
    if ((*c).*armed) return;
    c->link->watched_socket().async_wait(what, [this, peer, armed, weak = std::weak_ptr(c)](const auto& failed) {
        const auto alive = weak.lock();
        if (!alive) return;
        (*alive).*armed = false;
        if (failed != asio::error::operation_aborted) ready_.push_back(peer);
    });
    (*c).*armed = true;
}

void socket_driver::watch_writable(task_id peer) {
    if (const auto found = links_.find(peer); found != links_.end())
        wait_for(peer, found->second, stream_socket::wait_write, &connected::write_armed);
}

void socket_driver::sleep(deadline until) {
    if (until.is_never())
        io_.run_one();
    else
        io_.run_one_until(until.when());
}

void socket_driver::wake() {
    try {
        asio::post(io_, [] {});
    } catch (const std::bad_alloc&) {
        io_.stop();  // allocates no memory; handlers that are due run in the mailbox's next poll
    }
}

void socket_driver::forget(task_id peer, errc why) {
    links_.erase(peer);
    maker_.forget(peer, why);
}

}  // namespace banyan::net::detail
