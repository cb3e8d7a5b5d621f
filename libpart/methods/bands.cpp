// Bands of equal work, each of which is then cut by itself (nCUBE 2 Programmer's Guide, Figure 1-37).
#include <algorithm>
#include <cmath>

#include "libpart/geometry/whole_part.hpp"
#include "libpart/methods/method_helpers.hpp"

namespace banyan::part {
namespace {

/// The number of bands that makes the blocks about square: sqrt(p rows / cols), but at most one band per row, and
/// enough bands that none has more processors than columns.
std::int64_t number_of_bands(const grid& domain, std::int64_t processors) {
    const double aspect = static_cast<double>(domain.rows()) / static_cast<double>(domain.cols());
    const double square = std::round(std::sqrt(static_cast<double>(processors) * aspect));
    const std::int64_t most = std::min(processors, domain.rows());
    const std::int64_t least = (processors + domain.cols() - 1) / domain.cols();
    return std::max(least, whole_part(square, most));
}

}  // namespace

std::vector<block> band_blocks(const grid& domain, processor_list processors, const work_map& map) {
    const std::int64_t p = std::ssize(processors);
    const std::int64_t bands = number_of_bands(domain, p);
    const auto members = [&](std::int64_t band) {
        const std::int64_t first = band * p / bands;
        return processors.subspan(static_cast<std::size_t>(first),
                                  static_cast<std::size_t>((band + 1) * p / bands - first));
    };
    std::vector<double> weights;
    for (std::int64_t band = 0; band < bands; ++band)
        weights.push_back(sum_of(weights_of(members(band))));
    std::vector<std::int64_t> tops =
        cuts_of_equal_work(domain.rows(), weights, [&](std::int64_t k) { return map.work(0, k, 0, domain.cols()); });
    tops.push_back(domain.rows());

    std::vector<block> blocks;
    for (std::int64_t band = 0; band < bands; ++band) {
        const std::int64_t top = tops[static_cast<std::size_t>(band)];
        const std::int64_t bottom = tops[static_cast<std::size_t>(band) + 1];
        std::vector<std::int64_t> lefts = cuts_of_equal_work(
            domain.cols(), weights_of(members(band)), [&](std::int64_t k) { return map.work(top, bottom, 0, k); });
        lefts.push_back(domain.cols());
        for (std::size_t i = 0; i + 1 < lefts.size(); ++i)
            blocks.push_back({members(band)[i].processor, top, lefts[i], bottom - top, lefts[i + 1] - lefts[i]});
    }
    return blocks;
}

partition bands(const grid& domain, processor_list processors, int all, const partition_options& options) {
    return partition::from_rectangles(domain, all, band_blocks(domain, processors, work_map(domain, options.density)));
}

}  // namespace banyan::part
