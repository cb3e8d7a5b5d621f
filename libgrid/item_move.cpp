#include "banyan/grid/item_move.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <tuple>

#include "banyan/part/error.hpp"
#include "libgrid/number_digest.hpp"

namespace banyan::grid {
namespace {

struct moving_item {
    int other;             // the processor at the other end
    std::int64_t index;    // in the layout `from`
    std::size_t position;  // here
    friend auto operator<=>(const moving_item&, const moving_item&) = default;
};

void check_move(const item_layout& from, const item_layout& to, int processor) {
    if (from.items() != to.items() || from.processors() != to.processors())
        throw part::error("item_move: the layouts differ: " + std::to_string(from.items()) + " items on " +
                          std::to_string(from.processors()) + " processors and " + std::to_string(to.items()) + " on " +
                          std::to_string(to.processors()));
    if (processor < 0 || processor >= from.processors())
        throw part::error("item_move: processor " + std::to_string(processor) + ", allowed: 0 .. " +
                          std::to_string(from.processors() - 1));
}

std::int64_t in_range(std::int64_t index, std::int64_t items) {
    if (index < 0 || index >= items)
        throw part::error("item_move: the shuffle gives index " + std::to_string(index) + ", allowed: 0 .. " +
                          std::to_string(items - 1));
    return index;
}

std::uint64_t digest_of_move(const item_layout& from, const item_layout& to, const index_shuffle& shuffle) {
    constexpr std::int64_t most = 64;
    number_digest digest;
    digest.add(from.items()).add(from.processors()).add(from.run()).add(to.run());
    const std::int64_t tried = std::min(most, from.items());
    for (std::int64_t i = 0; i < tried; ++i)
        digest.add(shuffle.to(from.items() / tried * i));
    return digest.value();
}

// Sorts the items into blocks. Items of a block are in the order of their old indices, at both ends.
void divide(std::vector<moving_item> all, int processors, std::vector<std::size_t>& positions,
            std::vector<std::size_t>& counts) {
    std::ranges::sort(all);
    counts.assign(static_cast<std::size_t>(processors), 0);
    positions.reserve(all.size());
    for (const moving_item& item : all) {
        ++counts[static_cast<std::size_t>(item.other)];
        positions.push_back(item.position);
    }
}

}  // namespace

item_move::item_move(const item_layout& from, const item_layout& to, int processor, const index_shuffle& shuffle) {
    check_move(from, to, processor);
    std::vector<moving_item> leaving;
    for (std::int64_t at = 0; at < from.count(processor); ++at) {
        const std::int64_t index = from.index(processor, at);
        const std::int64_t moved = in_range(shuffle.to(index), from.items());
        leaving.push_back({to.owner(moved), index, static_cast<std::size_t>(at)});
    }
    divide(std::move(leaving), from.processors(), send_order_, send_counts_);
    std::vector<moving_item> arriving;
    for (std::int64_t at = 0; at < to.count(processor); ++at) {
        const std::int64_t index = in_range(shuffle.from(to.index(processor, at)), from.items());
        arriving.push_back({from.owner(index), index, static_cast<std::size_t>(at)});
    }
    divide(std::move(arriving), from.processors(), receive_places_, receive_counts_);
    digest_ = digest_of_move(from, to, shuffle);
}

}  // namespace banyan::grid
