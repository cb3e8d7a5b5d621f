#include "examples/contour/segment_relay.hpp"

#include <deque>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "banyan/net/collectives.hpp"
#include "examples/contour/kept_sends.hpp"
#include "examples/contour/relay_clock.hpp"

namespace contour {
namespace {

namespace net = banyan::net;
using words = std::vector<std::uint64_t>;

class relay_task {
  public:
    relay_task(const net::group& world, const task_mesh& mesh, std::span<const segment> segments,
               const relay_options& how)
        : world_(world), mesh_(mesh), segments_(segments), how_(how), sent_(world) {}

    int run(const std::function<std::uint64_t(std::size_t, std::uint64_t)>& visit) {
        for (std::size_t i = 0; i < segments_.size(); ++i) {
            if (is_first(segments_[i]))
                ready_.emplace_back(i, how_.first);
            else
                waiting_.emplace(own_key(segments_[i]), i);
        }
        for (;;) {
            for (; !ready_.empty(); ready_.pop_front())
                hand_over(segments_[ready_.front().first], visit(ready_.front().first, ready_.front().second));
            send();
            if (waiting_.empty()) break;
            receive();
        }
        sent_.wait();
        return sent_.count();
    }

    /// What the model needs to know of the segments.
    [[nodiscard]] std::vector<relayed_segment> as_relayed() const {
        std::vector<relayed_segment> all;
        for (const segment& s : segments_)
            all.push_back({own_key(s), next_key(s), s.elements.size(), is_first(s) ? 1u : 0u, is_last(s) ? 1u : 0u});
        return all;
    }

  private:
    [[nodiscard]] bool is_forward() const { return how_.way == direction::forward; }
    [[nodiscard]] bool is_first(const segment& s) const { return is_forward() ? s.begins : s.ends; }
    [[nodiscard]] bool is_last(const segment& s) const { return is_forward() ? s.ends : s.begins; }
    // The element by which the task before this one names the segment.
    [[nodiscard]] element_id own_key(const segment& s) const { return is_forward() ? s.head() : s.tail(); }
    [[nodiscard]] element_id next_key(const segment& s) const { return is_forward() ? s.next : s.previous; }
    void hand_over(const segment& s, std::uint64_t value) {
        if (is_last(s)) return;
        const element_id key = next_key(s);
        const element e = element_of(key, mesh_.cols());
        auto& message = outgoing_[mesh_.owner(e.row, e.col)];
        message.push_back(key);
        message.push_back(value);
    }
    void send() {
        for (auto& [to, message] : std::exchange(outgoing_, {}))
            sent_.send(to, how_.tag, std::move(message));
    }
    // At least one message, and all others that have arrived.
    void receive() {
        do {
            words message;
            world_.recv_any_length(net::any_source, how_.tag, message);
            for (std::size_t i = 0; i + 1 < message.size(); i += 2) {
                const auto found = waiting_.find(message[i]);
                ready_.emplace_back(found->second, message[i + 1]);
                waiting_.erase(found);
            }
        } while (!waiting_.empty() && world_.try_probe(net::any_source, how_.tag));
    }

    const net::group& world_;
    const task_mesh& mesh_;
    std::span<const segment> segments_;
    relay_options how_;
    std::deque<std::pair<std::size_t, std::uint64_t>> ready_;  // segments and the values for them
    std::unordered_map<element_id, std::size_t> waiting_;      // segments by own_key()
    std::map<int, words> outgoing_;                            // by task
    kept_sends sent_;
};

// Rank 0 computes the ends of all tasks.
void set_clock(const net::group& world, std::vector<relayed_segment> own, double element_us, model_clock& clock) {
    const auto tasks = static_cast<std::size_t>(world.size());
    const net::varying<relayed_segment> all = net::gather_varying(world, own);
    std::vector<double> times(tasks);
    net::gather(world, clock.now_us(), times);
    if (world.rank().value == 0) {
        std::vector<std::vector<relayed_segment>> of_tasks;
        auto next = all.items.begin();
        for (const std::size_t count : all.counts) {
            of_tasks.emplace_back(next, next + static_cast<std::ptrdiff_t>(count));
            next += static_cast<std::ptrdiff_t>(count);
        }
        times = relayed_until(of_tasks, times, element_us, clock.model());
    }
    double end_us = 0;
    net::scatter(world, times, end_us);
    clock.wait_until(end_us);
}

}  // namespace

int relay(const net::group& world, const task_mesh& mesh, std::span<const segment> segments, const relay_options& how,
          model_clock& clock, const std::function<std::uint64_t(std::size_t segment, std::uint64_t value)>& visit) {
    relay_task task(world, mesh, segments, how);
    const int sent = task.run(visit);
    if (clock.runs()) set_clock(world, task.as_relayed(), how.element_us, clock);
    return sent;
}

}  // namespace contour
