// Compiled without contraction of products and sums, so that ranks on different kinds of CPU compute the same bits.
#include "libnet/schedules/network_model.hpp"

#include <algorithm>
#include <cmath>

namespace banyan::net {
namespace {

// The part of the messages of one rank that go to other hosts, if its partners are spread evenly over all other ranks.
double part_between_hosts(const host_spread& where) {
    if (where.hosts == 1) return 0;
    return static_cast<double>(where.size - where.most_on_one) / (where.size - 1);
}

double path_time(const algorithm_cost& cost, double item_bytes, const link_times& link, double copy_byte_s,
                 int overlapped_rounds) {
    const double all_bytes = static_cast<double>(cost.path_items) * item_bytes;
    const double paid_bytes = std::max(0.0, all_bytes - link.free_bytes);
    return (cost.rounds - overlapped_rounds) * link.start_s + overlapped_rounds * link.gap_s +
           paid_bytes * link.byte_s + static_cast<double>(cost.path_combined) * item_bytes * copy_byte_s;
}

double cpu_time(const algorithm_cost& cost, double item_bytes, const host_spread& where, const network_model& model) {
    const double items = static_cast<double>(cost.items);
    const double combined = std::min(items, static_cast<double>(cost.path_combined) * where.size);
    const double all_hosts = static_cast<double>(cost.messages) * model.cpu_message_s +
                             items * item_bytes * model.cpu_byte_s + combined * item_bytes * model.copy_byte_s;
    return all_hosts * where.most_on_one / where.size / model.cores;
}

}  // namespace

std::array<double, network_model::numbers_count> network_model::numbers() const {
    return {inside_host.start_s,
            inside_host.gap_s,
            inside_host.byte_s,
            inside_host.free_bytes,
            between_hosts.start_s,
            between_hosts.gap_s,
            between_hosts.byte_s,
            between_hosts.free_bytes,
            copy_byte_s,
            cpu_message_s,
            cpu_byte_s,
            shared_byte_s,
            cores};
}

network_model network_model::from_numbers(const std::array<double, numbers_count>& numbers) {
    const auto& n = numbers;
    return {.inside_host = {n[0], n[1], n[2], n[3]},
            .between_hosts = {n[4], n[5], n[6], n[7]},
            .copy_byte_s = n[8],
            .cpu_message_s = n[9],
            .cpu_byte_s = n[10],
            .shared_byte_s = n[11],
            .cores = n[12]};
}

bool is_usable(const network_model& model) {
    const auto all = model.numbers();
    if (!std::ranges::all_of(all, [](double n) { return std::isfinite(n) && n >= 0; })) return false;
    const auto is_complete = [](const link_times& l) { return l.start_s > 0 && l.gap_s > 0 && l.byte_s > 0; };
    return is_complete(model.inside_host) && is_complete(model.between_hosts) && model.cpu_message_s > 0 &&
           model.cores > 0;
}

double predicted_time(const algorithm_cost& cost, std::size_t item_bytes, const host_spread& where,
                      const network_model& model, int overlapped_rounds) {
    const auto bytes = static_cast<double>(item_bytes);
    const link_times& link = where.hosts == 1 ? model.inside_host : model.between_hosts;
    const double between = static_cast<double>(cost.items) * bytes * part_between_hosts(where);
    return std::max(
        {path_time(cost, bytes, link, model.copy_byte_s, overlapped_rounds), cpu_time(cost, bytes, where, model),
         between * where.most_on_one / where.size * model.between_hosts.byte_s, between * model.shared_byte_s});
}

}  // namespace banyan::net
