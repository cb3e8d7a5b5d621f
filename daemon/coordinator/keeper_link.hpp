// The coordinator's connection to its keeper: inherited descriptors and shared state, and messages to the keeper.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "daemon/common/kept_state.hpp"
#include "daemon/coordinator/inherited.hpp"

namespace banyan::daemon {

class keeper_link {
  public:
    /// `restarts` and `listeners` are the arguments of the coordinator. Throws net::error launch_failed if this process
    /// was not started by a keeper.
    keeper_link(int restarts, int listeners);
    keeper_link(const keeper_link&) = delete;
    keeper_link& operator=(const keeper_link&) = delete;
    /// Closes the descriptors that have not been taken.
    ~keeper_link();

    [[nodiscard]] kept_state& state() const { return state_; }
    /// True if this virtual machine had a coordinator before.
    [[nodiscard]] bool is_restart() const { return restarts_ > 0; }
    /// The process id of the keeper; 0 if it is dead.
    [[nodiscard]] pid_t keeper() const;

    /// The hosts of the virtual machine by number, each with the pid of its watcher or kept_state::started_elsewhere.
    [[nodiscard]] std::map<std::uint32_t, pid_t> hosts() const {
        std::map<std::uint32_t, pid_t> found;
        for (std::uint32_t number = 0; number < state_.hosts.size(); ++number)
            if (const pid_t watcher = state_.hosts[number]; watcher != 0) found[number] = watcher;
        return found;
    }

    // Each descriptor can be taken once. The caller then owns it.
    int take_folder_lock() { return take(folder_); }
    int take_hosts_listener() { return take(hosts_); }
    int take_commands_listener() { return take(commands_); }
    std::vector<int> take_tcp_listeners() { return std::exchange(tcp_, {}); }

    // Messages to the keeper. Sending does not wait: a stopped keeper gets them when it continues.

    /// Commands are accepted from now on.
    void serving() { tell(keeper_message::serving); }
    /// Sends a duplicate of a TCP listener, which the next coordinator inherits.
    void keep_listener(int descriptor) { tell(keeper_message::listener, descriptor); }
    /// The virtual machine ends: the keeper closes its listeners and starts no further coordinator.
    void ending() { tell(keeper_message::ending); }

  private:
    static int take(int& descriptor) { return std::exchange(descriptor, -1); }
    void tell(keeper_message what, int descriptor = -1);

    kept_state& state_;
    int restarts_;
    pid_t keeper_;
    int socket_ = keeper_socket;
    int folder_ = folder_lock;
    int hosts_ = hosts_listener;
    int commands_ = commands_listener;
    std::vector<int> tcp_;
};

}  // namespace banyan::daemon
