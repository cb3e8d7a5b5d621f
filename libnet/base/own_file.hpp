// Files whose names other users know, in folders where these users may make files too, such as /tmp.
#pragma once

#include <filesystem>
#include <string>

namespace banyan::net {

/// Opens a regular file of this user with these flags of open(2). A file that is made has mode 0600. The caller closes
/// the descriptor. Returns -1 if the file cannot be opened, is a symbolic link or a FIFO, or belongs to another user. A
/// file that is to be written must have no other name: otherwise another user may have linked a file of this user
/// there. Never waits.
int open_own_file(const std::filesystem::path& file, int flags);

/// The first line of such a file, without its newline. "" if there is none. Reads at most 4096 bytes.
std::string first_line_of_own_file(const std::filesystem::path& file);

}  // namespace banyan::net
