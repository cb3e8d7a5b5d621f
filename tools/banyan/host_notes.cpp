#include "tools/banyan/host_notes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "daemon/common/connect.hpp"

namespace banyan::tools {

std::vector<std::string> same_address_notes(const std::vector<daemon::host_info>& hosts,
                                            const std::vector<daemon::host_entry>& added) {
    std::map<std::string, std::vector<std::string>> names_at;
    for (const auto& host : hosts)
        if (!daemon::are_loopback(host.address)) names_at[host.address].push_back(host.name);
    const auto has_all_cores = [&added](const std::string& name) {
        return std::ranges::any_of(
            added, [&name](const daemon::host_entry& entry) { return entry.name == name && entry.slots == 0; });
    };
    std::vector<std::string> notes;
    for (const auto& [address, names] : names_at)
        if (names.size() > 1 && std::ranges::any_of(names, has_all_cores))
            notes.push_back(
                fmt::format("hosts {} have the same address {}; if they are one computer, its cores count several "
                            "times: list it once, or give each of these hosts slots=",
                            fmt::join(names, ", "), address));
    return notes;
}

}  // namespace banyan::tools
