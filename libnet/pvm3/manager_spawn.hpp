// pvm_spawn of a task that has a resource manager.
#pragma once

#include <optional>
#include <vector>

namespace banyan::pvm3 {

struct spawn_result {
    int status = 0;         // the number of started tasks, or an error code
    std::vector<int> tids;  // tids first, then error codes
};

/// Asks the manager (SM_SPAWN) and tells the tasks their siblings. Nothing if this task has no manager.
std::optional<spawn_result> spawn_by_manager(const char* program, char** arguments, int flags, const char* where,
                                             int count);

}  // namespace banyan::pvm3
