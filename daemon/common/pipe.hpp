// A pipe that programs do not inherit.
#pragma once

#include <array>

namespace banyan::daemon {

/// The ends to read from and to write to; the caller closes them. Throws net::error resource_limit, naming the limit.
std::array<int, 2> make_pipe();

}  // namespace banyan::daemon
