// Links over TCP and Unix-domain sockets. A link_maker makes them in its own thread; this class watches them. The links
// call the sockets directly.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "libnet/transport/driver.hpp"
#include "libnet/transport/socket/link_maker.hpp"
#include "libnet/transport/socket/link_watcher.hpp"

namespace banyan::net::detail {

class socket_driver final : public driver {
  public:
    /// Starts listening. Throws resource_limit or invalid_argument if that is not possible.
    static std::unique_ptr<socket_driver> make(const socket_settings& settings, driver_events& events);

    // --- before start()
    /// The addresses of this task.
    [[nodiscard]] task_endpoints endpoints() const { return maker_.endpoints(); }
    /// The other tasks and their addresses.
    void set_members(const std::vector<member>& members) { maker_.set_members(members); }
    /// Calls driver_events::on_wake whenever the descriptor is readable, until its other end is closed. Borrows it.
    void watch(int descriptor) { maker_.watch(descriptor); }

    void start() override { maker_.start(); }
    void stop() override { maker_.stop(); }
    /// Adds a task that has been located, at any time; with open membership only. Any thread; never blocks.
    void add_member(const member& located) { maker_.add_member(located); }
    void connect(task_id peer) override { maker_.connect(peer); }
    void poll() override;
    void arm() override;
    void sleep(deadline until) override;
    void wake() override { watcher_.wake(); }
    void watch_writable(task_id peer) override;
    void forget(task_id peer, errc why) override;
    [[nodiscard]] bool link_under_way(task_id peer) const override { return maker_.link_under_way(peer); }
    [[nodiscard]] bool busy() const override { return !ready_.empty(); }

  private:
    socket_driver(const socket_settings& settings, driver_events& events);

    struct connected {
        std::shared_ptr<socket_link> link;
        bool watched = false;
        bool watched_for_room = false;
    };

    std::shared_ptr<socket_link> add(task_id peer, link_maker::ready_socket made, std::uint64_t its_window_bytes);
    void unwatch_links();

    const std::chrono::milliseconds silence_limit_;
    driver_events* events_;
    link_watcher watcher_;
    unsigned polls_without_arm_ = 0;
    std::vector<task_id> ready_;          // reported by the watcher, not yet delivered
    std::vector<task_id> wait_for_room_;  // watched for writing until the next arm()
    bool all_watched_ = true;
    std::unordered_map<task_id, connected> links_;
    link_maker maker_;  // last member: its thread ends first
};

}  // namespace banyan::net::detail
