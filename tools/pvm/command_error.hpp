// What is wrong with a command, as one line for the user.
#pragma once

#include <stdexcept>

namespace banyan::pvm_console {

class command_error : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace banyan::pvm_console
