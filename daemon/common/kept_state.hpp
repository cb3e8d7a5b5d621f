// The state that outlives a coordinator, in memory that keeper and coordinator share.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>

#include "banyan/net/ids.hpp"
#include "libnet/base/secret.hpp"
#include "libnet/base/sha256.hpp"

namespace banyan::daemon {

/// The keeper makes it, and wipes the secret at the end. Only the coordinator writes the other members.
struct kept_state {
    /// Replaces the pid of the watcher if ssh or a launcher has started the host daemon.
    static constexpr std::int32_t started_elsewhere = -1;

    net::secret_key secret{};
    std::atomic<std::uint32_t> last_host{0};  ///< the highest number that has been assigned
    std::atomic<std::int32_t> last_run{0};
    std::atomic<bool> plain_data{false};
    std::atomic<bool> has_lost_hosts{false};  ///< a host has left the virtual machine or was lost
    /// By host number: the pid of the watcher, or started_elsewhere, or 0 for a number without a host.
    std::array<std::atomic<std::int32_t>, net::task_id::max_host + 1> hosts{};
    /// By host number: host_name_digest() of its name. Written before its entry in `hosts`, and only then valid.
    std::array<net::sha256_digest, net::task_id::max_host + 1> names{};

    static_assert(std::atomic<std::uint32_t>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);
};

/// With it a restarted coordinator recognizes the name of a host.
net::sha256_digest host_name_digest(const std::string& name);

/// A new one, with all values 0, in a memfd that is close-on-exec. Throws net::error resource_limit.
int make_kept_state();

/// Maps the memory of this descriptor until the process ends. Throws net::error launch_failed.
kept_state& map_kept_state(int descriptor);

}  // namespace banyan::daemon
