#include "daemon/pvm/placement.hpp"

#include <algorithm>

#include "daemon/pvm/codes.hpp"

namespace banyan::daemon::pvm {

namespace {

using numbers = std::vector<std::uint32_t>;

// Moves the hosts up to `last` to the end.
void rotate_after(numbers& hosts, std::uint32_t last) {
    std::ranges::rotate(hosts, std::ranges::upper_bound(hosts, last));
}

numbers in_blocks(const numbers& hosts, std::size_t count) {
    numbers result;
    const std::size_t share = count / hosts.size();
    const std::size_t remainder = count % hosts.size();
    for (std::size_t i = 0; i < hosts.size(); ++i)
        result.insert(result.end(), share + (i < remainder ? 1 : 0), hosts[i]);
    return result;
}

}  // namespace

void placement::add(std::uint32_t number, const std::string& name, const std::string& architecture,
                    const std::vector<std::string>& other_names) {
    hosts_[number] = {name, architecture, other_names};
}

void placement::remove(std::uint32_t number) {
    hosts_.erase(number);
    last_used_.erase(number);
}

numbers placement::allowed(const request& wanted) const {
    const auto name = wanted.where.substr(0, wanted.where.find(':'));
    const bool is_name = std::ranges::any_of(hosts_, [&](const auto& entry) { return entry.second.name == name; });
    const auto is_called = [&](const host& candidate) {
        if (name.empty()) return false;
        return is_name ? candidate.name == name : std::ranges::count(candidate.other_names, name) > 0;
    };
    const auto matches = [&](std::uint32_t number, const host& candidate) {
        // As in PVM, an empty name is that of no host, and of no architecture.
        if ((wanted.flags & PvmTaskHost) != 0) return name == "." ? number == wanted.caller : is_called(candidate);
        return (wanted.flags & PvmTaskArch) == 0 || (!name.empty() && candidate.architecture == name);
    };
    const bool complement = (wanted.flags & PvmHostCompl) != 0;
    numbers result;
    for (const auto& [number, candidate] : hosts_)
        if (matches(number, candidate) != complement) result.push_back(number);
    return result;
}

numbers placement::place(const request& wanted) {
    auto hosts = allowed(wanted);
    if (hosts.empty()) return {};
    const auto last = last_used_.find(wanted.caller);
    rotate_after(hosts, last == last_used_.end() ? wanted.caller : last->second);
    auto result = in_blocks(hosts, static_cast<std::size_t>(wanted.count));
    // A call that leaves no choice does not change the order of the following calls.
    if (hosts.size() > 1) last_used_[wanted.caller] = result.back();
    return result;
}

std::string directory_of(const std::string& where) {
    const auto colon = where.find(':');
    return colon == std::string::npos ? std::string{} : where.substr(colon + 1);
}

}  // namespace banyan::daemon::pvm
