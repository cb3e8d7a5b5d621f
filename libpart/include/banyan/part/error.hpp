// The one exception of libpart.
#pragma once

#include <stdexcept>

namespace banyan::part {

/// Thrown for every argument that libpart cannot work with. `what()` is one line: what, which value, what is allowed.
class error : public std::invalid_argument {
  public:
    using std::invalid_argument::invalid_argument;
};

}  // namespace banyan::part
