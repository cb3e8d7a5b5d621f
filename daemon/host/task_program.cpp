#include "daemon/host/task_program.hpp"

#include <map>

#include "daemon/common/own_process.hpp"

namespace banyan::daemon {
namespace {

// A name is not empty: in "=C:=x" it is "=C:".
std::string name_of(const std::string& entry) {
    return entry.substr(0, entry.find('=', 1));
}

template <class Entries>
void append(std::vector<std::string>& list, const Entries& entries) {
    list.insert(list.end(), entries.begin(), entries.end());
}

}  // namespace

void task_program::add(const wire::ProgramPart& part) {
    if (part.is_first()) {
        *this = {};
        working_directory_ = part.working_directory();
        directory_has_variables_ = part.directory_has_variables();
        directory_must_exist_ = part.directory_must_exist();
        umask_ = part.umask();
        search_list_ = part.search_list();
        append(debuggers_, part.debuggers());
    }
    append(command_, part.command());
    append(settings_, part.settings());
    append(own_environment_, part.own_environment());
    on_own_computer_ = part.on_own_computer();
}

std::vector<std::string> task_program::environment(const wire::SpawnTask& task) const {
    std::map<std::string, std::string> merged;
    for (const auto& entry : on_own_computer_ ? own_environment_ : own_environment())
        merged.emplace(name_of(entry), entry);
    for (const auto& entry : settings_)
        merged[name_of(entry)] = entry;
    for (const auto& entry : task.environment())
        merged[name_of(entry)] = entry;
    std::vector<std::string> list;
    for (auto& [name, entry] : merged)
        list.push_back(std::move(entry));
    return list;
}

}  // namespace banyan::daemon
