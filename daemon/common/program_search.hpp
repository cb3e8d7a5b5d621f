// Finds a program in a list of folders that may name variables.
#pragma once

#include <string>
#include <vector>

namespace banyan::daemon {

/// The text with each $NAME replaced by the variable.
std::string with_variables(const std::string& text);

/// The folders of a list that is separated by colons, with $NAME replaced by the variable. Empty folders are left out.
std::vector<std::string> search_folders(const std::string& list);

/// The path of an executable file: `name` itself if it has a slash (relative to `directory`), otherwise the first one
/// in `folders`. "" if there is none.
std::string find_program(const std::string& name, const std::vector<std::string>& folders,
                         const std::string& directory);

}  // namespace banyan::daemon
