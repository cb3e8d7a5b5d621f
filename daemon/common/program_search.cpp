#include "daemon/common/program_search.hpp"

#include <unistd.h>

#include <cctype>
#include <cstdlib>
#include <filesystem>

namespace banyan::daemon {
namespace {

bool is_executable(const std::filesystem::path& path) {
    std::error_code failed;
    return std::filesystem::is_regular_file(path, failed) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::string with_variables(const std::string& text) {
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] != '$') {
            result += text[i++];
            continue;
        }
        std::size_t end = i + 1;
        while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_'))
            ++end;
        if (const char* value = std::getenv(text.substr(i + 1, end - i - 1).c_str())) result += value;
        i = end;
    }
    return result;
}

std::vector<std::string> search_folders(const std::string& list) {
    std::vector<std::string> folders;
    const std::string text = with_variables(list);
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(':', begin), text.size());
        if (end > begin) folders.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return folders;
}

std::string find_program(const std::string& name, const std::vector<std::string>& folders,
                         const std::string& directory) {
    if (name.find('/') != std::string::npos) {
        const auto path = std::filesystem::path(directory) / name;
        return is_executable(path) ? path.string() : "";
    }
    for (const auto& folder : folders)
        if (const auto path = std::filesystem::path(folder) / name; !name.empty() && is_executable(path))
            return path.string();
    return "";
}

}  // namespace banyan::daemon
