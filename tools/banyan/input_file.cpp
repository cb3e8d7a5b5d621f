#include "tools/banyan/input_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "tools/banyan/verb.hpp"

namespace banyan::tools {

std::string read_input_file(const std::filesystem::path& file, const std::string& option) {
    errno = 0;
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    if (!in.is_open() || text.bad())
        throw verb_error(exit_status::failed,
                         fmt::format("{}: {} cannot be read: {}", option, file.string(), std::strerror(errno)));
    return text.str();
}

}  // namespace banyan::tools
