#include "examples/contour/tracing.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <span>

#include "banyan/net/collectives.hpp"
#include "banyan/net/operations.hpp"
#include "examples/contour/segment_relay.hpp"
#include "examples/run_times.hpp"

namespace contour {
namespace {

namespace net = banyan::net;
using clock_type = std::chrono::steady_clock;
constexpr net::tag trace_tag{10};

// What one task has traced.
struct own_part {
    trace_sum sum;
    std::uint64_t contours = 0, longest = 0;
    int messages = 0;
    double computing_s = 0;

    trace_state add(std::span<const packed_element> of, trace_state state, int iterations) {
        const auto begin = clock_type::now();
        state = sum.add(of, state, iterations);
        computing_s += examples::seconds_since(begin);
        return state;
    }
};

own_part trace_in_place(const net::group& world, const linked_image& linked, const tracing_options& o,
                        model_clock& clock) {
    own_part result;
    const relay_options how{direction::forward, trace_tag, first_state, us_of_element(o.model, o.iterations)};
    const int loops = clock.runs() ? 0 : o.iterations;
    result.messages = relay(world, linked.mesh, linked.segments, how, clock, [&](std::size_t i, trace_state before) {
        return result.add(linked.packed[i], before, loops);
    });
    return result;
}

// A segment as it is moved: its successor, whether it ends its contour, whether it begins it, its length, its elements.
constexpr std::size_t header_words = 4;

net::varying<std::uint64_t> outgoing(const linked_image& linked, const std::vector<label>& labels, int tasks) {
    std::vector<std::vector<std::uint64_t>> to(static_cast<std::size_t>(tasks));
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const segment& s = linked.segments[i];
        const auto& packed = linked.packed[i];
        auto& out = to[labels[i].target];
        out.insert(out.end(), {s.next, s.ends, s.begins, packed.size()});
        out.insert(out.end(), packed.begin(), packed.end());
    }
    net::varying<std::uint64_t> result;
    for (const auto& part : to) {
        result.counts.push_back(part.size());
        result.items.insert(result.items.end(), part.begin(), part.end());
    }
    return result;
}

// The segments that have come to a task.
class moved_segments {
  public:
    explicit moved_segments(std::span<const std::uint64_t> left) {
        while (!left.empty()) {
            const moved one{left[0], left[1] != 0, left[2] != 0, left.subspan(header_words, left[3])};
            by_head_[id_of(one.elements[0])] = one;
            left = left.subspan(header_words + left[3]);
        }
    }
    void trace(own_part& result, int iterations) const {
        for (const auto& [head, first] : by_head_) {
            if (!first.begins) continue;
            ++result.contours;
            const auto before = result.sum.elements;
            trace_state state = first_state;
            for (const moved* at = &first;; at = &by_head_.at(at->next)) {
                state = result.add(at->elements, state, iterations);
                if (at->ends) break;
            }
            result.longest = std::max(result.longest, result.sum.elements - before);
        }
    }

  private:
    struct moved {
        element_id next;
        bool ends, begins;
        std::span<const packed_element> elements;
    };
    std::map<element_id, moved> by_head_;
};

// On the modelled computer every task sends what it has for each other task, all at the same time.
void move_on_clock(const net::group& world, const net::varying<std::uint64_t>& out, model_clock& clock) {
    double arrival_us = clock.now_us();
    for (std::size_t to = 0; to < out.counts.size(); ++to)
        if (static_cast<int>(to) != world.rank().value && out.counts[to] > 0)
            arrival_us = clock.send(out.counts[to] * sizeof(std::uint64_t));
    clock.wait_until(net::allreduce_value(world, arrival_us, net::op::max()));
}

own_part trace_remapped(const net::group& world, const linked_image& linked, const tracing_options& o,
                        model_clock& clock) {
    own_part result;
    const auto labels = label_segments(world, linked.mesh, linked.segments, o.weights, clock, result.messages);
    const auto out = outgoing(linked, labels, world.size());
    if (clock.runs()) move_on_clock(world, out, clock);
    const auto in = net::alltoall_varying(world, out, net::with_algorithm(o.exchange));
    moved_segments(in.items).trace(result, clock.runs() ? 0 : o.iterations);
    clock.spend(static_cast<double>(result.sum.elements) * us_of_element(o.model, o.iterations));
    return result;
}

// The number of contours and the longest one, which no single task need know after tracing in place.
void count_contours(const net::group& world, const linked_image& linked, own_part& part) {
    model_clock unused(time_model{}, false);
    relay(world, linked.mesh, linked.segments, {direction::forward, trace_tag, 0}, unused,
          [&](std::size_t i, std::uint64_t before) {
              const std::uint64_t length = before + linked.segments[i].elements.size();
              if (linked.segments[i].ends) {
                  ++part.contours;
                  part.longest = std::max(part.longest, length);
              }
              return length;
          });
}

// With a clock that runs: only the clock counts, and the dummy loops are left out.
own_part trace_own(const net::group& world, const linked_image& linked, algorithm how, const tracing_options& o,
                   model_clock& clock) {
    return how == algorithm::in_place ? trace_in_place(world, linked, o, clock)
                                      : trace_remapped(world, linked, o, clock);
}

}  // namespace

traced trace(const net::group& world, const linked_image& linked, algorithm how, const tracing_options& o) {
    model_clock stopped(o.model, false), clock(o.model);
    net::barrier(world);
    const auto begin = clock_type::now();
    own_part part = trace_own(world, linked, how, o, stopped);
    const double own_s = examples::seconds_since(begin);
    traced result;
    result.seconds = net::allreduce_value(world, own_s, net::op::max());
    if (o.finds_model_time) trace_own(world, linked, how, o, clock);
    if (how == algorithm::in_place) count_contours(world, linked, part);
    result.computing_s = net::allreduce_value(world, part.computing_s, net::op::max());
    result.model_us = net::allreduce_value(world, clock.now_us(), net::op::max());
    result.longest = net::allreduce_value(world, part.longest, net::op::max());
    result.contours = net::allreduce_value(world, part.contours, net::op::sum());
    result.sum = net::allreduce_value(world, part.sum.sum, net::op::sum());
    result.elements = net::allreduce_value(world, part.sum.elements, net::op::sum());
    result.messages = net::allreduce_value(world, static_cast<std::uint64_t>(part.messages), net::op::sum());
    result.of_tasks.resize(static_cast<std::size_t>(world.size()));
    net::allgather(world, part.sum.elements, result.of_tasks);
    return result;
}

}  // namespace contour
