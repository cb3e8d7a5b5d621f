// Programs that are never started, for code that starts them. Linking fake_processes.cpp replaces
// daemon/common/processes.cpp and kill().
#pragma once

#include <string>
#include <vector>

namespace banyan::fuzz {

/// The fake processes that have been started and not yet ended. Their ids are those of no process of the system.
std::vector<int>& processes();
/// What the next ones write to stderr.
void set_last_words(const std::string& text);

}  // namespace banyan::fuzz
