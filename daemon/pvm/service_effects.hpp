// What the registry of the PVM service does to the outside: messages, processes, hosts. The server implements it; tests
// record it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "libnet/pvm3/service_messages.pb.h"

namespace banyan::daemon::pvm {

/// A task id of PVM: host number << 18 | local part.
using tid = std::uint32_t;

/// One process to start.
struct start_order {
    tid task = 0;
    std::uint32_t host = 0;  // its number
    std::string program;
    std::vector<std::string> arguments;           // without the program's name
    std::vector<std::string> environment;         // "NAME=value", in addition to that of the host
    std::string directory;                        // "" = the default of the host
    std::vector<std::string> fallback_folders{};  // searched after those of the host
    int flags = 0;                                // of pvm_spawn
    std::uint32_t umask = 022;                    // that of the task that spawns it
    struct {
        int instance = 0;  // its number among the processes of this Spawn
        int on_host = 1;   // how many of them are on its host
        int of = 1;        // and altogether
    } place{};
};

/// What a tasker needs to start a process itself.
struct program_facts {
    std::string path;                      // "" = there is no such program
    std::vector<std::string> environment;  // "NAME=value", all that the process gets in addition to the tasker's own
    // If not empty, `path` is a name that the tasker has to look for, because its host is another computer.
    std::string search_list{};
};

/// The functions are called from inside the functions of the registry. They must not call the registry and must not
/// block.
class service_effects {
  public:
    virtual ~service_effects() = default;
    /// Sends to an enrolled task. `to` is 0 only for the answer to an Enrol that is refused.
    virtual void send(tid to, const pvm3::wire::ToPvmTask& message) = 0;
    /// Closes the connection of a task that has ended without it: its process or its host has ended.
    virtual void disconnect(tid /*task*/) {}
    /// Ends in registry::started() or registry::not_started().
    virtual void start(const start_order& order) = 0;
    /// Where the program of an order is, for a tasker that starts it instead of start().
    virtual program_facts find_program_of(const start_order& order) { return {order.program, order.environment}; }
    /// To the process of a task. A started process can have descendants that are tasks too: `task` is the tid with
    /// which it was started, or that of a task that has enrolled.
    virtual void signal(tid task, int signal) = 0;
    /// Ends in registry::hosts_added() with the same `request`.
    virtual void add_hosts(std::uint64_t request, const std::vector<std::string>& names) = 0;
    /// Ends in registry::hosts_deleted() with the same `request`.
    virtual void delete_hosts(std::uint64_t request, const std::vector<std::string>& names) = 0;
    /// Ends the virtual machine.
    virtual void halt() = 0;
    /// One line for the log, without newline.
    virtual void log(const std::string& line) = 0;
};

}  // namespace banyan::daemon::pvm
