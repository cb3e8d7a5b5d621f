#include "tools/banyan/output_folder.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <exception>
#include <fstream>
#include <map>
#include <system_error>

#include "tools/banyan/replace_file.hpp"
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
    std::error_code unknown;  // then the attempt to make the file says why
    if (fs::is_directory(file, unknown)) refuse(std::strerror(EISDIR));
    if (fs::exists(file, unknown)) {
        if (access(file.c_str(), W_OK) != 0) refuse(std::strerror(errno));
        return;
    }
    // The rights of a folder do not say whether a file can be made in it: root may write to /proc.
    errno = 0;
    if (!std::ofstream(file)) refuse(std::strerror(errno));
    fs::remove(fs::canonical(file));  // of a symbolic link, the file to which it leads
}

void check_output_files(const std::vector<output_file>& files) {
    std::map<fs::path, std::string> option_of;
    for (const auto& [option, file] : files) {
        std::error_code unknown;                                    // then the check of the file says why
        if (file.empty() || fs::is_other(file, unknown)) continue;  // /dev/null takes any number of texts
        const auto followed = fs::weakly_canonical(fs::absolute(file), unknown);
        const auto [known, is_new] = option_of.emplace(unknown ? file : followed, option);
        if (!is_new)
            throw verb_error(exit_status::usage, fmt::format("{}: {} is the file of {} too, use a different file",
                                                             option, file.string(), known->second));
    }
    for (const auto& [option, file] : files)
        if (!file.empty()) check_output_file(file, option);
}

void write_output_file(const fs::path& file, const std::string& text, const std::string& option) {
    replace_file(file, option, [&](std::ostream& out) { out << text; });
}

void write_and_print(const std::function<void()>& write, const std::function<void()>& print) {
    std::exception_ptr unwritten;
    try {
        write();
    } catch (const verb_error&) {
        unwritten = std::current_exception();
    }
    print();
    if (unwritten) std::rethrow_exception(unwritten);
}

}  // namespace banyan::tools
