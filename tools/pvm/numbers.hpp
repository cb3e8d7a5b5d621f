// Numbers in the arguments of commands. All functions throw command_error.
#pragma once

#include <string>

namespace banyan::pvm_console {

/// "t40001" or "40001", in hexadecimal digits.
int parse_tid(const std::string& text);
/// Decimal, octal with 0 in front, or hexadecimal with 0x. `what`: for the error line, such as "flags".
int parse_number(const std::string& what, const std::string& text);
/// In hexadecimal digits, with or without 0x in front. `what` as above.
int parse_hexadecimal(const std::string& what, const std::string& text);
/// A number from 0 on, or a name such as TERM or SIGTERM.
int parse_signal(const std::string& text);

}  // namespace banyan::pvm_console
