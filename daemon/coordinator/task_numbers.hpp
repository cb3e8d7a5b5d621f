// The local parts of the task ids of one host.
#pragma once

#include <algorithm>
#include <cstdint>

#include "banyan/net/ids.hpp"

namespace banyan::daemon {

/// The numbers count up from 1. After the largest one they begin again at 1, without those of tasks that still exist: a
/// long run keeps its ids while any number of short ones start and end.
class task_numbers {
  public:
    explicit task_numbers(std::uint32_t most = net::task_id::max_local) : most_(most) {}

    /// The number of a new task; 0 if all belong to tasks. `is_used(number)` is true if a task has it. It is asked only
    /// for numbers that have been assigned before.
    template <class Used>
    [[nodiscard]] std::uint32_t next(Used is_used) {
        for (std::uint32_t tried = 0; tried < most_; ++tried) {
            last_ = last_ % most_ + 1;
            const bool is_new = last_ > highest_;
            highest_ = std::max(highest_, last_);
            if (is_new || !is_used(last_)) return last_;
        }
        return 0;
    }
    /// An earlier coordinator has assigned the numbers up to this one.
    void reserve(std::uint32_t number) {
        highest_ = std::max(highest_, number);
        last_ = std::max(last_, number);
    }

  private:
    const std::uint32_t most_;
    std::uint32_t last_ = 0;
    std::uint32_t highest_ = 0;  // of all that have been assigned
};

}  // namespace banyan::daemon
