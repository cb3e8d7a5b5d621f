// One task of a run: where it is, how far it has come, and how it has ended.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "daemon/coordinator/run_failure.hpp"
#include "daemon/coordinator/run_host.hpp"
#include "daemon/daemon.pb.h"

namespace banyan::daemon {

struct run_member {
    enum class phase { starting, alive, dead, over };  // dead: the process has ended; over: its output too

    net::task_id task;
    int rank;
    std::shared_ptr<run_host> host;
    phase state = phase::starting;
    bool ordered = false;       // its host has the order to start it
    bool asked_to_end = false;  // before the coordinator was restarted
    std::optional<int> wait_status;
    int pid = 0;
    bool published = false;
    bool left = false;
    net::control::Endpoints endpoints;
    std::size_t lost_as = run_failure::never;       // number of its loss in the losses of the run
    std::optional<net::control::Failure> uncaught;  // the exception that ends it

    /// Its process has not ended.
    [[nodiscard]] bool is_present() const { return state == phase::starting || state == phase::alive; }
    /// "rank 1 (task 40002) on host a".
    [[nodiscard]] std::string text() const;
};

/// The failure of a task whose process has ended with this status. `losses`: how many losses have been sent to the
/// tasks of the run.
run_failure failure_of(const run_member& ended, int wait_status, std::size_t losses);

}  // namespace banyan::daemon
