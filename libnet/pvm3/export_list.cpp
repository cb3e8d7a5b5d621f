#include "libnet/pvm3/export_list.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "libnet/base/environment.hpp"

namespace banyan::pvm3 {
namespace {

constexpr const char* list_variable = "PVM_EXPORT";

std::vector<std::string> exported_names() {
    std::vector<std::string> names;
    std::istringstream text(net::environment_value(list_variable));
    for (std::string name; std::getline(text, name, ':');)
        if (!name.empty()) names.push_back(name);
    return names;
}

void set_names(const std::vector<std::string>& names) {
    std::string list;
    for (const auto& name : names)
        list += (list.empty() ? "" : ":") + name;
    list.empty() ? ::unsetenv(list_variable) : ::setenv(list_variable, list.c_str(), 1);
}

}  // namespace

std::vector<std::string> exported_settings() {
    std::vector<std::string> settings;
    auto names = exported_names();
    if (!names.empty()) names.emplace_back(list_variable);
    for (const auto& name : names)
        if (const char* value = std::getenv(name.c_str())) settings.push_back(name + "=" + value);
    return settings;
}

void export_variable(const std::string& name) {
    auto names = exported_names();
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    set_names(names);
}

void unexport_variable(const std::string& name) {
    auto names = exported_names();
    std::erase(names, name);
    set_names(names);
}

}  // namespace banyan::pvm3
