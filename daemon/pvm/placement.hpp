// On which hosts the processes of a Spawn start. Pure.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "daemon/pvm/service_effects.hpp"

namespace banyan::daemon::pvm {

/// Distributes processes in contiguous blocks over the hosts, starting after the host that the previous call has used
/// last; for the first call of a host's tasks, after that host. Speeds are not used.
class placement {
  public:
    /// `other_names`: numeric addresses and the name of the computer. A Spawn may name the host by one of them if no
    /// host has it as its name.
    void add(std::uint32_t number, const std::string& name, const std::string& architecture,
             const std::vector<std::string>& other_names = {});
    void remove(std::uint32_t host);

    struct request {
        int flags = 0;      // PvmTaskHost, PvmTaskArch, PvmHostCompl
        std::string where;  // a name or address of a host, an architecture, or "." = the caller's host; a part after
                            // ':' is ignored
        int count = 1;      // >= 1
        std::uint32_t caller = 0;
    };
    /// The host number of each process; empty if no host is allowed.
    std::vector<std::uint32_t> place(const request& wanted);

  private:
    struct host {
        std::string name;
        std::string architecture;
        std::vector<std::string> other_names;
    };
    [[nodiscard]] std::vector<std::uint32_t> allowed(const request& wanted) const;

    std::map<std::uint32_t, host> hosts_;
    std::map<std::uint32_t, std::uint32_t> last_used_;  // by the tasks of each host
};

/// The part of `where` after the first ':': the working directory of the processes. "" = the default.
std::string directory_of(const std::string& where);

}  // namespace banyan::daemon::pvm
