#include "tools/banyan/output_folder.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "tools/banyan/verb.hpp"

namespace banyan::tools {

namespace fs = std::filesystem;

void make_output_folder(const fs::path& folder) {
    const auto refuse = [&](const std::string& what, const std::string& why) {
        throw verb_error(exit_status::failed,
                         fmt::format("--out {}: the folder cannot be {} ({}), use one that you can "
                                     "write to",
                                     folder.string(), what, why));
    };
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) refuse("made", error.message());
    if (!fs::is_directory(folder)) refuse("made", std::strerror(ENOTDIR));
    if (access(folder.c_str(), W_OK | X_OK) != 0) refuse("written to", std::strerror(errno));
}

void check_output_file(const fs::path& file, const std::string& option) {
    const auto refuse = [&](const std::string& why) {
        throw verb_error(exit_status::failed, fmt::format("{}: {} cannot be written: {}", option, file.string(), why));
    };
    if (fs::is_directory(file)) refuse(std::strerror(EISDIR));
    if (fs::exists(file)) {
        if (access(file.c_str(), W_OK) != 0) refuse(std::strerror(errno));
        return;
    }
    // The rights of a folder do not say whether a file can be made in it: root may write to /proc.
    errno = 0;
    if (!std::ofstream(file)) refuse(std::strerror(errno));
    fs::remove(file);
}

void write_output_file(const fs::path& file, const std::string& text, const std::string& option) {
    errno = 0;
    std::ofstream out(file);
    out << text;
    out.close();
    if (!out)
        throw verb_error(exit_status::failed,
                         fmt::format("{}: {} cannot be written: {}", option, file.string(), std::strerror(errno)));
}

}  // namespace banyan::tools
