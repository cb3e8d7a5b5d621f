// One direction of a simulated connection. Messages arrive whole and in order, each some time after it was sent.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <memory>
#include <utility>

#include "environment.hpp"

namespace banyan::daemon::simulation {

template <class Message>
class lane : public std::enable_shared_from_this<lane<Message>> {
  public:
    lane(environment& env, std::function<void(const Message&)> take, std::function<void()> ended)
        : env_(env), take_(std::move(take)), ended_(std::move(ended)) {}

    void send(const Message& message) {
        if (ends_ || cut_) return;
        queue_.push_back(message);
        arrive_later();
    }
    /// The writer closes. The rest arrives, then the end.
    void close() {
        if (std::exchange(ends_, true) || cut_) return;
        arrive_later();
    }
    /// The writer dies, possibly between two writes. So only a part of the messages in transit arrives.
    void break_off() {
        if (ends_ || cut_) return;
        if (env_.random.one_in(2)) queue_.resize(env_.random.below(queue_.size() + 1));
        close();
    }
    /// The reader dies.
    void cut() {
        cut_ = true;
        queue_.clear();
    }

  private:
    void arrive_later() {
        last_ = std::max(last_, env_.clock.now() + env_.delay());
        env_.after(last_ - env_.clock.now(), [self = this->shared_from_this()] { self->arrive(); });
    }
    void arrive() {
        if (cut_) return;
        if (!queue_.empty()) {
            const Message first = std::move(queue_.front());
            queue_.pop_front();
            return take_(first);
        }
        if (!ends_) return;
        cut_ = true;
        ended_();
    }

    environment& env_;
    std::function<void(const Message&)> take_;
    std::function<void()> ended_;
    std::deque<Message> queue_;
    nanoseconds last_ = 0;
    bool ends_ = false;
    bool cut_ = false;
};

}  // namespace banyan::daemon::simulation
