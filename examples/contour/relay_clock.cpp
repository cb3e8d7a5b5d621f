#include "examples/contour/relay_clock.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace contour {
namespace {

constexpr double never_us = std::numeric_limits<double>::infinity();

struct modelled_message {
    double arrival_us;
    std::vector<const relayed_segment*> for_segments;
};

class modelled_task {
  public:
    modelled_task(const time_model& model, double start_us, std::span<const relayed_segment> segments) : clock_(model) {
        clock_.wait_until(start_us);
        for (const relayed_segment& s : segments) {
            if (s.is_first != 0)
                ready_.push_back(&s);
            else
                ++waiting_;
        }
    }

    [[nodiscard]] double now_us() const { return clock_.now_us(); }
    [[nodiscard]] bool is_waiting() const { return waiting_ > 0; }
    /// When the task acts the next time.
    [[nodiscard]] double next_us() const {
        if (!begun_) return clock_.now_us();
        return std::max(clock_.now_us(), first_arrival_us());
    }
    void deliver(modelled_message message) { arriving_.push_back(std::move(message)); }

    /// Takes what has arrived and computes. Returns the segments that now are done.
    std::vector<const relayed_segment*> act(double element_us) {
        if (begun_) take_arrived();
        begun_ = true;
        for (const relayed_segment* s : ready_)
            clock_.spend(static_cast<double>(s->elements) * element_us);
        return std::exchange(ready_, {});
    }
    double send(std::size_t values) { return clock_.send(values * relayed_value_bytes); }

  private:
    [[nodiscard]] double first_arrival_us() const {
        double first = never_us;
        for (const modelled_message& m : arriving_)
            first = std::min(first, m.arrival_us);
        return first;
    }
    void take_arrived() {
        clock_.wait_until(first_arrival_us());
        std::erase_if(arriving_, [this](const modelled_message& m) {
            if (m.arrival_us > clock_.now_us()) return false;
            ready_.insert(ready_.end(), m.for_segments.begin(), m.for_segments.end());
            waiting_ -= m.for_segments.size();
            return true;
        });
    }

    model_clock clock_;
    std::vector<const relayed_segment*> ready_;
    std::vector<modelled_message> arriving_;
    std::size_t waiting_ = 0;  // segments without a value
    bool begun_ = false;
};

struct segment_place {
    std::size_t task;
    const relayed_segment* segment;
};

std::unordered_map<std::uint64_t, segment_place> places_by_key(std::span<const std::vector<relayed_segment>> of_tasks) {
    std::unordered_map<std::uint64_t, segment_place> places;
    for (std::size_t t = 0; t < of_tasks.size(); ++t)
        for (const relayed_segment& s : of_tasks[t])
            places[s.key] = {t, &s};
    return places;
}

}  // namespace

// The task that acts next is taken each time. Messages that other tasks send later also arrive later, so no message is
// missed.
std::vector<double> relayed_until(std::span<const std::vector<relayed_segment>> of_tasks,
                                  std::span<const double> start_us, double element_us, const time_model& model) {
    const auto places = places_by_key(of_tasks);
    std::vector<modelled_task> tasks;
    for (std::size_t t = 0; t < of_tasks.size(); ++t)
        tasks.emplace_back(model, start_us[t], of_tasks[t]);
    for (;;) {
        const auto first = std::ranges::min_element(tasks, {}, &modelled_task::next_us);
        if (first == tasks.end() || first->next_us() == never_us) break;
        std::map<std::size_t, std::vector<const relayed_segment*>> outgoing;
        for (const relayed_segment* done : first->act(element_us)) {
            if (done->is_last != 0) continue;
            const segment_place& next = places.at(done->next_key);
            outgoing[next.task].push_back(next.segment);
        }
        for (auto& [to, values] : outgoing) {
            const double arrival_us = first->send(values.size());
            tasks[to].deliver({arrival_us, std::move(values)});
        }
    }
    if (std::ranges::any_of(tasks, &modelled_task::is_waiting))
        throw std::logic_error("relayed_until: a segment never gets a value");
    std::vector<double> ends;
    for (const modelled_task& t : tasks)
        ends.push_back(t.now_us());
    return ends;
}

}  // namespace contour
