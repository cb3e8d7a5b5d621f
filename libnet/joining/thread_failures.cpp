#include "libnet/joining/thread_failures.hpp"

#include <utility>

namespace banyan::net::detail {

thread_failures::thread_failures(std::size_t ranks) : pending_(ranks) {
    for (std::size_t i = 0; i < ranks; ++i)
        events_.emplace_back("a descriptor for a thread of a world");
}

void thread_failures::add(std::size_t lost_rank, const loss& what) {
    for (std::size_t rank = 0; rank < pending_.size(); ++rank)
        if (rank != lost_rank) add_for(rank, what);
}

void thread_failures::add_for(std::size_t rank, const loss& what) {
    const std::lock_guard lock(mutex_);
    pending_[rank].push_back(what);
    events_[rank].set();
}

std::optional<loss> thread_failures::take(std::size_t rank) {
    const std::lock_guard lock(mutex_);
    if (pending_[rank].empty()) {
        events_[rank].clear();
        return std::nullopt;
    }
    loss first = std::move(pending_[rank].front());
    pending_[rank].pop_front();
    return first;
}

}  // namespace banyan::net::detail
