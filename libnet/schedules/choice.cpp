// Compiled without contraction of products and sums, for the reason given in network_model.cpp.
#include "libnet/schedules/choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "libnet/schedules/collective_traits.hpp"
#include "libnet/schedules/lin_network.hpp"
#include "libnet/schedules/schedule_walk.hpp"
#include "libnet/schedules/sent_messages.hpp"

namespace banyan::net {
namespace {

constexpr std::size_t assumed_block_bytes = 4096;
constexpr int most_walking_ranks = 128;

// The call with only what all ranks know, so that all ranks choose the same algorithm.
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

// The times of the messages that are assumed to limit a group: those between hosts if it has several hosts.
const link_times& link_of(const host_spread& where, const network_model& model) {
    return where.hosts == 1 ? model.inside_host : model.between_hosts;
}

std::size_t segment_length(std::size_t items, std::size_t segments) {
    return segments <= 1 ? 0 : (items + segments - 1) / segments;
}

// True if the formula does not predict the time: messages inside hosts and messages between them both matter, ranks
// share cores, or links have free bytes, so that the busiest link matters. False for large groups and for algorithms of
// many messages, because their walk would take too long.
bool needs_walk(const algorithm& how, const collective_shape& shape, const network_model& model) {
    constexpr std::uint64_t most_messages = 2000;
    const host_spread where = spread_of(shape);
    if (!how.make || where.size > most_walking_ranks) return false;
    const auto has_few_messages = [&] { return how.cost(shape).messages <= most_messages; };
    if (where.most_on_one > model.cores) return has_few_messages();
    if (where.hosts == 1 || !shape.matrix.empty()) return false;  // with a matrix, no prediction is kept
    return where.most_on_one > 1 || (model.between_hosts.free_bytes > 0 && has_few_messages());
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
        return {predicted_time(found, item_bytes_, where_, model_, overlapped), segment_length(shape_.items, segments)};
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
        shape.segment = segment_length(shape.items, segments);
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

constexpr double rounding_factor = 1 + 1e-9;  // times that differ by a smaller factor differ only by rounding

// The first of the table among those with the least time.
void put_best_first(std::vector<candidate>& in_table_order) {
    const double least = std::ranges::min(in_table_order, {}, &candidate::seconds).seconds();
    const auto best = std::ranges::find_if(
        in_table_order, [&](const candidate& one) { return one.seconds() <= least * rounding_factor; });
    std::rotate(in_table_order.begin(), best, best + 1);
    std::ranges::stable_sort(in_table_order.begin() + 1, in_table_order.end(), {}, &candidate::seconds);
}

// On hosts with one rank each, times that differ by a smaller factor count as equal.
constexpr double equal_times = 1.05;

// The call with the number of groups of a scatter, and with segments if they shorten the time of the algorithm
// noticeably.
collective_shape predicted_call(const algorithm& how, const collective_shape& call, std::size_t item_bytes,
                                const network_model& model) {
    collective_shape shape = call;
    if (how.kind == collective_kind::scatter && shape.groups == 0) shape.groups = best_groups(shape, item_bytes, model);
    const timed_segment best = fastest_segment(how, shape, item_bytes, model);
    const double whole_s = segmented_call(how, shape, item_bytes, model).at(1).predicted_s;
    if (whole_s > best.predicted_s * equal_times) shape.segment = best.segment;
    return shape;
}

// What an algorithm sends in a call as it is predicted.
sent_messages predicted_messages(const algorithm& how, const collective_shape& call, std::size_t item_bytes,
                                 const network_model& model) {
    return messages_sent(how, predicted_call(how, call, item_bytes, model));
}

// True if a rank waits fewer times in `one` than in `other`. A wait passes the delay of one rank on to others.
bool waits_less(const algorithm& one, const algorithm& other, const collective_shape& call, std::size_t item_bytes,
                const network_model& model) {
    const auto waits = [&](const algorithm& how) {
        return most_waits(how, predicted_call(how, call, item_bytes, model));
    };
    return waits(one) < waits(other);
}

// True for a call on several hosts with one rank each, for which the schedules of all ranks may be examined.
bool has_a_host_for_each_rank(const collective_shape& call) {
    const host_spread where = spread_of(call);
    return where.hosts > 1 && where.most_on_one == 1 && where.size <= most_walking_ranks && call.matrix.empty();
}

// If links have free bytes, the time of a call is often that of the busiest link, so algorithms that send the same
// messages in another order have equal times. Of those that are as fast as the first one and send the same, the one
// with the fewest waits becomes the first.
void put_fewest_waits_first(std::vector<candidate>& by_time, const collective_shape& call, std::size_t item_bytes,
                            const network_model& model) {
    if (!(model.between_hosts.free_bytes > 0) || !has_a_host_for_each_rank(call)) return;
    const auto sent_by = [&](const algorithm& how) { return predicted_messages(how, call, item_bytes, model); };
    const double least_s = by_time.front().seconds();
    const sent_messages sent = sent_by(*by_time.front().how);
    auto best = by_time.begin();
    for (auto i = best + 1; i != by_time.end() && i->seconds() <= least_s * rounding_factor; ++i)
        if (sent_by(*i->how) == sent && waits_less(*i->how, *best->how, call, item_bytes, model)) best = i;
    std::rotate(by_time.begin(), best, best + 1);
}

// On hosts with one rank each, the time of a long call is that of its bytes, which many algorithms have in common. Of
// those with equal times, the one with the shortest messages is first: a rank uses or passes on a message only when all
// of it has arrived. Among these, the one that sends the least, then the one with the fewest partners: a connection
// that is idle in between starts slowly. The model has no terms for these two effects. Of algorithms that send the
// same, the one with the fewest waits is first if links have free bytes, as in put_fewest_waits_first().
void put_shortest_messages_first(std::vector<candidate>& by_time, const collective_shape& call, std::size_t item_bytes,
                                 const network_model& model) {
    constexpr double long_call = 0.8;
    if (!has_a_host_for_each_rank(call)) return;
    const double least_s = by_time.front().seconds();
    const algorithm& fastest = *by_time.front().how;
    const auto path_items =
        static_cast<double>(fastest.cost(predicted_call(fastest, call, item_bytes, model)).path_items);
    const double path_bytes = path_items * static_cast<double>(item_bytes);
    if (path_bytes <= model.between_hosts.free_bytes) return;
    if (path_bytes * model.between_hosts.byte_s < long_call * least_s) return;
    const auto sent_by = [&](const algorithm& how) { return predicted_messages(how, call, item_bytes, model); };
    const bool has_free_bytes = model.between_hosts.free_bytes > 0;
    const auto waits_less_than = [&](const algorithm& how, const algorithm& other) {
        return has_free_bytes && waits_less(how, other, call, item_bytes, model);
    };
    auto best = by_time.begin();
    sent_messages least = sent_by(fastest);
    for (auto i = best + 1; i != by_time.end() && i->seconds() <= least_s * equal_times; ++i) {
        const sent_messages sent = sent_by(*i->how);
        if (!(sent < least || (sent == least && waits_less_than(*i->how, *best->how)))) continue;
        least = sent;
        best = i;
    }
    std::rotate(by_time.begin(), best, best + 1);
}

// The algorithm that was the fastest one when such calls were measured becomes the first one. False if nothing was
// measured.
bool put_measured_first(std::vector<candidate>& found, collective_kind kind, const collective_shape& call,
                        std::size_t item_bytes, const network_model& model) {
    if (model.fastest.empty() || !call.counts.empty()) return false;
    const measured_order* order = order_for(model.fastest, kind, spread_of(call), call.items * item_bytes);
    if (!order) return false;
    for (const algorithm* how : order->fastest_first) {
        const auto at = std::ranges::find(found, how, &candidate::how);
        if (at == found.end()) continue;
        std::rotate(found.begin(), at, at + 1);
        return true;
    }
    return false;
}

std::string time_text(double seconds) {
    if (seconds < 1e-3) return fmt::format("{:.3g} us", seconds * 1e6);
    if (seconds < 1) return fmt::format("{:.3g} ms", seconds * 1e3);
    return fmt::format("{:.3g} s", seconds);
}

std::string length_text(collective_kind kind, const collective_shape& shape, std::size_t item_bytes) {
    if (kind == collective_kind::barrier) return "";
    if (!shape.counts.empty()) return " of blocks of different lengths";
    const bool has_blocks = has_blocks_as_input(kind) || has_blocks_as_output(kind);
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
    if (needs_walk(how, segmented, model)) best.predicted_s = walked_time(how, segmented, item_bytes, model);
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
    put_best_first(found);
    put_fewest_waits_first(found, call, item_bytes, model);
    put_shortest_messages_first(found, call, item_bytes, model);
    const bool is_measured = put_measured_first(found, kind, shape, item_bytes, model);
    const candidate& best = found.front();
    algorithm_choice result{best.how, best.predicted.segment, best.seconds()};
    result.is_measured = is_measured;
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
    if (choice.is_measured) text += ", measured as the fastest";
    text += ", predicted " + time_text(choice.predicted_s);
    if (choice.next) text += fmt::format("; next: {}, {}", choice.next->name, time_text(choice.next_s));
    return text;
}

}  // namespace banyan::net
