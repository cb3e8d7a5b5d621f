// The names of the tasks of a run in errors.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "libnet/transport/member.hpp"

namespace banyan::net::detail {

/// Thread rule: set() is called once, before any other thread knows the object. Any thread may call the other
/// functions.
class member_names {
  public:
    /// Sets the tasks that may be addressed, in rank order. Without it any task may be addressed.
    void set(const std::vector<member>& members);
    /// "rank 2 (task 40002) on host b"; "task 40002" if the task is not a member.
    [[nodiscard]] std::string of(task_id task) const;
    [[nodiscard]] bool may_be_addressed(task_id task) const { return names_.empty() || names_.contains(task); }
    [[nodiscard]] std::size_t size() const { return names_.size(); }

  private:
    std::unordered_map<task_id, std::string> names_;
};

}  // namespace banyan::net::detail
