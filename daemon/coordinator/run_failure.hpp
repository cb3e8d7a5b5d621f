// Which of several failures of a run is the cause, and which follow from others. Pure.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "banyan/net/ids.hpp"

namespace banyan::daemon {

/// In the order of likelihood of being the cause. A task that was killed or whose host is lost did not fail because of
/// another one. A task that ended itself (abort, end without closing its session) may have failed because of another
/// one. A task that exited with an error often has.
enum class failure_kind { by_itself, ended_itself, status };

struct run_failure {
    static constexpr std::size_t never = std::numeric_limits<std::size_t>::max();

    failure_kind kind = failure_kind::status;
    int status = 1;    ///< the status of the run if this is the cause
    std::string text;  ///< "rank 1 (task 40002) on host a: ended with status 3"

    /// The tasks that failed; none for a failure of the run as a whole.
    std::vector<net::task_id> tasks{};
    int rank = -1;  ///< of the only task
    std::string host{};
    std::string task_text{};       ///< "rank 1 (task 40002) on host a"
    std::string exception_text{};  ///< of an uncaught exception
    net::task_id follows{};        ///< the task whose loss that exception names

    /// The number of the loss of this task, in the order in which losses are sent to the tasks of the run.
    std::size_t lost_as = never;
    /// The number of losses that had been sent to this task before it failed.
    std::size_t losses_told = 0;
};

/// A failure as the report of a run lists it.
struct listed_failure {
    run_failure what;
    bool follows = false;  ///< from another failure of the run
    std::string text;      ///< names that other failure
};

/// Collects the failures of a run.
class failure_collector {
  public:
    static constexpr std::size_t most_failures = 1000;

    void add(run_failure failure) {
        if (failures_.size() < most_failures) failures_.push_back(std::move(failure));
    }
    [[nodiscard]] bool empty() const { return failures_.empty(); }

    /// The first failure of the most likely kind that does not follow from another one. Does not change after decide().
    [[nodiscard]] const run_failure* cause() const;
    /// Later failures cannot be the cause, and are listed only if they follow from an earlier one.
    void decide();
    /// The cause first, then the others in the order in which they were added.
    [[nodiscard]] std::vector<listed_failure> list() const;

  private:
    [[nodiscard]] const run_failure* source_of(const run_failure& failure) const;
    [[nodiscard]] std::string text_of(const run_failure& failure) const;

    std::vector<run_failure> failures_;
    std::optional<std::size_t> cause_;   // after decide()
    std::size_t known_ = most_failures;  // number of failures at decide()
};

}  // namespace banyan::daemon
