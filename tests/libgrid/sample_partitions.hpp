// Partitions for the tests of the grid: random rectangles, random cell ranges, and every method.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "banyan/part/methods.hpp"
#include "banyan/part/partition.hpp"

namespace banyan::testing {

using part::block;
using part::cell_range;
using part::grid;
using part::make_partition;
using part::method_info;
using part::methods;
using part::partition;
using part::speeds;

/// Cuts `area` at random into `processors` rectangles, processors numbered in a random order.
inline void cut(const block& area, std::vector<int> processors, std::mt19937& random, std::vector<block>& out) {
    const auto pick = [&](std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>(low, high)(random);
    };
    if (processors.size() == 1) {
        out.push_back({processors.front(), area.row, area.col, area.rows, area.cols});
        return;
    }
    const auto half = static_cast<std::int64_t>(processors.size()) / 2;
    const bool across = area.cols < 2 || (area.rows >= 2 && pick(0, 1) == 0);
    const std::int64_t other = across ? area.cols : area.rows;
    const std::int64_t side = across ? area.rows : area.cols;
    // Each half keeps at least one cell per processor.
    const auto lines_for = [&](std::int64_t count) { return (count + other - 1) / other; };
    const std::int64_t at =
        pick(lines_for(half), side - lines_for(static_cast<std::int64_t>(processors.size()) - half));
    block first = area;
    block second = area;
    (across ? first.rows : first.cols) = at;
    (across ? second.rows : second.cols) -= at;
    (across ? second.row : second.col) += at;
    const auto middle = processors.begin() + half;
    cut(first, {processors.begin(), middle}, random, out);
    cut(second, {middle, processors.end()}, random, out);
}

inline std::vector<int> shuffled(int processors, std::mt19937& random) {
    std::vector<int> order(static_cast<std::size_t>(processors));
    for (int m = 0; m < processors; ++m)
        order[static_cast<std::size_t>(m)] = m;
    std::ranges::shuffle(order, random);
    return order;
}

inline partition random_rectangles(const grid& domain, int processors, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<block> blocks;
    cut({0, 0, 0, domain.rows(), domain.cols()}, shuffled(processors, random), random, blocks);
    return partition::from_rectangles(domain, processors, blocks);
}

inline partition random_ranges(const grid& domain, int processors, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<cell_range> ranges;
    std::int64_t first = 0;
    const std::vector<int> order = shuffled(processors, random);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const auto still = static_cast<std::int64_t>(order.size() - i) - 1;
        const std::int64_t left = domain.cells() - first - still;
        const std::int64_t count = still == 0 ? left : std::uniform_int_distribution<std::int64_t>(1, left)(random);
        ranges.push_back({order[i], first, count});
        first += count;
    }
    return partition::from_ranges(domain, processors, ranges);
}

/// Every cell to any processor; each has at least one.
inline partition random_owners(const grid& domain, int processors, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<std::int32_t> owners;
    for (std::int64_t cell = 0; cell < domain.cells(); ++cell)
        owners.push_back(static_cast<std::int32_t>(cell % processors));
    std::ranges::shuffle(owners, random);
    return partition::from_owners(domain, processors, std::move(owners));
}

struct named_partition {
    std::string name;
    partition parts;
};

inline speeds unequal(int processors) {
    std::vector<double> values;
    for (int m = 0; m < processors; ++m)
        values.push_back(1 + (m * 5 + 2) % 4);
    return speeds(values);
}

/// Every method, and random partitions, for one grid and number of processors.
inline std::vector<named_partition> all_for(const grid& domain, int processors) {
    std::vector<named_partition> all;
    for (const method_info& method : methods()) {
        if (!method.in_all || processors + 2 > method.max_processors)
            continue;  // exact searches take long near their limits
        all.push_back({std::string(method.name), make_partition(method.name, domain, unequal(processors))});
    }
    for (unsigned seed = 1; seed <= 3; ++seed) {
        all.push_back({"random rectangles " + std::to_string(seed), random_rectangles(domain, processors, seed)});
        all.push_back({"random ranges " + std::to_string(seed), random_ranges(domain, processors, seed)});
        all.push_back({"random owners " + std::to_string(seed), random_owners(domain, processors, seed)});
    }
    return all;
}

}  // namespace banyan::testing
