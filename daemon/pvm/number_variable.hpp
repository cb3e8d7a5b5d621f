// Environment variables that are numbers.
#pragma once

#include <functional>
#include <string>

namespace banyan::daemon::pvm {

/// The whole number from 0 on in an environment variable: decimal, after 0x hexadecimal, after 0 octal. 0 if the
/// variable is not set. If it has another text, the result is 0 and `log` gets one line.
int number_variable(const char* name, const std::function<void(const std::string& line)>& log);

}  // namespace banyan::daemon::pvm
