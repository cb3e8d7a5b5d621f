#include "banyan/grid/item_layout.hpp"

#include <algorithm>
#include <string>

#include "banyan/part/error.hpp"

namespace banyan::grid {

item_layout::item_layout(std::int64_t items, int processors, std::int64_t run)
    : items_(items), processors_(processors), run_(run) {
    if (items < 0) throw part::error("item_layout: " + std::to_string(items) + " items, allowed: 0 or more");
    if (processors < 1)
        throw part::error("item_layout: " + std::to_string(processors) + " processors, allowed: 1 or more");
}

item_layout item_layout::blocked(std::int64_t items, int processors) {
    return {items, processors, 0};
}

item_layout item_layout::block_cyclic(std::int64_t items, int processors, std::int64_t run) {
    if (run < 1) throw part::error("item_layout: runs of " + std::to_string(run) + " items, allowed: 1 or more");
    return {items, processors, std::min(run, std::max<std::int64_t>(items, 1))};  // a longer run is the same layout
}

std::int64_t item_layout::first(int processor) const {
    return items_ / processors_ * processor + std::min<std::int64_t>(processor, items_ % processors_);
}

std::int64_t item_layout::count(int processor) const {
    if (run_ == 0) return first(processor + 1) - first(processor);
    const std::int64_t round = run_ * processors_;
    const std::int64_t rest = items_ % round - run_ * processor;  // of the last, incomplete round
    return items_ / round * run_ + std::clamp<std::int64_t>(rest, 0, run_);
}

int item_layout::owner(std::int64_t index) const {
    if (run_ != 0) return static_cast<int>(index / run_ % processors_);
    const std::int64_t least = items_ / processors_;
    const std::int64_t longer = items_ % processors_;  // processors with one item more
    if (index < longer * (least + 1)) return static_cast<int>(index / (least + 1));
    return static_cast<int>(longer + (index - longer * (least + 1)) / least);
}

std::int64_t item_layout::position(std::int64_t index) const {
    if (run_ == 0) return index - first(owner(index));
    return index / (run_ * processors_) * run_ + index % run_;
}

std::int64_t item_layout::index(int processor, std::int64_t position) const {
    if (run_ == 0) return first(processor) + position;
    return (position / run_ * processors_ + processor) * run_ + position % run_;
}

}  // namespace banyan::grid
