#include "libnet/base/program_search.hpp"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>

namespace banyan::net {
namespace {

bool is_executable(const std::filesystem::path& path) {
    std::error_code failed;
    return std::filesystem::is_regular_file(path, failed) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

const char* own_variable(const std::string& name) {
    return std::getenv(name.c_str());
}

std::string with_variables(const std::string& text, const variable_lookup& variable) {
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] != '$') {
            result += text[i++];
            continue;
        }
        std::size_t end = i + 1;
        while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_'))
            ++end;
        if (const char* value = variable(text.substr(i + 1, end - i - 1))) result += value;
        i = end;
    }
    return result;
}

std::vector<std::string> search_folders(const std::string& list, const variable_lookup& variable) {
    std::vector<std::string> folders;
    const std::string text = with_variables(list, variable);
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

std::string first_executable(const std::vector<std::string>& paths) {
    for (const auto& text : paths)
        if (const auto path = with_variables(text); path.starts_with('/') && is_executable(path)) return path;
    return "";
}

}  // namespace banyan::net
