#include "libnet/messaging/pending_set.hpp"

#include <algorithm>

namespace banyan::net::detail {

pending_set pending_set::take_first(std::span<request>& requests) {
    const auto first = std::find_if(requests.begin(), requests.end(), [](const request& r) { return r.valid(); });
    const auto end =
        std::find_if(first, requests.end(), [&](const request& r) { return r.valid() && r.box_ != first->box_; });
    const auto begin = static_cast<std::size_t>(first - requests.begin());
    const auto count = static_cast<std::size_t>(end - first);
    pending_set taken(requests.subspan(begin, count));
    requests = requests.subspan(begin + count);
    return taken;
}

pending_set::pending_set(std::span<request> requests) : requests_(requests) {
    if (!requests_.empty()) box_ = requests_.front().box_;
}

bool pending_set::all_done() {
    while (next_ < requests_.size() && (!requests_[next_].op_ || requests_[next_].op_->done))
        ++next_;
    return next_ == requests_.size();
}

const operation* pending_set::first_failure() {
    failures_seen_ = box_->protocol().failed_operations();
    for (const request& r : requests_)
        if (r.op_ && r.op_->failure && (!failed_ || r.op_->ended_as < failed_->ended_as)) failed_ = r.op_.get();
    return failed_;
}

}  // namespace banyan::net::detail
