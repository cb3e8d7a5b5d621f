// Which of several failures of a run is the cause. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace banyan::daemon {

/// Order of belief: a task that was killed, or whose host is lost, did not fail because of another one; a task that
/// exits with an error may have.
enum class failure_kind { by_itself, status };

struct run_failure {
    failure_kind kind = failure_kind::status;
    int status = 1;  ///< what the run returns
    std::string text;
};

/// Collects the failures of a short while after the first.
class failure_collector {
  public:
    void add(run_failure failure) { failures_.push_back(std::move(failure)); }
    [[nodiscard]] bool empty() const { return failures_.empty(); }

    /// The first that failed by itself, else the first of all.
    [[nodiscard]] std::optional<run_failure> cause() const {
        for (const auto& failure : failures_)
            if (failure.kind == failure_kind::by_itself) return failure;
        return failures_.empty() ? std::nullopt : std::optional(failures_.front());
    }

  private:
    std::vector<run_failure> failures_;
};

}  // namespace banyan::daemon
