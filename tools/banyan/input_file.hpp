// The file that an option names, read whole.
#pragma once

#include <filesystem>
#include <string>

#include "tools/banyan/verb.hpp"

namespace banyan::tools {

/// The bytes of the file. Throws verb_error (`unreadable`) with option, file and reason if it cannot be read.
std::string read_input_file(const std::filesystem::path& file, const std::string& option,
                            exit_status unreadable = exit_status::failed);

}  // namespace banyan::tools
