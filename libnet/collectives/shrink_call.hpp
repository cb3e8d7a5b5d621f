// shrink with a function that is called before each message, so that tests can end a rank between two of them.
#pragma once

#include <functional>

#include "banyan/net/shrink.hpp"

namespace banyan::net {

/// As shrink(). An exception of `before_send` ends the call without any further message.
[[nodiscard]] group shrink_with(const group& g, deadline until, std::function<void()> before_send);

}  // namespace banyan::net
