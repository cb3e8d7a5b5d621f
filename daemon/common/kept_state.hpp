// What a virtual machine keeps when its coordinator is started again: in memory that keeper and coordinator share.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "banyan/net/ids.hpp"
#include "libnet/base/secret.hpp"

namespace banyan::daemon {

/// The keeper makes it and wipes the secret at the end; the coordinator alone writes the rest.
struct kept_state {
    /// In place of the pid of a watcher: the host is one of the virtual machine, and the coordinator did not start it
    /// itself.
    static constexpr std::int32_t started_elsewhere = -1;

    net::secret_key secret{};
    std::atomic<std::uint32_t> last_host{0};  ///< the highest number that has been given out
    std::atomic<std::int32_t> last_run{0};
    std::atomic<bool> plain_data{false};
    std::atomic<bool> has_lost_hosts{false};  ///< a host that was one of the virtual machine is no more
    /// By host number: 0 = not a host of the virtual machine, started_elsewhere, or the pid of its watcher.
    std::array<std::atomic<std::int32_t>, net::task_id::max_host + 1> hosts{};

    static_assert(std::atomic<std::uint32_t>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);
};

/// A new one, with all values 0, in a memfd that programs do not inherit. Throws net::error resource_limit.
int make_kept_state();

/// The one behind this descriptor, mapped until the process ends. Throws net::error launch_failed.
kept_state& map_kept_state(int descriptor);

}  // namespace banyan::daemon
