// The names of tasks in error texts.
#pragma once

#include <functional>
#include <string>

#include "banyan/net/ids.hpp"

namespace banyan::net::detail {

/// Returns the name of a task.
using task_naming = std::function<std::string(task_id)>;

/// The id of a task, for a task without another name.
std::string number_of(task_id task);

}  // namespace banyan::net::detail
