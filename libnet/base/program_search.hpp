// Finds a program in a list of folders that may name variables.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace banyan::net {

/// The value of a variable; null if there is none. The default are the variables of this process.
using variable_lookup = std::function<const char*(const std::string& name)>;
const char* own_variable(const std::string& name);

/// The text with each $NAME replaced by the value of the variable.
std::string with_variables(const std::string& text, const variable_lookup& variable = own_variable);

/// The folders of a list that is separated by colons, with $NAME replaced by the value of the variable. Empty folders
/// are left out.
std::vector<std::string> search_folders(const std::string& list, const variable_lookup& variable = own_variable);

/// The path of an executable file: `name` itself if it has a slash (relative to `directory`), otherwise the first one
/// in `folders`. "" if there is none.
std::string find_program(const std::string& name, const std::vector<std::string>& folders,
                         const std::string& directory);

/// The first of these paths that is an executable file, with $NAME replaced by the value of the variable. Relative
/// paths are left out. "" if there is none.
std::string first_executable(const std::vector<std::string>& paths);

}  // namespace banyan::net
