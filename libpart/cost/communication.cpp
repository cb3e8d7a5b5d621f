#include "banyan/part/communication.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include "banyan/part/error.hpp"

namespace banyan::part {
namespace {

auto key(const transfer& t) {
    return std::tuple(t.direction, t.from, t.to);
}

/// Sorts the transfers and adds up those that are one message.
std::vector<transfer> merged(std::vector<transfer> transfers) {
    std::ranges::sort(transfers);
    std::vector<transfer> result;
    for (const transfer& t : transfers) {
        if (!result.empty() && key(result.back()) == key(t))
            result.back().items += t.items;
        else
            result.push_back(t);
    }
    return result;
}

void check(const transfer& t, int processors, int directions) {
    const auto in = [](int value, int size) { return value >= 0 && value < size; };
    if (!in(t.from, processors) || !in(t.to, processors) || !in(t.direction, directions) || t.from == t.to ||
        t.items < 1)
        throw error(
            fmt::format("communication: {} items from {} to {} in direction {} among {} processors, {} directions",
                        t.items, t.from, t.to, t.direction, processors, directions));
}

/// The position `at + offset` on one axis, wrapped if the axis is periodic; -1 beyond an open edge.
std::int64_t moved(std::int64_t at, std::int64_t offset, std::int64_t size, bool wraps) {
    const std::int64_t to = at + offset;
    if (wraps) return (to % size + size) % size;
    return to < 0 || to >= size ? -1 : to;
}

/// Items of one direction by (from, to): a square table for few processors, else only the pairs that occur.
class pair_counts {
  public:
    explicit pair_counts(std::int64_t processors) : processors_(processors) {
        if (processors <= most_in_table) table_.resize(static_cast<std::size_t>(processors * processors));
    }

    /// Adds `count` cells: the i-th one goes from from[i] to to[i].
    void add(const std::int32_t* from, const std::int32_t* to, std::int64_t count) {
        for (std::int64_t i = 0; i < count; ++i) {
            const std::int64_t pair = from[i] * processors_ + to[i];
            if (!table_.empty())
                ++table_[static_cast<std::size_t>(pair)];
            else if (from[i] != to[i])
                ++sparse_[pair];
        }
    }

    void append(int direction, std::vector<transfer>& out) const {
        const auto keep = [&](std::int64_t pair, std::int64_t items) {
            const auto from = static_cast<int>(pair / processors_);
            const auto to = static_cast<int>(pair % processors_);
            if (items > 0 && from != to) out.push_back({direction, from, to, items});
        };
        for (std::size_t pair = 0; pair < table_.size(); ++pair)
            keep(static_cast<std::int64_t>(pair), table_[pair]);
        for (const auto& [pair, items] : sparse_)
            keep(pair, items);
    }

  private:
    static constexpr std::int64_t most_in_table = 1024;

    std::int64_t processors_;
    std::vector<std::int64_t> table_;
    std::unordered_map<std::int64_t, std::int64_t> sparse_;
};

void walk_row(const partition& parts, std::span<const std::int32_t> owners, const direction& d, std::int64_t row,
              pair_counts& out) {
    const grid& g = parts.domain();
    const std::int64_t to_row = moved(row, d.rows, g.rows(), g.periodic_rows());
    if (to_row < 0) return;
    const std::int32_t* from = owners.data() + row * g.cols();
    const std::int32_t* to = owners.data() + to_row * g.cols();
    const std::int64_t shift = g.periodic_cols() ? moved(0, d.cols, g.cols(), true) : d.cols;
    const std::int64_t inside = g.cols() - std::abs(shift);  // these do not wrap
    if (inside > 0) out.add(from + std::max<std::int64_t>(0, -shift), to + std::max<std::int64_t>(0, shift), inside);
    if (g.periodic_cols()) out.add(from + inside, to, shift);
}

}  // namespace

communication::communication(int processors, int directions, std::vector<transfer> transfers)
    : processors_(processors), directions_(directions) {
    for (const transfer& t : transfers)
        check(t, processors, directions);
    transfers_ = merged(std::move(transfers));
    const std::size_t slots = static_cast<std::size_t>(processors) * static_cast<std::size_t>(directions);
    messages_.resize(slots);
    items_out_.resize(slots);
    items_in_.resize(slots);
    for (const transfer& t : transfers_) {
        ++messages_[slot(t.from, t.direction)];
        items_out_[slot(t.from, t.direction)] += t.items;
        items_in_[slot(t.to, t.direction)] += t.items;
    }
}

std::size_t communication::slot(int processor, int k) const {
    if (processor < 0 || processor >= processors_ || k < 0 || k >= directions_)
        throw error(fmt::format("communication: processor {} of {}, direction {} of {}", processor, processors_, k,
                                directions_));
    return static_cast<std::size_t>(k) * static_cast<std::size_t>(processors_) + static_cast<std::size_t>(processor);
}

std::int64_t communication::messages(int processor, int k) const {
    return messages_[slot(processor, k)];
}

std::int64_t communication::items_out(int processor, int k) const {
    return items_out_[slot(processor, k)];
}

std::int64_t communication::items_in(int processor, int k) const {
    return items_in_[slot(processor, k)];
}

std::int64_t communication::items(int from, int to, int k) const {
    static_cast<void>(slot(from, k));  // slot() checks its arguments
    static_cast<void>(slot(to, k));
    const auto found = std::ranges::lower_bound(transfers_, std::tuple(k, from, to), {}, key);
    return found != transfers_.end() && key(*found) == std::tuple(k, from, to) ? found->items : 0;
}

std::int64_t communication::messages(int processor) const {
    std::int64_t sum = 0;
    for (int k = 0; k < directions_; ++k)
        sum += messages(processor, k);
    return sum;
}

std::int64_t communication::items() const {
    return std::accumulate(items_out_.begin(), items_out_.end(), std::int64_t{0});
}

std::int64_t communication::max_messages() const {
    std::int64_t most = 0;
    for (int processor = 0; processor < processors_; ++processor)
        most = std::max(most, messages(processor));
    return most;
}

communication communication_by_enumeration(const partition& parts, const stencil& pattern) {
    const bool listed = parts.kind() == layout::cells;
    const std::vector<std::int32_t> made = listed ? std::vector<std::int32_t>() : parts.owners();
    const std::span<const std::int32_t> owners = listed ? parts.owner_list() : made;
    std::vector<transfer> transfers;
    for (int k = 0; k < pattern.size(); ++k) {
        pair_counts found(parts.processors());
        for (std::int64_t row = 0; row < parts.domain().rows(); ++row)
            walk_row(parts, owners, pattern[k], row, found);
        found.append(k, transfers);
    }
    return {parts.processors(), pattern.size(), std::move(transfers)};
}

}  // namespace banyan::part
