// Compiled without contraction of products and sums, as network_model.cpp.
#include "libnet/schedules/choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "libnet/schedules/busiest_rank.hpp"
#include "libnet/schedules/lin_network.hpp"
#include "libnet/schedules/schedule_walk.hpp"
#include "libnet/schedules/wait_levels.hpp"

namespace banyan::net {
namespace {

constexpr std::size_t assumed_block_bytes = 4096;
constexpr int most_walking_ranks = 128;

bool is_reduction(collective_kind kind) {
    switch (kind) {
        case collective_kind::reduce:
        case collective_kind::allreduce:
        case collective_kind::scan:
        case collective_kind::exclusive_scan:
        case collective_kind::reduce_scatter:
            return true;
        default:
            return false;
    }
}

// The call as every rank can describe it.
collective_shape common_part(collective_kind kind, collective_shape shape, std::size_t item_bytes) {
    shape.rank = 0;
    shape.segment = 0;
    if (!shape.matrix.empty()) return shape;
    const bool is_alltoall = kind == collective_kind::alltoall || kind == collective_kind::alltoall_varying;
    if (is_alltoall && !shape.counts.empty()) {
        shape.counts = shape.receive_counts = {};
        shape.items = std::max<std::size_t>(1, assumed_block_bytes / std::max<std::size_t>(1, item_bytes));
    }
    return shape;
}

// The messages that limit a group.
const link_times& link_of(const host_spread& where, const network_model& model) {
    return where.hosts == 1 ? model.inside_host : model.between_hosts;
}

std::size_t segment_of(std::size_t items, std::size_t segments) {
    return segments <= 1 ? 0 : (items + segments - 1) / segments;
}

// True if messages inside hosts and between them both matter. Large groups would take too long, and so would blocks of
// known lengths, whose prediction is not kept.
bool needs_walk(const algorithm& how, const collective_shape& shape) {
    if (!shape.matrix.empty()) return false;
    const host_spread where = spread_of(shape);
    return how.make && where.hosts > 1 && where.most_on_one > 1 && where.size <= most_walking_ranks;
}

// An algorithm and its call, at different numbers of segments.
class segmented_call {
  public:
    segmented_call(const algorithm& how, const collective_shape& shape, std::size_t item_bytes,
                   const network_model& model)
        : how_(how), shape_(shape), item_bytes_(item_bytes), model_(model), where_(spread_of(shape)), one_(cost(1)) {}

    [[nodiscard]] timed_segment at(std::size_t segments) const {
        const algorithm_cost found = segments <= 1 ? one_ : cost(segments);
        const int overlapped = std::max(0, found.rounds - one_.rounds);
        return {predicted_time(found, item_bytes_, where_, model_, overlapped), segment_of(shape_.items, segments)};
    }
    // The k of the formula in choice.hpp.
    [[nodiscard]] std::size_t best_segments() const {
        if (shape_.items < 2 || !shape_.counts.empty()) return 1;
        const algorithm_cost two = cost(2);
        if (two.rounds <= one_.rounds) return 1;
        const link_times& link = link_of(where_, model_);
        const double divided = 2 * static_cast<double>(item_bytes_) *
                               (less(one_.path_items, two.path_items) * link.byte_s +
                                less(one_.path_combined, two.path_combined) * model_.copy_byte_s);
        const double each = (two.rounds - one_.rounds) * link.gap_s;
        if (!(divided > 0)) return 1;
        const double segments = std::sqrt(divided / each);
        return std::clamp<std::size_t>(static_cast<std::size_t>(std::min(segments + 0.5, 1e9)), 1, shape_.items);
    }

  private:
    [[nodiscard]] algorithm_cost cost(std::size_t segments) const {
        collective_shape shape = shape_;
        shape.segment = segment_of(shape.items, segments);
        return how_.cost(shape);
    }
    static double less(std::uint64_t one, std::uint64_t two) {
        return static_cast<double>(one) - static_cast<double>(two);
    }

    const algorithm& how_;
    const collective_shape& shape_;
    std::size_t item_bytes_;
    const network_model& model_;
    host_spread where_;
    algorithm_cost one_;
};

struct candidate {
    const algorithm* how = nullptr;
    timed_segment predicted;
    [[nodiscard]] double seconds() const { return predicted.predicted_s; }
};

bool shares_cores(const collective_shape& shape, const network_model& model) {
    const host_spread where = spread_of(shape);
    return where.most_on_one > model.cores && where.size <= most_walking_ranks;
}

timed_segment fastest_segment(const algorithm& how, const collective_shape& shape, std::size_t item_bytes,
                              const network_model& model) {
    const segmented_call call(how, shape, item_bytes, model);
    timed_segment best = call.at(1);
    for (std::size_t segments = call.best_segments(); segments > 1; segments /= 2) {
        const timed_segment now = call.at(segments);
        if (now.predicted_s < best.predicted_s) best = now;
    }
    return best;
}

// True if the processors and not the messages in flight limit the predicted time.
bool processors_limit(const candidate& one, const collective_shape& shape, std::size_t item_bytes,
                      const network_model& model) {
    network_model many_cores = model;
    many_cores.cores = 1e12;
    return one.seconds() > 1.1 * fastest_segment(*one.how, shape, item_bytes, many_cores).predicted_s;
}

// Algorithms of many messages are not followed step by step: that would take long on every rank.
bool can_be_followed(const algorithm& how, const collective_shape& shape) {
    constexpr std::uint64_t most_messages = 2000;
    return how.make && how.cost(shape).messages <= most_messages;
}

// A rank has one core at a time, or a part of one. So the busiest rank is a limit, and so are the messages of a chain
// of waits: each is handled after the one before.
double time_of_ranks(const algorithm& how, const collective_shape& shape, std::size_t item_bytes,
                     const network_model& model) {
    const double chain_s = wait_levels(how, shape) * model.processor_message_s;
    return std::max(chain_s, busiest_rank_time(how, shape, item_bytes, model)) / std::min(1.0, model.cores);
}

// What the waits of an algorithm cost where a change of the running task or the network comes with each: the waits one
// after the other, and the bytes that those wait for.
double waiting_time(const algorithm& how, const collective_shape& shape, std::size_t item_bytes,
                    const network_model& model) {
    const algorithm_cost cost = how.cost(shape);
    const link_times& link = link_of(spread_of(shape), model);
    const double path_item_s = static_cast<double>(cost.path_items) * link.byte_s +
                               static_cast<double>(cost.path_combined) * model.copy_byte_s;
    const double wait_s = std::max(model.processor_message_s, link.start_s);
    return wait_levels(how, shape) * wait_s + static_cast<double>(item_bytes) * path_item_s;
}

// Where ranks share cores, the processor time is the limit, which many algorithms with equally many messages have in
// common. Of those whose times are equal within the precision of the model, the one with the least waiting_time() is
// the fastest.
void put_shortest_waits_first(std::vector<candidate>& by_time, const collective_shape& shape, std::size_t item_bytes,
                              const network_model& model) {
    constexpr double precision = 1.1;
    const double limit = by_time.front().seconds() * precision;
    auto best = by_time.begin();
    double least = std::numeric_limits<double>::infinity();
    for (auto i = by_time.begin(); i != by_time.end() && i->seconds() <= limit; ++i) {
        collective_shape segmented = shape;
        segmented.segment = i->predicted.segment;
        const bool is_followed = can_be_followed(*i->how, segmented);
        if (!is_followed && i == by_time.begin()) return;
        if (!is_followed) continue;
        const double waits = waiting_time(*i->how, segmented, item_bytes, model);
        if (waits >= least) continue;
        least = waits;
        best = i;
    }
    std::rotate(by_time.begin(), best, best + 1);
}

std::string time_text(double seconds) {
    if (seconds < 1e-3) return fmt::format("{:.3g} us", seconds * 1e6);
    if (seconds < 1) return fmt::format("{:.3g} ms", seconds * 1e3);
    return fmt::format("{:.3g} s", seconds);
}

std::string length_text(collective_kind kind, const collective_shape& shape, std::size_t item_bytes) {
    if (kind == collective_kind::barrier) return "";
    if (!shape.counts.empty()) return " of blocks of different lengths";
    const bool has_blocks = kind == collective_kind::gather || kind == collective_kind::scatter ||
                            kind == collective_kind::allgather || kind == collective_kind::reduce_scatter ||
                            kind == collective_kind::alltoall;
    return fmt::format(" of {}{} bytes", has_blocks ? "blocks of " : "", shape.items * item_bytes);
}

}  // namespace

timed_segment predict(const algorithm& how, const collective_shape& given, std::size_t item_bytes,
                      const network_model& model) {
    collective_shape shape = given;
    if (how.kind == collective_kind::scatter && shape.groups == 0) shape.groups = best_groups(shape, item_bytes, model);
    timed_segment best = fastest_segment(how, shape, item_bytes, model);
    collective_shape segmented = shape;
    segmented.segment = best.segment;
    if (needs_walk(how, shape))
        best.predicted_s = walked_time(how, segmented, item_bytes, model);
    else if (shares_cores(shape, model) && can_be_followed(how, segmented))
        best.predicted_s = std::max(best.predicted_s, time_of_ranks(how, segmented, item_bytes, model));
    return best;
}

std::size_t best_segment(const algorithm& how, const collective_shape& shape, std::size_t item_bytes,
                         const network_model& model) {
    return fastest_segment(how, common_part(how.kind, shape, item_bytes), item_bytes, model).segment;
}

algorithm_choice choose(std::span<const algorithm* const> among, collective_kind kind, const collective_shape& shape,
                        std::size_t item_bytes, const network_model& model, exactness operation) {
    const collective_shape call = common_part(kind, shape, item_bytes);
    const bool needs_standard = is_reduction(kind) && operation == exactness::rounding;
    std::vector<candidate> found;
    for (const algorithm* how : among) {
        if (how->kind != kind || (needs_standard && !how->standard_association)) continue;
        if (how->fits && !how->fits(shape)) continue;
        found.push_back({how, predict(*how, call, item_bytes, model)});
    }
    if (found.empty()) return {};
    std::ranges::stable_sort(found, {}, &candidate::seconds);
    if (shares_cores(call, model) && processors_limit(found.front(), call, item_bytes, model))
        put_shortest_waits_first(found, call, item_bytes, model);
    const candidate& best = found.front();
    algorithm_choice result{best.how, best.predicted.segment, best.seconds()};
    if (found.size() > 1) {
        result.next = found[1].how;
        result.next_s = found[1].seconds();
    }
    return result;
}

algorithm_choice choose(collective_kind kind, const collective_shape& shape, std::size_t item_bytes,
                        const network_model& model, exactness operation) {
    return choose(all_algorithms(), kind, shape, item_bytes, model, operation);
}

std::string explain(collective_kind kind, const collective_shape& shape, std::size_t item_bytes,
                    const algorithm_choice& choice) {
    std::string text = fmt::format("{}{} on {} rank{}: ", name_of(kind), length_text(kind, shape, item_bytes),
                                   shape.size, shape.size == 1 ? "" : "s");
    if (!choice.how) return text + "no algorithm";
    text += choice.how->name;
    if (choice.segment > 0) text += fmt::format(" in segments of {} bytes", choice.segment * item_bytes);
    text += ", predicted " + time_text(choice.predicted_s);
    if (choice.next) text += fmt::format("; next: {}, {}", choice.next->name, time_text(choice.next_s));
    return text;
}

}  // namespace banyan::net
