#include "libnet/joining/thread_failures.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

namespace banyan::net::detail {

// It delegates, so that the destructor closes what is open if a descriptor cannot be made.
thread_failures::thread_failures(std::size_t ranks) : thread_failures() {
    pending_.resize(ranks);
    for (std::size_t i = 0; i < ranks; ++i) {
        descriptors_.push_back(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
        if (descriptors_.back() < 0) throw error(errc::resource_limit, "out of descriptors for the threads of a world");
    }
}

thread_failures::~thread_failures() {
    for (const int descriptor : descriptors_)
        if (descriptor >= 0) ::close(descriptor);
}

void thread_failures::add(std::size_t lost_rank, const loss& what) {
    for (std::size_t rank = 0; rank < pending_.size(); ++rank)
        if (rank != lost_rank) add_for(rank, what);
}

void thread_failures::add_for(std::size_t rank, const loss& what) {
    const std::lock_guard lock(mutex_);
    pending_[rank].push_back(what);
    (void)::eventfd_write(descriptors_[rank], 1);
}

std::optional<loss> thread_failures::take(std::size_t rank) {
    const std::lock_guard lock(mutex_);
    if (pending_[rank].empty()) {
        eventfd_t ignored = 0;
        (void)::eventfd_read(descriptors_[rank], &ignored);
        return std::nullopt;
    }
    loss first = std::move(pending_[rank].front());
    pending_[rank].pop_front();
    return first;
}

}  // namespace banyan::net::detail
