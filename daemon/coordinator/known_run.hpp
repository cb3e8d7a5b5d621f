// Merges what the hosts report about the runs to a restarted coordinator. Pure.
#pragma once

#include <cstddef>
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

/// What all hosts of a run know about it together.
struct known_run {
    wire::RunRecord record;
    wire::RunEnding ending;                    ///< from the host that had received the most
    std::int64_t ending_age_ms = 0;            ///< since that host received it
    std::int64_t age_ms = 0;                   ///< since its start
    std::vector<net::control::Loss> losses{};  ///< the longest list of a host, in the order of sending to the tasks
    std::map<std::uint32_t, wire::TaskKnown> tasks{};
    std::set<std::uint32_t> hosts{};  ///< the hosts that know the run
};

/// True if a run that a command requests, and that no host knows, can be started without starting it twice. A run that
/// has begun is known to all of its hosts. `may_be_forgotten`: a host that may have known the run is lost, or the run
/// has ended.
bool may_start(const wire::StartRun& request, bool may_be_forgotten);

/// Collects the messages RunKnown and TaskKnown of all hosts. A host daemon may be false, so the memory for its reports
/// is limited.
class known_runs {
  public:
    /// The limit of all messages of one host until the runs are restored.
    static constexpr std::size_t most_bytes_of_host = std::size_t{64} << 20;

    /// `last_run`: the highest number of a run that has been assigned.
    explicit known_runs(int last_run) : last_run_(last_run) {}

    /// Counts a message of this host, of any kind. Throws net::error protocol_violation if its messages are longer than
    /// most_bytes_of_host together.
    void count(net::host_id from, const wire::FromHost& message);
    /// Adds such a message of this host; ignores other messages. Throws net::error protocol_violation for a report that
    /// this host cannot make.
    void take(net::host_id from, const wire::FromHost& message);
    /// The runs by number. Leaves out runs of which no host has a record, and runs that claim a task of another run.
    [[nodiscard]] std::map<int, known_run> list() const;

  private:
    void take(net::host_id from, const wire::RunKnown& run);
    void take(net::host_id from, const wire::TaskKnown& task);
    void check(net::host_id from, const wire::RunKnown& run) const;
    void check_record(net::host_id from, const wire::RunRecord& record);
    [[nodiscard]] bool has_task(int run, std::uint32_t task) const;

    int last_run_;
    std::map<int, known_run> runs_;
    std::map<int, std::vector<std::uint32_t>> tasks_of_run_;  // sorted, of the runs with a record
    std::map<std::uint32_t, std::size_t> bytes_of_host_;
};

}  // namespace banyan::daemon
