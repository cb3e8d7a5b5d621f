#include "libnet/collectives/algorithm_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iostream>
#include <numeric>
#include <utility>

#include "libnet/base/environment.hpp"
#include "libnet/collectives/collective_state.hpp"
#include "libnet/collectives/host_numbers.hpp"
#include "libnet/collectives/network_measurement.hpp"
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/choice.hpp"
#include "libnet/schedules/lin_network.hpp"
#include "libnet/schedules/two_level_exchange.hpp"

namespace banyan::net {
namespace {

using detail::collective_arguments;

// The network is measured when the choice begins to matter: at the first call of at least this many bytes on each rank,
// or after this many calls of the group. Both numbers are equal on all ranks.
constexpr std::size_t measured_from_bytes = 4096;
constexpr std::uint64_t measured_from_calls = 50;

// The collective whose algorithms carry out this one.
collective_kind table_kind(collective_kind kind) {
    switch (kind) {
        case collective_kind::gather_varying:
            return collective_kind::gather;
        case collective_kind::scatter_varying:
            return collective_kind::scatter;
        case collective_kind::allgather_varying:
            return collective_kind::allgather;
        default:
            return kind;
    }
}

const algorithm& existing_algorithm(collective_kind kind, std::string_view name) {
    const algorithm* named = find_algorithm(kind, name);
    if (named) return *named;
    throw error(errc::invalid_argument, fmt::format("{}: there is no algorithm '{}'; allowed: automatic, {}",
                                                    name_of(kind), name, algorithm_names(kind)));
}

const algorithm& named_algorithm(collective_kind kind, const collective_shape& shape, std::string_view name) {
    const algorithm& named = existing_algorithm(kind, name);
    if (named.fits && !named.fits(shape))
        throw error(errc::invalid_argument,
                    fmt::format("{}: the algorithm '{}' (named by the program or BANYAN_COLLECTIVE_ALGORITHMS) does "
                                "not fit this call: {}",
                                name_of(kind), name, named.summary));
    return named;
}

void expect_fanout(const collective_options& how, collective_kind kind) {
    if (how.fanout < 1)
        throw error(errc::invalid_argument,
                    fmt::format("{}: fanout is {}, allowed: 1 or more", name_of(kind), how.fanout));
}

// Calls of similar length get the same algorithm. Otherwise a program whose lengths keep changing would need a new
// prediction for each call. Equal on all ranks.
choice_key key_of(collective_kind kind, const collective_arguments& call, const collective_shape& shape,
                  bool any_association) {
    std::size_t items = shape.items;
    if (kind != collective_kind::alltoall_varying)  // whose counts differ between the ranks
        items = std::accumulate(shape.counts.begin(), shape.counts.end(), items);
    return {kind,
            static_cast<int>(std::bit_width(items * call.item_bytes)),
            call.item_bytes,
            shape.fanout,
            shape.root == 0,
            !shape.counts.empty(),
            shape.commutative,
            any_association};
}

void take_options(const collective_options& how, const collective_arguments& call, collective_shape& shape) {
    expect_fanout(how, call.kind);
    shape.segment = how.segment_bytes / call.item_bytes;
    shape.fanout = how.fanout;
}

lin_parameters parameters_of(const group& g) {
    const auto hosts = collective_state::of(detail::group_state::of(g)).hosts(g);
    return lin_parameters_of(known_network(g), spread_of({.size = g.size(), .host_of = hosts}));
}

bool balancing_pays_for(const group& g, const collective_arguments& call, const collective_shape& shape) {
    return balancing_pays(parameters_of(g), measure_balance({shape.size, shape.matrix}), call.item_bytes);
}

// The prediction is kept for all lengths up to the next power of two.
bool two_levels_pay_for(const group& g, std::size_t longest_bytes) {
    detail::group_state& shared = detail::group_state::of(g);
    collective_state& state = collective_state::of(shared);
    const std::size_t most_bytes = 2 * std::bit_floor(longest_bytes) - (longest_bytes > 0 ? 1 : 0);
    const auto [kept, is_new] = state.two_levels.try_emplace(static_cast<int>(std::bit_width(longest_bytes)), false);
    if (is_new)
        kept->second =
            two_levels_pay({.size = g.size(), .items = most_bytes, .host_of = state.hosts(g)}, 1, known_network(g));
    return kept->second;
}

// The longest block of a rank for another one, in items.
std::size_t longest_block(const collective_shape& shape) {
    const auto ranks = static_cast<std::size_t>(shape.size);
    std::size_t longest = 0;
    for (std::size_t r = 0; r < ranks; ++r)
        longest = std::max(longest, extremes_of(shape.matrix.subspan(r * ranks, ranks), r).longest);
    return longest;
}

// The algorithms of an automatic choice that knows all lengths of an alltoall_varying; none if the lengths are not
// known or do not matter.
std::span<const algorithm* const> algorithms_for_lengths(const group& g, const collective_arguments& call,
                                                         const collective_shape& shape) {
    static constexpr const algorithm* in_two_levels[] = {&alltoall_varying_two_level};
    if (shape.matrix.empty()) return {};
    if (balancing_pays_for(g, call, shape)) return all_algorithms();
    if (two_levels_pay_for(g, longest_block(shape) * call.item_bytes)) return in_two_levels;
    return {};
}

bool explains() {
    return environment_value("BANYAN_EXPLAIN_COLLECTIVES", "0") != "0";
}

}  // namespace

const network_model& known_network(const group& g) {
    static const network_model defaults;
    const network_model* known = detail::group_state::of(g).network.get();
    return known ? *known : defaults;
}

collective_options with_named_algorithm(const group& g, collective_kind kind, const collective_options& how) {
    collective_options found = how;
    const algorithm* named = collective_state::of(detail::group_state::of(g)).named(g).find(table_kind(kind));
    if (how.algorithm.empty() && named) found.algorithm = named->name;
    return found;
}

void expect_possible_options(collective_kind kind, const collective_options& how) {
    expect_fanout(how, kind);
    if (!how.is_automatic()) (void)existing_algorithm(table_kind(kind), how.algorithm);
}

void measure_when_due(const group& g, std::size_t known_bytes, const collective_options& how) {
    detail::group_state& shared = detail::group_state::of(g);
    if (shared.network.get() || g.size() == 1 || !how.is_automatic()) return;
    collective_state& state = collective_state::of(shared);
    if (known_bytes < measured_from_bytes && state.begun() < measured_from_calls) return;
    shared.network.set(std::make_shared<const network_model>(network_of(g, how.until)));
    state.plans = {};
    state.choices.clear();
    state.two_levels.clear();
    state.choice_for_lengths = nullptr;
}

bool needs_all_lengths(std::string_view name) {
    const algorithm* named = find_algorithm(collective_kind::alltoall_varying, name);
    return named && named->fits == &has_all_lengths;
}

bool lengths_matter(const group& g, const block_extremes& blocks, std::size_t item_bytes,
                    const collective_options& how) {
    if (!how.is_automatic()) return needs_all_lengths(how.algorithm);
    return balancing_could_pay(parameters_of(g), g.size(), blocks, item_bytes) ||
           two_levels_pay_for(g, blocks.longest * item_bytes);
}

const algorithm& choose_algorithm(const group& g, const collective_arguments& call, collective_shape& shape,
                                  const collective_options& how) {
    const collective_kind kind = table_kind(call.kind);
    detail::group_state& shared = detail::group_state::of(g);
    collective_state& state = collective_state::of(shared);
    shape.commutative = call.op && call.op->commutative;
    take_options(how, call, shape);
    shape.host_of = state.hosts(g);
    if (kind == collective_kind::scatter) shape.groups = best_groups(shape, call.item_bytes, known_network(g));
    if (!how.is_automatic()) {
        const algorithm& named = named_algorithm(kind, shape, how.algorithm);
        if (const network_model* network = shared.network.get(); network && how.segment_bytes == 0)
            shape.segment = best_segment(named, shape, call.item_bytes, *network);
        return named;
    }
    const bool any_association = how.any_association || (call.op && call.op->exact);
    const auto for_lengths = algorithms_for_lengths(g, call, shape);
    if (for_lengths.empty()) shape.matrix = {};
    algorithm_choice of_these_lengths;
    algorithm_choice& chosen =
        shape.matrix.empty() ? state.choices[key_of(kind, call, shape, any_association)] : of_these_lengths;
    if (!chosen.how || (chosen.how->fits && !chosen.how->fits(shape))) {
        chosen = choose(for_lengths.empty() ? all_algorithms() : for_lengths, kind, shape, call.item_bytes,
                        known_network(g), any_association ? exactness::exact : exactness::rounding);
        // A choice for exchanged lengths is made in every call; it is new if the last one was another algorithm.
        const bool is_new = shape.matrix.empty() || std::exchange(state.choice_for_lengths, chosen.how) != chosen.how;
        if (is_new && g.rank().value == 0 && explains())
            std::cerr << explain(kind, shape, call.item_bytes, chosen) + "\n";
    }
    if (!chosen.how) throw error(errc::invalid_argument, fmt::format("{} has no algorithm", name_of(kind)));
    if (shape.segment == 0) shape.segment = chosen.segment;
    return *chosen.how;
}

}  // namespace banyan::net
