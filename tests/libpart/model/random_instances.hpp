// Random partitions and speeds from a seed, for property tests.
#pragma once

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "banyan/part/partition.hpp"
#include "banyan/part/speeds.hpp"

namespace banyan::testing {

using namespace part;

/// Random numbers. They are the same with every standard library.
class source {
  public:
    explicit source(std::uint64_t seed) : engine_(seed) {}

    /// Uniform integer in low .. high.
    std::int64_t integer(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(high - low + 1));
    }
    /// Uniform in [low, high).
    double real(double low, double high) {
        return low + (high - low) * static_cast<double>(engine_() >> 11) * 0x1.0p-53;
    }
    template <class T>
    void shuffle(std::vector<T>& values) {
        for (std::size_t i = values.size(); i > 1; --i)
            std::swap(values[i - 1], values[static_cast<std::size_t>(integer(0, static_cast<std::int64_t>(i) - 1))]);
    }

  private:
    std::mt19937_64 engine_;
};

inline speeds random_speeds(source& random, int processors, double ratio) {
    std::vector<double> values;
    for (int i = 0; i < processors; ++i)
        values.push_back(random.real(1, ratio));
    return speeds(std::move(values));
}

inline grid random_grid(source& random, std::int64_t largest_side) {
    constexpr periodic axes[]{periodic::both, periodic::none, periodic::rows, periodic::columns};
    return {random.integer(1, largest_side), random.integer(1, largest_side), axes[random.integer(0, 3)]};
}

/// Random names for the `kept` processors out of `processors`.
inline std::vector<int> random_names(source& random, int kept, int processors) {
    std::vector<int> names(static_cast<std::size_t>(processors));
    std::iota(names.begin(), names.end(), 0);
    random.shuffle(names);
    names.resize(static_cast<std::size_t>(kept));
    return names;
}

/// Cuts random rectangles at random places until there are `wanted` of them, or nothing is left to cut.
inline partition random_rectangles(source& random, const grid& domain, int wanted) {
    std::vector<block> blocks{{0, 0, 0, domain.rows(), domain.cols()}};
    for (int attempt = 0; attempt < 4 * wanted && static_cast<int>(blocks.size()) < wanted; ++attempt) {
        block& chosen = blocks[static_cast<std::size_t>(random.integer(0, std::ssize(blocks) - 1))];
        block rest = chosen;
        if (random.integer(0, 1) == 0 && chosen.rows > 1) {
            chosen.rows = random.integer(1, chosen.rows - 1);
            rest.row += chosen.rows;
            rest.rows -= chosen.rows;
        } else if (chosen.cols > 1) {
            chosen.cols = random.integer(1, chosen.cols - 1);
            rest.col += chosen.cols;
            rest.cols -= chosen.cols;
        } else {
            continue;
        }
        blocks.push_back(rest);
    }
    const int processors = static_cast<int>(blocks.size() + static_cast<std::size_t>(random.integer(0, 2)));
    const std::vector<int> names = random_names(random, static_cast<int>(blocks.size()), processors);
    for (std::size_t i = 0; i < blocks.size(); ++i)
        blocks[i].processor = names[i];
    return partition::from_rectangles(domain, processors, blocks);
}

inline partition random_ranges(source& random, const grid& domain, int wanted) {
    std::vector<std::int64_t> cuts{0};
    for (int i = 1; i < wanted; ++i)
        cuts.push_back(random.integer(0, domain.cells() - 1));
    std::ranges::sort(cuts);
    cuts.erase(std::ranges::unique(cuts).begin(), cuts.end());
    const int processors = static_cast<int>(cuts.size() + static_cast<std::size_t>(random.integer(0, 2)));
    const std::vector<int> names = random_names(random, static_cast<int>(cuts.size()), processors);
    std::vector<cell_range> ranges;
    for (std::size_t i = 0; i < cuts.size(); ++i)
        ranges.push_back({names[i], cuts[i], (i + 1 < cuts.size() ? cuts[i + 1] : domain.cells()) - cuts[i]});
    return partition::from_ranges(domain, processors, ranges);
}

}  // namespace banyan::testing
