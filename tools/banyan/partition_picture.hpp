// A partition drawn with letters, for a terminal.
#pragma once

#include <string>

#include "banyan/part/partition.hpp"

namespace banyan::tools {

/// At most 20 lines of 56 letters, one letter per processor (0-9, A-Z, a-z). Empty for more than 62 processors.
std::string text_picture(const part::partition& parts);

}  // namespace banyan::tools
