// Writes a file so that its old contents stay if the new ones cannot be written.
#pragma once

#include <filesystem>
#include <functional>
#include <ostream>
#include <string>

namespace banyan::tools {

/// Writes a file. `fill` writes the contents; it may be called twice, and must then write the same. The contents go to
/// a new file in the same folder, which takes the place of the old file when it is complete. Owner and permissions
/// stay, and a symbolic link stays a link.
///
/// These files are written in place, so their old contents are lost if the new ones cannot be written: devices, pipes,
/// open files in /proc (such as /dev/stdout), files with several names (hard links) or an access control list, files in
/// a folder that this user cannot write to, and files behind a link of another user in a folder such as /tmp. The
/// system usually refuses such a link.
///
/// Throws verb_error (failed) with `option`, file and reason if the file cannot be written.
void replace_file(const std::filesystem::path& file, const std::string& option,
                  const std::function<void(std::ostream&)>& fill);

}  // namespace banyan::tools
