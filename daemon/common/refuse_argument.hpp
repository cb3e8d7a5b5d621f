// How the daemons and their clients refuse what a user asks for.
#pragma once

#include <string>

#include "banyan/net/error.hpp"

namespace banyan::daemon {

/// Throws errc::invalid_argument; `text` says what, which value, and what is allowed.
[[noreturn]] inline void refuse_argument(const std::string& text) {
    throw net::error(net::errc::invalid_argument, text);
}

}  // namespace banyan::daemon
