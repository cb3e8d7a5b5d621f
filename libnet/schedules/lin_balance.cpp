// Compiled without contraction of products and sums, for the reason given in network_model.cpp.
#include "libnet/schedules/lin_balance.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "libnet/schedules/collective_shape.hpp"

namespace banyan::net {

std::size_t block_lengths::shortest(int to) const {
    if (size_ == 1) return 0;
    std::size_t least = at(to == 0 ? 1 : 0, to);
    for (int from = 0; from < size_; ++from)
        if (from != to) least = std::min(least, at(from, to));
    return least;
}

std::size_t block_lengths::longest(int to) const {
    std::size_t most = 0;
    for (int from = 0; from < size_; ++from)
        if (from != to) most = std::max(most, at(from, to));
    return most;
}

balance_measures measure_balance(const block_lengths& blocks) {
    balance_measures found{.size = blocks.size()};
    std::vector<std::size_t> above(static_cast<std::size_t>(blocks.size()));  // of each sender
    for (int to = 0; to < blocks.size(); ++to) {
        const std::size_t least = blocks.shortest(to), most = blocks.longest(to);
        const bool less_balanced = most == found.longest && least < found.shortest_of_that;
        if (to == 0 || most > found.longest || less_balanced) found.longest = most, found.shortest_of_that = least;
        found.largest_shortest = std::max(found.largest_shortest, least);
        for (int from = 0; from < blocks.size(); ++from)
            if (from != to) above[static_cast<std::size_t>(from)] += blocks.at(from, to) - least;
    }
    found.most_above = *std::ranges::max_element(above);
    return found;
}

double plain_time(const lin_parameters& model, const balance_measures& of, std::size_t item_bytes) {
    const std::size_t items = of.largest_shortest + of.longest - of.shortest_of_that;
    return of.size * (model.start_s + static_cast<double>(items * item_bytes) * model.byte_s);
}

double balanced_time(const lin_parameters& model, const balance_measures& of, std::size_t item_bytes) {
    const auto above = static_cast<double>(of.most_above * item_bytes);
    const auto direct = static_cast<double>(of.largest_shortest * item_bytes);
    return of.size * (2 * model.start_s + direct * model.byte_s) + above * (model.byte_s + model.copy_byte_s);
}

bool balancing_pays(const lin_parameters& model, const balance_measures& of, std::size_t item_bytes) {
    return plain_time(model, of, item_bytes) >= balanced_time(model, of, item_bytes);
}

block_extremes extremes_of(std::span<const std::size_t> counts, std::size_t sender) {
    block_extremes found{.shortest = ~std::size_t{0}};
    for (std::size_t r = 0; r < counts.size(); ++r)
        if (r != sender) found = extremes_of_both(found, {counts[r], counts[r]});
    return found;
}

bool balancing_could_pay(const lin_parameters& model, int size, const block_extremes& blocks, std::size_t item_bytes) {
    if (size < 3 || blocks.longest <= blocks.shortest) return false;
    const double p = size, rounds = std::bit_width(static_cast<unsigned>(size - 1));
    const auto spread = static_cast<double>(blocks.longest - blocks.shortest) * static_cast<double>(item_bytes);
    const double saved = spread * ((p - 1) * model.byte_s - model.copy_byte_s) - p * model.start_s;
    const double exchange = rounds * model.start_s + sizeof(std::uint64_t) * p * (p - 1) * model.byte_s;
    return saved > exchange;
}

block_part part_through(const block_lengths& blocks, std::size_t shortest, int from, int to, int through) {
    if (from == to) return {};
    const std::size_t above = blocks.at(from, to) - shortest;
    const int part = (through + from + to) % blocks.size();
    const std::size_t begin = division_begin(above, blocks.size(), part);
    return {shortest + begin, division_begin(above, blocks.size(), part + 1) - begin};
}

}  // namespace banyan::net
