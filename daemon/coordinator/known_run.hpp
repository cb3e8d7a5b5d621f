// What the hosts of a virtual machine remember of its runs, put together for a coordinator that has been started again.
// Pure.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "daemon/coordinator/run_host.hpp"
#include "daemon/daemon.pb.h"

namespace banyan::daemon {

/// Hosts by number.
using host_table = std::map<std::uint32_t, std::shared_ptr<run_host>>;

/// One run as all of its hosts know it together.
struct known_run {
    wire::RunRecord record;
    wire::RunEnding ending;                    ///< of the host that was told most
    std::int64_t ending_age_ms = 0;            ///< since that host was told
    std::int64_t age_ms = 0;                   ///< since its start
    std::vector<net::control::Loss> losses{};  ///< in the order in which the tasks were told; the longest of the lists
    std::map<std::uint32_t, wire::TaskKnown> tasks{};
    std::set<std::uint32_t> hosts{};  ///< that know the run
};

/// A command asks for a run that no host knows: may it be started? It may if it was not before: a run that has begun is
/// known to all of its hosts. `may_be_forgotten`: a host that may have known it is lost, or it has ended meanwhile.
bool may_start(const wire::StartRun& request, bool may_be_forgotten);

/// Collects the messages RunKnown and TaskKnown of all hosts.
class known_runs {
  public:
    /// Takes one of them from this host; any other message is left alone. Throws net::error protocol_violation for what
    /// the host cannot know.
    void take(net::host_id from, const wire::FromHost& message);
    /// By number. Runs that no host has a record of are left out: nobody can say what they are. So is one that claims a
    /// task of another one.
    [[nodiscard]] std::map<int, known_run> list() const;

  private:
    void take(net::host_id from, const wire::RunKnown& run);

    std::map<int, known_run> runs_;
};

}  // namespace banyan::daemon
