#include "daemon/pvm/sibling_sets.hpp"

#include <algorithm>
#include <utility>

namespace banyan::daemon::pvm {

void sibling_sets::add(const spawner& by, const std::vector<tid>& tasks, std::vector<int> failures) {
    if (tasks.empty()) return;
    auto& added = sets_[tasks.front()];
    added.spawner = by;
    added.tasks = tasks;
    added.failures = std::move(failures);
    added.alive = tasks.size();
    added.waits_for_tell = by.waits_for_tell;
    if (by.waits_for_tell) untold_.insert(tasks.front());
    for (const tid task : tasks)
        set_of_[task] = tasks.front();
}

const sibling_sets::spawn_set* sibling_sets::find(tid task) const {
    const auto first = set_of_.find(task);
    return first == set_of_.end() ? nullptr : &sets_.at(first->second);
}

std::optional<sibling_sets::finished> sibling_sets::settle(tid task, int result) {
    const auto first = set_of_.find(task);
    if (first == set_of_.end()) return {};
    auto& set = sets_.at(first->second);
    if (!set.results.emplace(task, result).second || set.results.size() < set.tasks.size()) return {};
    return finish(set);
}

sibling_sets::finished sibling_sets::finish(spawn_set& set) {
    finished result;
    result.spawner = set.spawner;
    for (const tid task : set.tasks)
        if (set.results.at(task) > 0) set.started.push_back(task);
    for (const tid task : set.started)
        result.results.push_back(static_cast<int>(task));
    for (const tid task : set.tasks)
        if (set.results.at(task) <= 0) result.results.push_back(set.results.at(task));
    result.results.insert(result.results.end(), set.failures.begin(), set.failures.end());
    result.siblings = set.started;
    if (!set.waits_for_tell) result.waiting = std::exchange(set.waiting, {});
    return result;
}

std::optional<std::vector<tid>> sibling_sets::siblings(tid task) const {
    const auto* set = find(task);
    if (set == nullptr) return std::vector{task};
    if (set->waits_for_tell || set->results.size() < set->tasks.size()) return {};
    return set->started;
}

void sibling_sets::wait(const asker& who) {
    const auto first = set_of_.find(who.task);
    if (first != set_of_.end()) sets_.at(first->second).waiting.push_back(who);
}

std::vector<asker> sibling_sets::tell(const std::vector<tid>& tasks) {
    std::vector<asker> waiting;
    for (const tid task : tasks) {
        const auto first = set_of_.find(task);
        if (first == set_of_.end() || !sets_.at(first->second).spawner.waits_for_tell) continue;
        auto& set = sets_.at(first->second);
        set.waits_for_tell = false;
        untold_.erase(first->second);
        set.started = tasks;
        const auto asked = std::exchange(set.waiting, {});
        waiting.insert(waiting.end(), asked.begin(), asked.end());
    }
    return waiting;
}

std::vector<sibling_sets::released> sibling_sets::stop_waiting_for(tid ended) {
    std::vector<released> result;
    for (auto first = untold_.begin(); first != untold_.end();) {
        auto& set = sets_.at(*first);
        if (set.spawner.teller != ended && set.spawner.who.task != ended) {
            ++first;
            continue;
        }
        set.waits_for_tell = false;
        if (set.results.size() == set.tasks.size()) result.push_back({std::exchange(set.waiting, {}), set.started});
        first = untold_.erase(first);
    }
    return result;
}

void sibling_sets::forget(tid task) {
    const auto first = set_of_.find(task);
    if (first == set_of_.end()) return;
    const auto set = sets_.find(first->second);
    std::erase_if(set->second.waiting, [&](const asker& who) { return who.task == task; });
    if (--set->second.alive == 0) {
        untold_.erase(set->first);
        sets_.erase(set);
    }
    set_of_.erase(first);
}

}  // namespace banyan::daemon::pvm
