#include "libpart/repartition/moved_owners.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <deque>
#include <map>

#include "libpart/geometry/apportion.hpp"
#include "libpart/geometry/conjugate_gradients.hpp"
#include "libpart/geometry/tree_capacity.hpp"
#include "libpart/geometry/whole_part.hpp"
#include "libpart/repartition/moving_choice.hpp"
#include "libpart/repartition/owner_borders.hpp"

namespace banyan::part {
namespace {

/// Numbers of cells for which no processor takes longer than `time`, with the fewest cells that change their owner.
/// Processors without cells get none. Empty if there are no such numbers.
std::vector<std::int64_t> counts_within(const partition& old, const speeds& now, double time) {
    std::vector<double> weights;
    std::vector<bounds> limits;
    std::vector<int> kept;
    std::int64_t room = 0;
    for (int i = 0; i < old.processors(); ++i) {
        if (old.cells(i) == 0) continue;
        const auto most = std::max<std::int64_t>(1, whole_part(time * (1 + time_slack) * now[i], old.domain().cells()));
        kept.push_back(i);
        weights.push_back(now[i]);
        limits.push_back({std::min(old.cells(i), most), most});
        room += most;
    }
    if (room < old.domain().cells()) return {};
    const auto counts = apportion(old.domain().cells(), weights, limits);
    std::vector<std::int64_t> all(static_cast<std::size_t>(old.processors()));
    for (std::size_t i = 0; i < kept.size(); ++i)
        all[static_cast<std::size_t>(kept[i])] = counts[i];
    return all;
}

double longest_of(const std::vector<std::int64_t>& counts, const speeds& now) {
    double longest = 0;
    for (int i = 0; i < now.size(); ++i)
        longest = std::max(longest, static_cast<double>(counts[static_cast<std::size_t>(i)]) / now[i]);
    return longest;
}

/// The numbers of cells with the least cost, which is that of class moving_choice.
std::vector<std::int64_t> wanted_counts(const partition& old, const speeds& now, double moving_weight) {
    std::vector<std::int64_t> best, before;
    double weights = 0;
    for (int i = 0; i < old.processors(); ++i) {
        before.push_back(old.cells(i));
        if (old.cells(i) > 0) weights += now[i];
    }
    best = before;
    const auto cells = static_cast<double>(old.domain().cells());
    double best_cost = longest_of(before, now) * weights / cells;
    for (double time : moving_choice::times_between(cells / weights, longest_of(before, now), 0)) {
        auto counts = counts_within(old, now, time);
        // Whole cells: the best balance can be slightly above the exact one.
        for (double add = 1; counts.empty() && add < 1e3; add *= 2)
            counts = counts_within(old, now, time * (1 + add * 0.5 / cells));
        if (counts.empty()) continue;
        double moved = 0;
        for (std::size_t i = 0; i < counts.size(); ++i)
            moved += static_cast<double>(std::abs(counts[i] - before[i])) / 2;
        const double cost = longest_of(counts, now) * weights / cells + moving_weight * moved / cells;
        if (!(cost < best_cost)) continue;
        best_cost = cost;
        best = std::move(counts);
    }
    return best;
}

class owner_moves {
  public:
    owner_moves(const partition& old, const std::vector<std::int64_t>& wanted)
        : rows_(old.domain().rows()), cols_(old.domain().cols()), borders_(old) {
        for (int i = 0; i < old.processors(); ++i)
            surplus_.push_back(old.cells(i) - wanted[static_cast<std::size_t>(i)]);
        for (int i = 0; i < old.processors(); ++i)
            cells_.push_back(old.cells(i));
    }

    std::vector<std::int32_t> run() {
        constexpr int most_flow_rounds = 30;
        constexpr int most_idle_flows = 5;  // rounds without progress
        std::int64_t least = misplaced();
        for (int round = 0, idle = 0; round < most_flow_rounds && idle < most_idle_flows && misplaced() > 0; ++round) {
            for (const auto& [pair, cells] : flows())
                cells > 0 ? transfer(pair.first, pair.second, cells) : transfer(pair.second, pair.first, -cells);
            idle = misplaced() < least ? 0 : idle + 1;
            least = std::min(least, misplaced());
        }
        move_rest();
        return borders_.take();
    }

  private:
    using flow_list = std::vector<std::pair<std::pair<int, int>, std::int64_t>>;

    [[nodiscard]] std::int64_t misplaced() const {
        std::int64_t cells = 0;
        for (std::int64_t one : surplus_)
            cells += std::abs(one);
        return cells;
    }

    /// The flows out of the processors if the flow over each border is its length times the difference of potentials.
    static std::vector<double> outflow(const std::vector<contact>& touching, const std::vector<double>& potential) {
        std::vector<double> out(potential.size());
        for (const auto& [pair, sides] : touching) {
            const auto a = static_cast<std::size_t>(pair.first);
            const auto b = static_cast<std::size_t>(pair.second);
            const double flow = sides * (potential[a] - potential[b]);
            out[a] += flow;
            out[b] -= flow;
        }
        return out;
    }

    /// Whole cells over each border, the largest flows first: a processor that passes cells on has then received them.
    [[nodiscard]] flow_list flows() const {
        const std::vector<contact> touching = borders_.contacts();
        const std::vector<double> surplus(surplus_.begin(), surplus_.end());
        const auto potential = conjugate_gradients(surplus, 2 * surplus.size(), 1e-12,
                                                   [&](const auto& at) { return outflow(touching, at); });
        std::map<std::pair<int, int>, std::int64_t> whole;
        std::vector<std::int64_t> left = surplus_;
        for (const auto& [pair, sides] : touching) {
            const auto a = static_cast<std::size_t>(pair.first);
            const auto b = static_cast<std::size_t>(pair.second);
            const std::int64_t flow = std::llround(sides * (potential[a] - potential[b]));
            whole[pair] = flow;
            left[a] -= flow;
            left[b] += flow;
        }
        send_differences(left, whole);
        flow_list result(whole.begin(), whole.end());
        std::ranges::stable_sort(result,
                                 [](const auto& a, const auto& b) { return std::abs(a.second) > std::abs(b.second); });
        return result;
    }

    /// Adds what rounding has left to the flows along a tree of borders, from its last processors to the first one.
    static void send_differences(std::vector<std::int64_t>& left, std::map<std::pair<int, int>, std::int64_t>& whole) {
        std::vector<std::vector<int>> beside(left.size());
        for (const auto& [pair, flow] : whole) {
            beside[static_cast<std::size_t>(pair.first)].push_back(pair.second);
            beside[static_cast<std::size_t>(pair.second)].push_back(pair.first);
        }
        std::vector<int> order{whole.empty() ? 0 : whole.begin()->first.first};
        std::vector<int> parent(left.size(), -1);
        parent[static_cast<std::size_t>(order.front())] = order.front();
        for (std::size_t i = 0; i < order.size(); ++i)
            for (int next : beside[static_cast<std::size_t>(order[i])])
                if (parent[static_cast<std::size_t>(next)] < 0) {
                    parent[static_cast<std::size_t>(next)] = order[i];
                    order.push_back(next);
                }
        for (std::size_t i = order.size(); i-- > 1;) {
            const int from = order[i];
            const int to = parent[static_cast<std::size_t>(from)];
            const std::int64_t cells = left[static_cast<std::size_t>(from)];
            whole[std::minmax(from, to)] += from < to ? cells : -cells;
            left[static_cast<std::size_t>(to)] += cells;
        }
    }

    /// Moves at most `count` cells of `source`, from the cells that touch `target` on, layer by layer.
    void transfer(int source, int target, std::int64_t count) {
        if (count <= 0) return;
        const std::vector<std::int32_t> first = borders_.cells_at(source, target);
        std::deque<std::int64_t> next(first.begin(), first.end());
        while (count > 0 && !next.empty() && cells_[static_cast<std::size_t>(source)] > 1) {
            const std::int64_t cell = next.front();
            next.pop_front();
            if (owner(cell) != source || !removable(cell)) continue;
            give(cell, target);
            --count;
            borders_.each_neighbour(cell, [&](std::int64_t beside) {
                if (owner(beside) == source) next.push_back(beside);
            });
        }
    }

    /// The cells that the flows have left: any cells of the processors with too many.
    void move_rest() {
        std::size_t receiver = 0;
        for (std::int64_t cell = rows_ * cols_; cell-- > 0;) {
            const auto from = static_cast<std::size_t>(owner(cell));
            if (surplus_[from] <= 0) continue;
            while (receiver < surplus_.size() && surplus_[receiver] >= 0)
                ++receiver;
            if (receiver == surplus_.size()) return;
            give(cell, static_cast<int>(receiver));
        }
    }

    void give(std::int64_t cell, int target) {
        const auto from = static_cast<std::size_t>(owner(cell));
        const auto to = static_cast<std::size_t>(target);
        borders_.give(cell, target);
        --surplus_[from];
        --cells_[from];
        ++surplus_[to];
        ++cells_[to];
    }

    /// Whether the owner's cells among the eight around this one stay connected without it.
    [[nodiscard]] bool removable(std::int64_t cell) const {
        constexpr std::array<std::array<int, 2>, 8> neighbour_steps{
            {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};
        std::array<bool, 8> own{};
        for (std::size_t i = 0; i < neighbour_steps.size(); ++i) {
            const std::int64_t row = cell / cols_ + neighbour_steps[i][0];
            const std::int64_t col = cell % cols_ + neighbour_steps[i][1];
            own[i] = row >= 0 && row < rows_ && col >= 0 && col < cols_ && owner(row * cols_ + col) == owner(cell);
        }
        int groups = 0;
        for (std::size_t i = 0; i < 8; i += 2)
            groups += own[i] && !(own[(i + 7) % 8] && own[(i + 6) % 8]);
        return groups <= 1;
    }

    [[nodiscard]] std::int32_t owner(std::int64_t cell) const { return borders_.owner(cell); }

    std::int64_t rows_;
    std::int64_t cols_;
    owner_borders borders_;
    std::vector<std::int64_t> surplus_;  // cells above the wanted number, by processor
    std::vector<std::int64_t> cells_;
};

}  // namespace

partition moved_owners(const partition& old, const speeds& now, double moving_weight) {
    const auto wanted = wanted_counts(old, now, moving_weight);
    return partition::from_owners(old.domain(), old.processors(), owner_moves(old, wanted).run());
}

}  // namespace banyan::part
