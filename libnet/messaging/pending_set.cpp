#include "libnet/messaging/pending_set.hpp"

namespace banyan::net::detail {

pending_set pending_set::take_first(request_span& requests) {
    std::size_t begin = 0;
    while (begin < requests.size() && !requests[begin].valid())
        ++begin;
    std::size_t end = begin;
    while (end < requests.size() && (!requests[end].valid() || requests[end].box_ == requests[begin].box_))
        ++end;
    pending_set taken(requests.subspan(begin, end - begin));
    requests = requests.subspan(end, requests.size() - end);
    return taken;
}

pending_set::pending_set(request_span requests) : requests_(requests) {
    if (!requests_.empty()) box_ = requests_[0].box_;
}

bool pending_set::all_done() {
    while (next_ < requests_.size() && (!requests_[next_].op_ || requests_[next_].op_->done))
        ++next_;
    return next_ == requests_.size();
}

const operation* pending_set::first_failure() {
    failures_seen_ = box_->protocol().failed_operations();
    for (std::size_t i = 0; i < requests_.size(); ++i) {
        const operation* op = requests_[i].op_.get();
        if (op && op->failure && (!failed_ || op->ended_as < failed_->ended_as)) failed_ = op;
    }
    return failed_;
}

}  // namespace banyan::net::detail
