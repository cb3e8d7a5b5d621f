// What `banyan doctor` finds out about other hosts: whether their daemons can be started, and what they would have.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "daemon/client/host_file.hpp"
#include "daemon/client/virtual_machine.hpp"

namespace banyan::daemon {

/// The system clock of a host, compared with that of this computer.
struct clock_reading {
    double ahead_s = 0;
    double uncertainty_s = 0;  ///< the difference is ahead_s plus or minus this
};

/// What is not known is empty or 0.
struct host_examination {
    std::string name;
    int slots = 0;
    std::string address{};  ///< numeric address where its tasks would listen
    std::string version{};  ///< of Banyan
    std::string system{};   ///< name of the operating system, and its kernel
    int cores = 0;
    std::string folder{};                       ///< the one of its virtual machines
    std::optional<std::uint64_t> free_bytes{};  ///< in that folder
    std::optional<bool> reaches_here{};         ///< whether it can connect to this computer
    std::optional<bool> is_reached{};           ///< whether this computer can connect to it
    std::optional<clock_reading> clock{};
    std::vector<std::string> failures{};  ///< a line for each; empty if the host can be used

    std::string here{};      ///< the address of this computer for the host
    std::uint16_t port = 0;  ///< where the host listens during the examination
    bool is_complete = false;
};

/// Takes a line that `banyand check` prints. Other lines are ignored: the login shell of a host may print some.
void take_check_line(host_examination& host, const std::string& line);

/// Examines hosts as `up` would start them. Hosts are examined in parallel, each for 30 s at most, and the result has
/// their order. Blocks. Throws as plan_hosts(), and net::error if this computer cannot listen.
std::vector<host_examination> examine_hosts(const std::vector<host_entry>& hosts);

/// Examines the hosts of the running virtual machine (virtual_machine::find()) in the same way, by a task on each of
/// them. `prepare` is called with each run before it starts, from several threads.
std::vector<host_examination> examine_running_hosts(const std::vector<host_info>& hosts,
                                                    const std::function<void(run_request&)>& prepare);

}  // namespace banyan::daemon
