// Rows, columns, cells or blocks in turn (Crandall 1994, 4.4). For unequal speeds a pattern in proportion to them, such
// as 4,2,2,1 rows in turn, is repeated to the end of the grid.
//
// Speeds that are not small whole numbers get the pattern with the fewest units in which
// 1. every processor has exactly its share, else
// 2. no processor has more than options.pattern_tolerance above its share, else
// 3. the largest excess of a processor over its share is the smallest.
// Only patterns of at most p + 1024 units (fewer for more than 8192 processors), and not more than the grid has, are
// tried. Every processor is in the pattern at least once.
#include <algorithm>
#include <cstdint>
#include <limits>

#include "libpart/methods/method_helpers.hpp"

namespace banyan::part {
namespace {

constexpr double exact = 1e-9;

/// The largest excess of a processor over its share, as a fraction of the share; >= 0.
double excess(processor_list processors, const std::vector<std::int64_t>& counts, std::int64_t length) {
    double worst = 0;
    for (std::size_t i = 0; i < processors.size(); ++i)
        worst = std::max(worst, static_cast<double>(counts[i]) / processors[i].weight);
    return worst * sum_of(weights_of(processors)) / static_cast<double>(length) - 1;
}

struct candidate {
    std::vector<std::int64_t> counts;
    double excess = std::numeric_limits<double>::infinity();
};

std::vector<std::int64_t> pattern_of(processor_list processors, std::int64_t units, double tolerance) {
    constexpr std::int64_t effort = std::int64_t{1} << 23;
    const std::int64_t p = std::ssize(processors);
    const std::int64_t longest = std::min(units, p + std::clamp<std::int64_t>(effort / p, 16, 1024));
    candidate tolerable;
    candidate best;
    for (std::int64_t length = p; length <= longest; ++length) {
        candidate tried{apportion_to(processors, length), 0};
        tried.excess = excess(processors, tried.counts, length);
        if (tried.excess <= exact) return tried.counts;
        if (tried.excess <= tolerance && tolerable.counts.empty()) tolerable = tried;
        if (tried.excess < best.excess) best = std::move(tried);
    }
    return tolerable.counts.empty() ? best.counts : tolerable.counts;
}

std::vector<std::int32_t> in_order(processor_list processors, const std::vector<std::int64_t>& counts,
                                   distribution_order order) {
    std::vector<std::int32_t> owners;
    const std::int64_t rounds =
        order == distribution_order::units_in_turn ? counts.front() : 1;  // the fastest has the most units
    for (std::int64_t round = 0; round < rounds; ++round)
        for (std::size_t i = 0; i < processors.size() && round < counts[i]; ++i)
            owners.insert(owners.end(), static_cast<std::size_t>(rounds == 1 ? counts[i] : 1), processors[i].processor);
    return owners;
}

unit_distribution interleaved(const grid& domain, const unit_size& unit, processor_list processors,
                              const partition_options& options) {
    const std::int64_t count = units(domain, unit);
    const processor_list kept = first_processors(processors, count);
    const bool equal = kept.front().weight == kept.back().weight;  // sorted
    const std::vector<std::int64_t> counts = pattern_of(kept, count, options.pattern_tolerance);
    return {unit, in_order(kept, counts, options.order), equal ? 0 : 4 * std::ssize(kept)};
}

}  // namespace

unit_distribution interleaved_row(const grid& domain, processor_list processors, const partition_options& options) {
    return interleaved(domain, {1, domain.cols()}, processors, options);
}

unit_distribution interleaved_column(const grid& domain, processor_list processors, const partition_options& options) {
    return interleaved(domain, {domain.rows(), 1}, processors, options);
}

unit_distribution interleaved_point(const grid& domain, processor_list processors, const partition_options& options) {
    return interleaved(domain, {1, 1}, processors, options);
}

unit_distribution interleaved_block(const grid& domain, processor_list processors, const partition_options& options) {
    return interleaved(domain, block_unit(domain, processors, options), processors, options);
}

}  // namespace banyan::part
