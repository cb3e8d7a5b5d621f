#include "daemon/pvm/locations.hpp"

namespace banyan::daemon::pvm {

namespace {

// Removes the entry of a task and returns it.
template <typename value>
value take(std::map<tid, value>& from, tid task) {
    auto node = from.extract(task);
    return node ? std::move(node.mapped()) : value{};
}

void remove_pair(std::map<tid, std::set<tid>>& from, tid key, tid value) {
    const auto found = from.find(key);
    if (found == from.end()) return;
    found->second.erase(value);
    if (found->second.empty()) from.erase(found);
}

}  // namespace

bool locations::publish(tid task, const endpoints& where, published& result) {
    if (!published_.emplace(task, where).second) return false;
    result = {take(deposits_, task), take(waiting_, task)};
    return true;
}

const locations::endpoints* locations::find(tid task) const {
    const auto found = published_.find(task);
    return found == published_.end() ? nullptr : &found->second;
}

void locations::note_located(tid located, tid by) {
    located_by_[located].insert(by);
    located_[by].insert(located);
}

locations::ended locations::forget(tid task) {
    published_.erase(task);
    deposits_.erase(task);
    for (auto& [wanted, askers] : waiting_)
        std::erase_if(askers, [&](const asker& who) { return who.task == task; });
    ended result{take(waiting_, task), take(located_by_, task), take(located_, task)};
    for (const tid other : result.located)
        remove_pair(located_by_, other, task);
    std::erase_if(waiting_, [](const auto& entry) { return entry.second.empty(); });
    for (const tid by : result.located_by)
        remove_pair(located_, by, task);
    return result;
}

}  // namespace banyan::daemon::pvm
