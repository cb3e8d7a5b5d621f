#include "daemon/pvm/sibling_sets.hpp"

#include <algorithm>
#include <utility>

namespace banyan::daemon::pvm {

void sibling_sets::add(const spawner& by, const std::vector<tid>& tasks, std::vector<int> failures) {
    if (tasks.empty()) return;
    const auto number = ++last_set_;
    auto& added = sets_[number];
    added.spawner = by;
    added.tasks = tasks;
    added.failures = std::move(failures);
    added.alive = tasks.size();
    added.waits_for_tell = by.waits_for_tell;
    if (by.waits_for_tell) untold_.insert(number);
    for (const tid task : tasks)
        set_of_[task] = number;
}

const sibling_sets::spawn_set* sibling_sets::find(tid task) const {
    const auto number = set_of_.find(task);
    return number == set_of_.end() ? nullptr : &sets_.at(number->second);
}

std::optional<sibling_sets::finished> sibling_sets::settle(tid task, int result) {
    const auto number = set_of_.find(task);
    if (number == set_of_.end()) return {};
    auto& set = sets_.at(number->second);
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
    const auto number = set_of_.find(who.task);
    if (number != set_of_.end()) sets_.at(number->second).waiting.push_back(who);
}

std::vector<asker> sibling_sets::tell(const std::vector<tid>& tasks) {
    std::vector<asker> waiting;
    for (const tid task : tasks) {
        const auto number = set_of_.find(task);
        if (number == set_of_.end() || !sets_.at(number->second).spawner.waits_for_tell) continue;
        auto& set = sets_.at(number->second);
        set.waits_for_tell = false;
        untold_.erase(number->second);
        set.started = tasks;
        const auto asked = std::exchange(set.waiting, {});
        waiting.insert(waiting.end(), asked.begin(), asked.end());
    }
    return waiting;
}

std::vector<sibling_sets::released> sibling_sets::stop_waiting_for(tid ended) {
    std::vector<released> result;
    for (auto number = untold_.begin(); number != untold_.end();) {
        auto& set = sets_.at(*number);
        if (set.spawner.teller != ended && set.spawner.who.task != ended) {
            ++number;
            continue;
        }
        set.waits_for_tell = false;
        if (set.results.size() == set.tasks.size()) result.push_back({std::exchange(set.waiting, {}), set.started});
        number = untold_.erase(number);
    }
    return result;
}

std::vector<tid> sibling_sets::forget(tid task) {
    const auto number = set_of_.find(task);
    if (number == set_of_.end()) return {};
    const auto set = sets_.find(number->second);
    set_of_.erase(number);
    std::erase_if(set->second.waiting, [&](const asker& who) { return who.task == task; });
    if (--set->second.alive > 0) return {};
    untold_.erase(set->first);
    auto tasks = std::move(set->second.tasks);
    sets_.erase(set);
    return tasks;
}

}  // namespace banyan::daemon::pvm
