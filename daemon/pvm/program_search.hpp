// Finds the program that a spawn names, along the ep= path of its host.
#pragma once

#include <string>
#include <vector>

namespace banyan::daemon::pvm {

/// The text with each $NAME replaced by the variable.
std::string with_variables(const std::string& text);

/// The folders of a list that is separated by colons, with $NAME replaced by the variable. Empty folders are left out.
std::vector<std::string> search_folders(const std::string& list);

/// The default list, as in PVM: PVM_PATH, otherwise $HOME/pvm3/bin/$PVM_ARCH and $PVM_ROOT/bin/$PVM_ARCH.
std::string default_search_list();

/// The path of an executable file: `name` itself if it has a slash (relative to `directory`), otherwise the first one
/// in `folders`. "" if there is none.
std::string find_program(const std::string& name, const std::vector<std::string>& folders,
                         const std::string& directory);

}  // namespace banyan::daemon::pvm
