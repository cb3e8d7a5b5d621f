#include "daemon/pvm/contexts.hpp"

#include "daemon/pvm/codes.hpp"
#include "daemon/pvm/tids.hpp"

namespace banyan::daemon::pvm {

int contexts::make(std::uint32_t host, tid owner) {
    constexpr auto most = net::task_id::max_local;
    auto& last = last_[host];
    for (std::uint32_t tries = 0; tries < most; ++tries) {
        last = last % most + 1;
        const int context = static_cast<int>(net::task_id::make(host, last).value);
        if (owners_.emplace(context, owner).second) return context;
    }
    return PvmOutOfRes;
}

int contexts::free(int context, tid owner) {
    const auto found = owners_.find(context);
    if (found == owners_.end() || found->second != owner) return PvmNotFound;
    owners_.erase(found);
    return PvmOk;
}

void contexts::forget(tid owner) {
    std::erase_if(owners_, [&](const auto& entry) { return entry.second == owner; });
}

}  // namespace banyan::daemon::pvm
