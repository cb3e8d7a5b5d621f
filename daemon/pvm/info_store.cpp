#include "daemon/pvm/info_store.hpp"

#include <regex.h>

#include <algorithm>

#include "daemon/pvm/codes.hpp"

namespace banyan::daemon::pvm {

namespace {

constexpr int option_bits = (1 << PvmMboxDirectIndexShift) - 1;  // the rest of the flags is a direct index

bool has(int flags, int flag) {
    return (flags & flag) != 0;
}

int lowest_free(const auto& entries, int from) {
    int index = from;
    for (auto used = entries.lower_bound(from); used != entries.end() && used->first == index; ++used)
        ++index;
    return index;
}

/// A basic regular expression with the extensions of the C library.
class name_pattern {
  public:
    explicit name_pattern(const std::string& text)
        : every_(text.empty() || text == "*"), valid_(every_ || regcomp(&compiled_, text.c_str(), REG_NOSUB) == 0) {}
    ~name_pattern() {
        if (valid_ && !every_) regfree(&compiled_);
    }
    name_pattern(const name_pattern&) = delete;
    name_pattern& operator=(const name_pattern&) = delete;

    [[nodiscard]] bool valid() const { return valid_; }
    [[nodiscard]] bool matches(const std::string& name) const {
        return every_ || regexec(&compiled_, name.c_str(), 0, nullptr, 0) == 0;
    }

  private:
    regex_t compiled_{};
    bool every_;
    bool valid_;
};

}  // namespace

// An entry whose owner has ended stays as it is until a reset.
bool info_store::may_change(const stored_info& entry, tid who) {
    return entry.owner == who || has(entry.flags, PvmMboxOverWritable);
}

// The index for a new entry, or an error code.
int info_store::place_for(const info_class& entries, tid owner, const pvm3::wire::PutInfo& put) {
    // pvm_insert never replaces an entry, not even one of the same task.
    if (put.has_index() && put.index() < -1) return PvmBadParam;
    if (put.has_index() && put.index() >= 0) return entries.contains(put.index()) ? PvmDenied : put.index();
    const int direct = PvmMboxDirectIndexOf(put.flags());
    if (has(put.flags(), PvmMboxMultiInstance)) return lowest_free(entries, direct);
    const auto present = entries.find(direct);
    return present == entries.end() || may_change(present->second, owner) ? direct : PvmDenied;
}

int info_store::put(tid owner, const pvm3::wire::PutInfo& put, std::vector<reply>& replies) {
    if (put.name().empty()) return PvmBadParam;
    const auto named = names_.find(put.name());
    static const info_class none;  // a temporary would make the conditional expression copy the entries
    const int index = place_for(named == names_.end() ? none : named->second, owner, put);
    if (index < 0) return index;
    names_[put.name()][index] = {owner, put.flags() & option_bits, put.message()};
    replies = serve_waiting(put.name());
    return index;
}

info_store::reply info_store::try_receive(const asker& who, const pvm3::wire::ReceiveInfo& wanted) {
    const auto named = names_.find(wanted.name());
    if (named == names_.end()) return {who, PvmNotFound, {}};
    auto& entries = named->second;
    const bool first_available = has(wanted.flags(), PvmMboxFirstAvail);
    const auto found = first_available ? entries.lower_bound(wanted.index()) : entries.find(wanted.index());
    if (found == entries.end()) return {who, PvmNotFound, {}};
    const bool removes = has(wanted.flags(), PvmMboxReadAndDelete);
    if (removes && !may_change(found->second, who.task)) return {who, PvmDenied, {}};
    reply result{who, found->first, found->second.message};
    if (removes) entries.erase(found);
    if (entries.empty()) names_.erase(named);
    return result;
}

std::optional<info_store::reply> info_store::receive(const asker& who, const pvm3::wire::ReceiveInfo& wanted) {
    if (wanted.name().empty() || wanted.index() < 0) return reply{who, PvmBadParam, {}};
    auto result = try_receive(who, wanted);
    if (result.status != PvmNotFound || !has(wanted.flags(), PvmMboxWaitForInfo)) return result;
    waiting_[wanted.name()].push_back({who, wanted});
    return {};
}

std::vector<info_store::reply> info_store::serve_waiting(const std::string& name) {
    std::vector<reply> replies;
    const auto receivers = waiting_.find(name);
    if (receivers == waiting_.end()) return replies;
    std::erase_if(receivers->second, [&](const waiting_receiver& receiver) {
        auto result = try_receive(receiver.who, receiver.wanted);
        if (result.status == PvmNotFound) return false;
        replies.push_back(std::move(result));
        return true;
    });
    if (receivers->second.empty()) waiting_.erase(receivers);
    return replies;
}

int info_store::remove(tid who, const std::string& name, int index, bool if_ended) {
    if (name.empty() || index < 0) return PvmBadParam;
    const auto named = names_.find(name);
    if (named == names_.end()) return PvmNotFound;
    const auto found = named->second.find(index);
    if (found == named->second.end()) return PvmNotFound;
    const bool may_remove = if_ended ? found->second.owner == 0 : may_change(found->second, who);
    if (!may_remove) return PvmDenied;
    named->second.erase(found);
    if (named->second.empty()) names_.erase(named);
    return index;
}

int info_store::list(const std::string& pattern, pvm3::wire::Answer& answer) const {
    const name_pattern wanted(pattern);
    if (!wanted.valid()) return PvmBadParam;
    for (const auto& [name, entries] : names_) {
        if (!wanted.matches(name)) continue;
        auto& listed = *answer.add_entries();
        listed.set_name(name);
        for (const auto& [index, entry] : entries) {
            listed.add_indices(index);
            listed.add_owners(static_cast<int>(entry.owner));
            listed.add_flags(entry.flags);
        }
    }
    return PvmOk;
}

std::vector<pvm3::wire::Message> info_store::messages(const std::string& name) const {
    std::vector<pvm3::wire::Message> result;
    const auto named = names_.find(name);
    if (named == names_.end()) return result;
    for (const auto& [index, entry] : named->second)
        result.push_back(entry.message);
    return result;
}

template <typename predicate>
void info_store::remove_entries_if(predicate matches) {
    for (auto& [name, entries] : names_)
        std::erase_if(entries, [&](const auto& indexed) { return matches(indexed.second); });
    std::erase_if(names_, [](const auto& named) { return named.second.empty(); });
}

void info_store::forget(tid owner) {
    for (auto& [name, receivers] : waiting_)
        std::erase_if(receivers, [&](const waiting_receiver& receiver) { return receiver.who.task == owner; });
    std::erase_if(waiting_, [](const auto& named) { return named.second.empty(); });
    remove_entries_if(
        [&](const stored_info& entry) { return entry.owner == owner && !has(entry.flags, PvmMboxPersistent); });
    for (auto& [name, entries] : names_)
        for (auto& [index, entry] : entries)
            if (entry.owner == owner) entry.owner = 0;
}

void info_store::reset(const std::vector<tid>& kept) {
    remove_entries_if([&](const stored_info& entry) { return std::ranges::find(kept, entry.owner) == kept.end(); });
}

}  // namespace banyan::daemon::pvm
