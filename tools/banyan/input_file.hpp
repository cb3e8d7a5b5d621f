// The file that an option names, read whole.
#pragma once

#include <filesystem>
#include <string>

namespace banyan::tools {

/// The bytes of the file. Throws verb_error (failed) with option, file and reason if it cannot be read.
std::string read_input_file(const std::filesystem::path& file, const std::string& option);

}  // namespace banyan::tools
