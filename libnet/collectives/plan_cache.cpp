#include "libnet/collectives/plan_cache.hpp"

#include <algorithm>

namespace banyan::net {
namespace {

constexpr std::size_t most_entries = 16;
constexpr std::size_t most_steps = 4096;

}  // namespace

std::shared_ptr<const planned_algorithm> plan_cache::find(const planned_call& call) const {
    const auto found = std::ranges::find(entries_, call, &entry::call);
    return found == entries_.end() ? nullptr : found->plan;
}

std::shared_ptr<const planned_algorithm> plan_cache::add(const planned_call& call, planned_algorithm made) {
    auto plan = std::make_shared<const planned_algorithm>(std::move(made));
    if (call.has_counts || plan->steps.steps.size() > most_steps) return plan;
    entry kept{call, plan};
    if (!call.algorithm.empty()) kept.call.algorithm = plan->how->name;  // equal, and not the caller's memory
    if (entries_.size() < most_entries) {
        entries_.push_back(std::move(kept));
    } else {
        entries_[next_] = std::move(kept);
        next_ = (next_ + 1) % most_entries;
    }
    return plan;
}

}  // namespace banyan::net
