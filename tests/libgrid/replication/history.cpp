#include "tests/libgrid/replication/history.hpp"

#include <algorithm>
#include <set>

namespace banyan::testing {
namespace {

// A depth-first search over the numbers of done operations and the values of the cells.
class order_search {
  public:
    explicit order_search(const history& all) : all_(all) {}

    bool complete(std::vector<std::size_t> done, std::vector<std::int64_t> cells) {
        if (!seen_.emplace(done, cells).second) return false;
        bool is_end = true;
        for (std::size_t p = 0; p < all_.size(); ++p) {
            if (done[p] == all_[p].size()) continue;
            is_end = false;
            const operation& next = all_[p][done[p]];
            std::int64_t& cell = cells[static_cast<std::size_t>(next.cell)];
            if (!next.is_write && cell != next.value) continue;
            if (next.expected && (cell == *next.expected) == next.refused) continue;
            const std::int64_t before = cell;
            if (!next.refused) cell = next.value;
            ++done[p];
            if (complete(done, cells)) return true;
            --done[p];
            cell = before;
        }
        return is_end;
    }

  private:
    const history& all_;
    std::set<std::pair<std::vector<std::size_t>, std::vector<std::int64_t>>> seen_;
};

std::string text_of(const operation& o) {
    return std::string(o.is_write ? "write of " : "read of ") + std::to_string(o.value) + " in cell " +
           std::to_string(o.cell) + " at place " + std::to_string(o.version);
}

}  // namespace

bool has_consistent_order(const history& all, int cells) {
    return order_search(all).complete(std::vector<std::size_t>(all.size(), 0),
                                      std::vector<std::int64_t>(static_cast<std::size_t>(cells), 0));
}

std::string wrong_place(const history& all, int cells) {
    std::vector<operation> writes;
    for (const auto& process : all)
        std::ranges::copy_if(process, std::back_inserter(writes),
                             [](const operation& o) { return o.is_write && !o.refused; });
    std::ranges::sort(writes, {}, &operation::version);
    std::vector<std::vector<operation>> by_cell(static_cast<std::size_t>(cells));
    for (std::size_t i = 0; i < writes.size(); ++i) {
        const operation& o = writes[i];
        if (o.version != i + 1) return text_of(o) + ", expected at " + std::to_string(i + 1);
        auto& of_cell = by_cell[static_cast<std::size_t>(o.cell)];
        const std::int64_t before = of_cell.empty() ? 0 : of_cell.back().value;
        if (o.expected && before != *o.expected) return text_of(o) + ", found " + std::to_string(before);
        of_cell.push_back(o);
    }
    for (const auto& process : all) {
        std::uint64_t last = 0;
        for (const operation& o : process) {
            if (o.version < last + (o.is_write && !o.refused ? 1 : 0))
                return text_of(o) + " after place " + std::to_string(last);
            last = o.version;
            const auto& of_cell = by_cell[static_cast<std::size_t>(o.cell)];
            const auto after = std::ranges::upper_bound(of_cell, o.version, {}, &operation::version);
            const std::int64_t value = after == of_cell.begin() ? 0 : (after - 1)->value;
            if (o.refused ? *o.expected == value : o.value != value)
                return text_of(o) + ", the value there is " + std::to_string(value);
        }
    }
    return "";
}

}  // namespace banyan::testing
