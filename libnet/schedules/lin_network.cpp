// Compiled without contraction of products and sums, for the reason given in network_model.cpp.
#include "libnet/schedules/lin_network.hpp"

#include <algorithm>
#include <cmath>

namespace banyan::net {

lin_parameters lin_parameters_of(const network_model& model, const host_spread& where) {
    const link_times& link = where.hosts == 1 ? model.inside_host : model.between_hosts;
    return {link.start_s, link.byte_s, model.copy_byte_s};
}

int best_groups(const collective_shape& shape, std::size_t item_bytes, const network_model& model) {
    const int others = shape.size - 1;
    if (others < 2) return 1;
    lin_parameters parameters = lin_parameters_of(model, spread_of(shape));
    parameters.copy_byte_s = 0;
    const block_layout blocks(shape.items, shape.counts);
    const auto all = static_cast<double>((blocks.total(0, shape.size) - blocks.count(shape.root)) * item_bytes);
    return optimal_groups(parameters, others, all / others);
}

chunk_choice choose_chunk(const link_times& link, double copy_byte_s, std::size_t m, std::size_t least,
                          std::size_t most) {
    const auto all = static_cast<double>(m);
    const lin_parameters first{link.start_s, link.byte_s, copy_byte_s}, further{link.gap_s, link.byte_s, copy_byte_s};
    const double plain = one_to_one_time(first, all);
    const std::size_t chunk = std::min(m, std::clamp(optimal_chunk(further, m), least, most));
    if (chunk == m) return {m, m, plain, plain};
    const double overlapped = link.start_s - link.gap_s + overlapped_time(further, all, static_cast<double>(chunk));
    return {overlapped < plain ? chunk : m, chunk, plain, overlapped};
}

group_choice choose_groups(const lin_parameters& model, int p, std::size_t m) {
    const auto all = static_cast<double>(m);
    const int groups = optimal_groups(model, p, all);
    const double plain = one_to_many_time(model, p, all);
    const double two_level = two_level_time(model, p, all, groups);
    return {groups, plain, two_level, two_level < plain};
}

part_choice choose_first_part(const lin_parameters& model, int p, std::size_t m, std::size_t least, std::size_t most) {
    const auto all = static_cast<double>(m);
    const auto best = static_cast<std::size_t>(std::ceil(optimal_first_part(model, p, all)));
    const std::size_t first = std::min(m, std::clamp(best, least, most));
    const double plain = many_to_one_time(model, p, all);
    const double phases = three_phase_time(model, p, all, static_cast<double>(first));
    return {first, plain, phases, first < m && phases < plain};
}

}  // namespace banyan::net
