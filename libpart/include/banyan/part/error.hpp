// The exception type of libpart.
#pragma once

#include <stdexcept>

namespace banyan::part {

/// Thrown for every invalid argument of libpart. `what()` is one line: what is wrong, its value, and what is allowed.
class error : public std::invalid_argument {
  public:
    using std::invalid_argument::invalid_argument;
};

}  // namespace banyan::part
