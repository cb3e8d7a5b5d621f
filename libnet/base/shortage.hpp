// Texts of system errors, which name the limit if no descriptor is left.
#pragma once

#include <string>
#include <system_error>

namespace banyan::net::detail {

bool is_shortage(const std::error_code& failed);

/// "out of file descriptors: 64 are allowed (ulimit -n)", or the system's text for any other error.
std::string shortage_text(const std::error_code& failed);
/// As above, for an errno.
std::string shortage_text(int error_number);

}  // namespace banyan::net::detail
