#include "libnet/protocol/context_table.hpp"

#include <fmt/format.h>

#include "banyan/net/error.hpp"

namespace banyan::net::detail {

void context_table::add(context_id first, std::vector<task_id> members) {
    auto list = std::make_shared<const std::vector<task_id>>(std::move(members));
    const std::lock_guard lock(mutex_);
    const std::uint32_t lowest = first.value == 0 ? 0 : first.value - 1;
    const auto next = groups_.lower_bound(context_id{lowest});
    if (next != groups_.end() && next->first.value <= first.value + 1)
        throw error(errc::invalid_argument,
                    fmt::format("contexts {} and {} overlap those of another group of this task ({} and {}); choose "
                                "others, or use duplicate()",
                                first.value, first.value + 1, next->first.value, next->first.value + 1));
    groups_.emplace(first, std::move(list));
}

void context_table::remove(context_id first) {
    if (!made_in_.is_this_one()) return;
    const std::lock_guard lock(mutex_);
    groups_.erase(first);
}

context_table::member_list context_table::members_of(context_id context) const {
    const std::lock_guard lock(mutex_);
    const auto after = groups_.upper_bound(context);
    if (after == groups_.begin()) return nullptr;
    const auto& [first, members] = *std::prev(after);
    return context.value - first.value < contexts_per_group ? members : nullptr;
}

void context_table::use(context_id first) {
    if (first.value >= end_of_range)
        throw error(errc::resource_limit,
                    fmt::format("the groups of this run have used all contexts from {} to {}; split and duplicate can "
                                "make no more groups",
                                first_reserved_context, end_of_range - 1));
    raise_next_free(first);
}

void context_table::raise_next_free(context_id used) noexcept {
    std::uint32_t seen = next_free_.load();
    while (seen < used.value + contexts_per_group &&
           !next_free_.compare_exchange_weak(seen, used.value + contexts_per_group)) {
    }
}

}  // namespace banyan::net::detail
