#include "libnet/messaging/any_set.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace banyan::net::detail {

any_set::any_set(request_span requests, const char* caller) : requests_(requests), caller_(caller) {
    for (std::size_t i = 0; i < requests_.size(); ++i) {
        const request& r = requests_[i];
        if (!r.valid()) continue;
        if (box_ && r.box_ != box_)
            throw error(errc::invalid_argument, fmt::format("{}: all requests must be of one mailbox", caller_));
        box_ = r.box_;
    }
    if (!box_)
        throw error(errc::invalid_argument,
                    fmt::format("{}: no request is valid; give one that has been started", caller_));
}

bool any_set::any_done() const {
    for (std::size_t i = 0; i < requests_.size(); ++i)
        if (done(i)) return true;
    return false;
}

operation* any_set::first_unsent() const {
    for (std::size_t i = 0; i < requests_.size(); ++i) {
        operation* op = requests_[i].op_.get();
        if (op && !op->done && if_send(*op)) return op;
    }
    return nullptr;
}

bool any_set::wait_until(const std::function<bool()>& ended, deadline until) const {
    const operation_list list{&requests_, requests_.size(), [](const void* requests, std::size_t index) {
                                  const request_span& all = *static_cast<const request_span*>(requests);
                                  return static_cast<const operation*>(all[index].op_.get());
                              }};
    return box_->wait_until(ended, until, first_unsent(), wait_subject::of_any(list));
}

std::vector<std::string> any_set::awaited_tasks() const {
    constexpr std::size_t most = 8;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < requests_.size(); ++i) {
        const operation* op = operation_of(i);
        if (!op) continue;
        std::string name = op->other_side() == task_id{} ? "any task" : box_->name_of(op->other_side());
        if (std::ranges::count(names, name) > 0) continue;
        names.push_back(names.size() == most ? "others" : std::move(name));
        if (names.size() > most) break;
    }
    return names;
}

void any_set::wait(deadline until) const {
    if (wait_until([this] { return any_done(); }, until)) return;
    throw error(errc::timeout, fmt::format("{} on {} requests with {}: the deadline passed", caller_, requests_.size(),
                                           fmt::join(awaited_tasks(), ", ")));
}

std::size_t any_set::first_done() const {
    std::size_t first = 0;
    for (std::size_t i = 0; i < requests_.size(); ++i)
        if (done(i) && (!done(first) || operation_of(i)->ended_as < operation_of(first)->ended_as)) first = i;
    return first;
}

std::vector<std::size_t> any_set::all_done() const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < requests_.size(); ++i)
        if (done(i)) found.push_back(i);
    std::sort(found.begin(), found.end(),
              [&](std::size_t a, std::size_t b) { return operation_of(a)->ended_as < operation_of(b)->ended_as; });
    return found;
}

}  // namespace banyan::net::detail
