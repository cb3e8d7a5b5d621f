#include "tools/banyan/error_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "libnet/base/standard_error.hpp"
#include "tools/banyan/terminal_text.hpp"

namespace banyan::tools {

std::string text_for(int descriptor, std::string_view text) {
    return ::isatty(descriptor) == 1 ? terminal_text_of(text) : std::string(text);
}

void print_error_line(std::string_view text, bool raw) {
    net::print_to_standard_error(fmt::format("banyan: {}\n", raw ? std::string(text) : text_for(STDERR_FILENO, text)));
}

}  // namespace banyan::tools
