// A partition as letters for a terminal.
#pragma once

#include <string>

#include "banyan/part/partition.hpp"

namespace banyan::tools {

/// Lines of letters, one letter per processor (0-9, A-Z, a-z), at most 56 x 20. Empty for more than 62 processors.
std::string text_picture(const part::partition& parts);

}  // namespace banyan::tools
