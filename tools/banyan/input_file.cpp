#include "tools/banyan/input_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace banyan::tools {

std::string read_input_file(const std::filesystem::path& file, const std::string& option, exit_status unreadable) {
    errno = 0;
    std::ifstream in(file, std::ios::binary);
    in.peek();  // a folder can be opened, but not read
    if (!in.is_open() || in.bad())
        throw verb_error(unreadable,
                         fmt::format("{}: {} cannot be read: {}", option, file.string(), std::strerror(errno)));
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

}  // namespace banyan::tools
