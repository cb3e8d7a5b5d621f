// Lines of the command on standard error, and how a terminal shows texts of others.
#pragma once

#include <string>
#include <string_view>

namespace banyan::tools {

/// The text as terminal_text_of() shows it if the descriptor is a terminal, otherwise unchanged. For texts that may
/// contain control sequences, because they come from a file or from another host.
std::string text_for(int descriptor, std::string_view text);

/// Writes "banyan: ", the text and a newline. `raw`: a terminal gets every byte of the text too.
void print_error_line(std::string_view text, bool raw = false);

}  // namespace banyan::tools
