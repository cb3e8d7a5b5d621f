// The coordinator's side of its keeper: what it has inherited, and what the keeper is to keep.
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
    /// `restarts` and `listeners` are the arguments of the coordinator. Throws net::error launch_failed where no keeper
    /// has started this process.
    keeper_link(int restarts, int listeners);
    keeper_link(const keeper_link&) = delete;
    keeper_link& operator=(const keeper_link&) = delete;
    /// Closes what has not been taken.
    ~keeper_link();

    [[nodiscard]] kept_state& state() const { return state_; }
    /// True if there was a coordinator of this virtual machine before.
    [[nodiscard]] bool is_restart() const { return restarts_ > 0; }
    /// The keeper's process, or 0 once it is dead.
    [[nodiscard]] pid_t keeper() const;

    /// The hosts of the virtual machine by number, each with the pid of its watcher or kept_state::started_elsewhere.
    [[nodiscard]] std::map<std::uint32_t, pid_t> hosts() const {
        std::map<std::uint32_t, pid_t> found;
        for (std::uint32_t number = 0; number < state_.hosts.size(); ++number)
            if (const pid_t watcher = state_.hosts[number]; watcher != 0) found[number] = watcher;
        return found;
    }

    /// Descriptors for the caller to own, each once.
    int take_folder_lock() { return take(folder_); }
    int take_hosts_listener() { return take(hosts_); }
    int take_commands_listener() { return take(commands_); }
    std::vector<int> take_tcp_listeners() { return std::exchange(tcp_, {}); }

    // Messages to the keeper. None of them waits: a keeper that is stopped gets them when it goes on.

    /// Commands are answered from now on.
    void serving() { tell(keeper_message::serving); }
    /// Gives it a duplicate of a TCP listener, for a coordinator that is started again.
    void keep_listener(int descriptor) { tell(keeper_message::listener, descriptor); }
    /// The virtual machine ends: the keeper closes its listeners and does not start the coordinator again.
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
