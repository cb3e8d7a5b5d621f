// Which of several failures of a run is the cause, and which follow from others. Pure.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "banyan/net/ids.hpp"

namespace banyan::daemon {

/// Order of belief: a task that was killed, or whose host is lost, did not fail because of another one; a task that
/// ends itself (abort, end without closing its session) may have; one that exits with an error often has.
enum class failure_kind { by_itself, ended_itself, status };

struct run_failure {
    static constexpr std::size_t never = std::numeric_limits<std::size_t>::max();

    failure_kind kind = failure_kind::status;
    int status = 1;    ///< what the run returns if this is the cause
    std::string text;  ///< "rank 1 (task 40002) on host a: ended with status 3"

    /// The tasks that failed; none for a failure of the run as a whole.
    std::vector<net::task_id> tasks{};
    int rank = -1;  ///< of the only task
    std::string host{};
    std::string task_text{};       ///< "rank 1 (task 40002) on host a"
    std::string exception_text{};  ///< of an exception that nothing caught
    net::task_id follows{};        ///< the task whose loss that exception names

    /// Losses are counted as the run's tasks are told of them. This task's own loss was the one of this number...
    std::size_t lost_as = never;
    /// ...and it had been told of so many before it failed.
    std::size_t losses_told = 0;
};

/// A failure as the report of a run lists it.
struct listed_failure {
    run_failure what;
    bool follows = false;  ///< from another failure of the run
    std::string text;      ///< says so
};

/// Collects the failures of a run.
class failure_collector {
  public:
    static constexpr std::size_t most_failures = 1000;

    void add(run_failure failure) {
        if (failures_.size() < most_failures) failures_.push_back(std::move(failure));
    }
    [[nodiscard]] bool empty() const { return failures_.empty(); }

    /// The first of the most believable kind that follows from no other one. Stays once it is settled.
    [[nodiscard]] const run_failure* cause() const;
    /// What comes later is no cause any more, and is listed only if it follows from what is known.
    void decide();
    /// The cause first, then the others as they came.
    [[nodiscard]] std::vector<listed_failure> list() const;

  private:
    [[nodiscard]] const run_failure* source_of(const run_failure& failure) const;
    [[nodiscard]] std::string text_of(const run_failure& failure) const;

    std::vector<run_failure> failures_;
    std::optional<std::size_t> cause_;   // once settled
    std::size_t known_ = most_failures;  // of the failures, when it was settled
};

}  // namespace banyan::daemon
