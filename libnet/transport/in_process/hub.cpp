#include "libnet/transport/in_process/hub.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>

namespace banyan::net::detail {

void in_process_hub::join(task_id task, std::shared_ptr<wake_event> wake, std::uint64_t credit_window_bytes) {
    const std::lock_guard lock(mutex_);
    places_[task] = {std::move(wake), credit_window_bytes, {}};
}

void in_process_hub::leave(task_id task) {
    const std::lock_guard lock(mutex_);
    const auto here = places_.find(task);
    for (auto& link : here->second.arrivals) {  // otherwise the other end would wait for an answer for ever
        link.end.out_closed->store(true, std::memory_order_release);
        link.peer_wake->signal();
    }
    places_.erase(here);
}

bool in_process_hub::connect(task_id a, task_id b) {
    const std::lock_guard lock(mutex_);
    const auto here = places_.find(a), there = places_.find(b);
    if (here == places_.end()) return false;
    if (pairs_.contains(std::minmax(a, b))) return true;  // also if `b` has left: its messages wait here
    if (there == places_.end()) return false;
    auto forth = std::make_shared<byte_ring>(), back = std::make_shared<byte_ring>();
    auto forth_closed = std::make_shared<std::atomic<bool>>(false),
         back_closed = std::make_shared<std::atomic<bool>>(false);
    here->second.arrivals.reserve(here->second.arrivals.size() + 1);  // allocate all memory before the pair is joined
    there->second.arrivals.reserve(there->second.arrivals.size() + 1);
    pairs_.insert(std::minmax(a, b));
    here->second.arrivals.push_back(
        {b, {back, forth, back_closed, forth_closed}, there->second.wake, there->second.credit_window_bytes});
    there->second.arrivals.push_back(
        {a, {forth, back, forth_closed, back_closed}, here->second.wake, here->second.credit_window_bytes});
    here->second.wake->signal();
    there->second.wake->signal();
    return true;
}

void in_process_hub::wake_all() {
    const std::lock_guard lock(mutex_);
    for (auto& [task, here] : places_)
        here.wake->signal();
}

std::vector<in_process_hub::arrival> in_process_hub::take_arrivals(task_id task) {
    const std::lock_guard lock(mutex_);
    return std::exchange(places_.at(task).arrivals, {});
}

bool in_process_hub::has_arrival(task_id task, task_id peer) {
    const std::lock_guard lock(mutex_);
    const auto& here = places_.at(task).arrivals;
    return std::any_of(here.begin(), here.end(), [peer](const arrival& made) { return made.peer == peer; });
}

namespace {

class in_process_link final : public link {
  public:
    in_process_link(in_process_end end, std::shared_ptr<wake_event> peer_wake)
        : end_(std::move(end)), wake_(std::move(peer_wake)) {}
    ~in_process_link() override {
        end_.out_closed->store(true, std::memory_order_release);
        wake_->signal();
    }

    moved read(std::span<const iovec> regions) override {
        const bool closed =
            end_.in_closed->load(std::memory_order_acquire);  // before reading, so that no byte is missed
        std::size_t total = 0;
        for (const auto& region : regions) {
            const std::size_t count = end_.in->read({static_cast<std::byte*>(region.iov_base), region.iov_len});
            total += count;
            if (count < region.iov_len) break;
        }
        if (total > 0) {
            wake_->signal();  // the ring has room again
            return {moved::state::some, total};
        }
        return {closed ? moved::state::ended : moved::state::would_block};
    }

    moved write(std::span<const iovec> regions) override {
        if (end_.in_closed->load(std::memory_order_acquire)) return {moved::state::broken, 0, EPIPE};
        std::size_t total = 0;
        for (const auto& region : regions) {
            const std::size_t count = end_.out->write({static_cast<const std::byte*>(region.iov_base), region.iov_len});
            total += count;
            if (count < region.iov_len) break;
        }
        if (total == 0) return {moved::state::would_block};
        wake_->signal();
        return {moved::state::some, total};
    }

    bool delivered() override { return true; }  // the ring outlives its writer

  private:
    in_process_end end_;
    std::shared_ptr<wake_event> wake_;
};

class in_process_driver final : public driver {
  public:
    in_process_driver(std::shared_ptr<in_process_hub> hub, task_id self, std::uint64_t credit_window_bytes,
                      driver_events& events)
        : hub_(std::move(hub)), self_(self), events_(&events), wake_(std::make_shared<wake_event>()) {
        hub_->join(self_, wake_, credit_window_bytes);
    }
    ~in_process_driver() override { hub_->leave(self_); }

    void connect(task_id peer) override {
        if (hub_->connect(self_, peer)) return;
        failed_.push_back(peer);
        wake_->signal();
    }

    void poll() override {
        events_->on_wake();
        for (auto& arrival : hub_->take_arrivals(self_)) {
            peers_.insert(arrival.peer);
            events_->on_link(arrival.peer,
                             std::make_shared<in_process_link>(std::move(arrival.end), std::move(arrival.peer_wake)),
                             arrival.peer_window_bytes);
        }
        for (const task_id peer : std::exchange(failed_, {}))
            events_->on_connect_failed(peer,
                                       error(errc::peer_lost, fmt::format("task {:x} has ended", peer.value), peer));
    }

    void sleep(deadline until) override { wake_->sleep(until); }

    void wake() override { wake_->signal(); }

    void arm() override {  // reading memory costs less than a notification
        for (const task_id peer : peers_)
            events_->on_ready(peer);
    }
    void watch_writable(task_id) override {}  // every read by the peer wakes this task
    void forget(task_id peer, errc) override { peers_.erase(peer); }
    [[nodiscard]] bool link_under_way(task_id peer) const override { return hub_->has_arrival(self_, peer); }
    [[nodiscard]] bool busy() const override { return wake_->is_signalled() || !failed_.empty(); }

  private:
    std::shared_ptr<in_process_hub> hub_;
    task_id self_;
    driver_events* events_;
    std::shared_ptr<wake_event> wake_;
    std::set<task_id> peers_;
    std::vector<task_id> failed_;
};

}  // namespace

std::unique_ptr<driver> make_in_process_driver(std::shared_ptr<in_process_hub> hub, task_id self,
                                               std::uint64_t credit_window_bytes, driver_events& events) {
    return std::make_unique<in_process_driver>(std::move(hub), self, credit_window_bytes, events);
}

}  // namespace banyan::net::detail
