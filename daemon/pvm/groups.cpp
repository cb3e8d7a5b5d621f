#include "daemon/pvm/groups.hpp"

#include <algorithm>

#include "daemon/pvm/codes.hpp"

namespace banyan::daemon::pvm {

namespace {

constexpr int all_members = -1;

void append(groups::replies& to, const groups::replies& more) {
    to.insert(to.end(), more.begin(), more.end());
}

}  // namespace

bool groups::named_group::contains(tid task) const {
    return std::ranges::find(instances, task) != instances.end();
}

int groups::named_group::size() const {
    return static_cast<int>(instances.size() - static_cast<std::size_t>(std::ranges::count(instances, tid{0})));
}

// ---- membership

int groups::join(const std::string& name, tid task) {
    if (name.empty()) return PvmNullGroup;
    auto& group = groups_[name];
    if (group.frozen) return PvmNotInGroup;
    if (group.contains(task)) return PvmDupGroup;
    auto free = std::ranges::find(group.instances, tid{0});
    if (free == group.instances.end()) free = group.instances.insert(free, task);
    *free = task;
    return static_cast<int>(free - group.instances.begin());
}

int groups::leave(const std::string& name, tid task, replies& released) {
    int code = 0;
    if (find_for(name, task, code) == nullptr) return code;
    released = remove_member(groups_.find(name), task);
    return PvmOk;
}

// The group, or null and the code for a task that is no member.
groups::named_group* groups::find_for(const std::string& name, tid member, int& code) {
    const auto found = groups_.find(name);
    if (name.empty())
        code = PvmNullGroup;
    else if (found == groups_.end())
        code = PvmNoGroup;
    else if (!found->second.contains(member))
        code = PvmNotInGroup;
    else
        return &found->second;
    return nullptr;
}

groups::replies groups::remove_member(group_map::iterator at, tid task) {
    auto& [name, group] = *at;
    replies result;
    for (auto* calls : {&group.barrier, &group.freeze})
        std::erase_if(*calls, [&](const waiting_member& member) {
            if (member.who.task == task) result.push_back({member.who, PvmNotInGroup, {}});
            return member.who.task == task;
        });
    std::ranges::replace(group.instances, task, tid{0});
    while (!group.instances.empty() && group.instances.back() == 0)
        group.instances.pop_back();
    group.broken = group.frozen;
    append(result, group.broken ? release(group.barrier, PvmNoGroup) : release_complete(name, group));
    if (group.instances.empty()) groups_.erase(at);
    return result;
}

groups::members groups::members_of(const std::string& name) const {
    if (name.empty()) return {PvmNullGroup, {}, false};
    const auto found = groups_.find(name);
    if (found == groups_.end()) return {PvmNoGroup, {}, false};
    return {found->second.size(), found->second.instances, found->second.frozen};
}

groups::replies groups::forget(tid task) {
    replies result;
    for (auto at = groups_.begin(); at != groups_.end();) {
        const auto next = std::next(at);
        if (at->second.contains(task)) append(result, remove_member(at, task));
        at = next;
    }
    std::erase_if(result, [&](const reply& each) { return each.to.task == task; });
    return result;
}

// ---- members that wait for each other

groups::replies groups::barrier(const std::string& name, const asker& who, int count) {
    int code = 0;
    auto* group = find_for(name, who.task, code);
    if (group == nullptr) return {{who, code, {}}};
    // No task can join any more to complete it.
    if (group->broken || (group->frozen && count > group->size())) return {{who, PvmNoGroup, {}}};
    code = refusal(group->barrier, *group, who, count);
    if (code != PvmOk) return {{who, code, {}}};
    group->barrier.push_back({who, count});
    return release_complete(name, *group);
}

groups::replies groups::freeze(const std::string& name, const asker& who, int size) {
    int code = 0;
    auto* group = find_for(name, who.task, code);
    if (group == nullptr) return {{who, code, {}}};
    if (group->frozen) return {{who, group->size(), name}};
    code = refusal(group->freeze, *group, who, size);
    if (code != PvmOk) return {{who, code, {}}};
    group->freeze.push_back({who, size});
    return release_complete(name, *group);
}

int groups::refusal(const wait_list& calls, const named_group& group, const asker& who, int count) {
    if (count == 0) return PvmMismatch;
    if (count < all_members) return PvmBadParam;
    const auto is_caller = [&](const waiting_member& member) { return member.who.task == who.task; };
    if (std::ranges::any_of(calls, is_caller)) return PvmBadParam;
    // "All" is the same as the present number of members.
    const auto number = [&](int meant) { return meant == all_members ? group.size() : meant; };
    const auto agrees = [&](const waiting_member& member) { return number(member.count) == number(count); };
    return std::ranges::all_of(calls, agrees) ? PvmOk : PvmMismatch;
}

// How many calls complete the list. One call for all members makes it a list of all members.
int groups::needed(const wait_list& calls, const named_group& group) {
    const auto means_all = [](const waiting_member& member) { return member.count == all_members; };
    return std::ranges::any_of(calls, means_all) ? group.size() : calls.front().count;
}

groups::replies groups::release(wait_list& calls, int status, const std::string& frozen_group) {
    replies result;
    for (const auto& member : calls)
        result.push_back({member.who, status, frozen_group});
    calls.clear();
    return result;
}

groups::replies groups::release_complete(const std::string& name, named_group& group) {
    const auto complete = [&](const wait_list& calls) {
        return !calls.empty() && static_cast<int>(calls.size()) >= needed(calls, group);
    };
    replies result;
    if (complete(group.barrier)) append(result, release(group.barrier, PvmOk));
    if (complete(group.freeze)) {
        group.frozen = true;
        append(result, release(group.freeze, group.size(), name));
        // A barrier that waits for tasks that have not joined cannot be completed any more.
        if (!group.barrier.empty() && needed(group.barrier, group) > group.size())
            append(result, release(group.barrier, PvmNoGroup));
    }
    return result;
}

}  // namespace banyan::daemon::pvm
