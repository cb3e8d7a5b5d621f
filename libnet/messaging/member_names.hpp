// What errors call the tasks of a run.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "libnet/transport/member.hpp"

namespace banyan::net::detail {

/// Thread rule: set() is called once, before any other thread knows the object; the other functions by any thread.
class member_names {
  public:
    /// The tasks that may be addressed, in the order of their ranks; without it any task may be.
    void set(const std::vector<member>& members);
    /// "rank 2 (task 40002) on host b"; "task 40002" if it is no member.
    [[nodiscard]] std::string of(task_id task) const;
    [[nodiscard]] bool may_be_addressed(task_id task) const { return names_.empty() || names_.contains(task); }
    [[nodiscard]] std::size_t size() const { return names_.size(); }

  private:
    std::unordered_map<task_id, std::string> names_;
};

}  // namespace banyan::net::detail
