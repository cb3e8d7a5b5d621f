// Assigns connected components to processors: grouped() of connected_components.hpp.
#include <algorithm>
#include <numeric>
#include <span>

#include "libpart/geometry/connected_components.hpp"

namespace banyan::part {
namespace {

constexpr std::int32_t no_owner = -1;

class component_grouping {
  public:
    component_grouping(const component_list& components, processor_list processors)
        : components_(components),
          weights_(weights_of(processors)),
          group_(components.work.size(), no_owner),
          load_(processors.size()) {}

    std::vector<std::int32_t> run() {
        std::vector<std::int32_t> all(group_.size());
        std::iota(all.begin(), all.end(), 0);
        bisect(all, 0, weights_.size());
        connect();
        balance_loads();
        return std::move(group_);
    }

  private:
    using component_span = std::span<std::int32_t>;

    [[nodiscard]] double work(std::int32_t component) const {
        return components_.work[static_cast<std::size_t>(component)];
    }
    [[nodiscard]] const std::vector<std::int32_t>& near(std::int32_t component) const {
        return components_.neighbours[static_cast<std::size_t>(component)];
    }
    std::int32_t& group(std::int32_t component) { return group_[static_cast<std::size_t>(component)]; }
    double& load(std::int32_t owner) { return load_[static_cast<std::size_t>(owner)]; }
    [[nodiscard]] double weight(std::int32_t owner) const { return weights_[static_cast<std::size_t>(owner)]; }

    void assign(std::int32_t component, std::int32_t owner) {
        if (group(component) != no_owner) load(group(component)) -= work(component);
        group(component) = owner;
        if (owner != no_owner) load(owner) += work(component);
    }

    /// Divides the components among the processors first .. last - 1. There are at least as many components as
    /// processors.
    void bisect(component_span share, std::size_t first, std::size_t last) {
        if (last - first == 1) {
            for (std::int32_t component : share)
                assign(component, static_cast<std::int32_t>(first));
            return;
        }
        sort_along_longer_side(share);
        const std::size_t middle = first + (last - first + 1) / 2;
        const std::size_t cut =
            cut_at(share, part_of(first, middle) / part_of(first, last), middle - first, last - middle);
        bisect(share.first(cut), first, middle);
        bisect(share.subspan(cut), middle, last);
    }

    [[nodiscard]] double part_of(std::size_t first, std::size_t last) const {
        return std::accumulate(weights_.begin() + static_cast<std::ptrdiff_t>(first),
                               weights_.begin() + static_cast<std::ptrdiff_t>(last), 0.0);
    }

    void sort_along_longer_side(component_span share) const {
        const auto at = [&](std::int32_t component) { return components_.centre[static_cast<std::size_t>(component)]; };
        const auto x = [&](std::int32_t component) { return at(component).x; };
        const auto y = [&](std::int32_t component) { return at(component).y; };
        const auto [left, right] = std::ranges::minmax(share, {}, x);
        const auto [top, bottom] = std::ranges::minmax(share, {}, y);
        if (x(right) - x(left) >= y(bottom) - y(top))
            std::ranges::stable_sort(share, {}, x);
        else
            std::ranges::stable_sort(share, {}, y);
    }

    /// The number of components, counted from the first one, that have about this part of the work. At least `least`,
    /// and at least `least_after` are left.
    [[nodiscard]] std::size_t cut_at(component_span share, double part, std::size_t least,
                                     std::size_t least_after) const {
        double total = 0;
        for (std::int32_t component : share)
            total += work(component);
        double before = 0;
        std::size_t cut = 0;
        for (; cut < share.size() && before + work(share[cut]) / 2 <= part * total; ++cut)
            before += work(share[cut]);
        return std::clamp(cut, least, share.size() - least_after);
    }

    /// All components of one owner that are connected with `start`, without passing through `excluded`.
    std::vector<std::int32_t> reachable_from(std::int32_t start, std::int32_t excluded) {
        std::vector<std::int32_t> found{start};
        seen_.resize(group_.size());
        ++search_;
        seen_[static_cast<std::size_t>(start)] = search_;
        for (std::size_t i = 0; i < found.size(); ++i)
            for (std::int32_t next : near(found[i])) {
                int& mark = seen_[static_cast<std::size_t>(next)];
                if (next == excluded || group(next) != group(start) || mark == search_) continue;
                mark = search_;
                found.push_back(next);
            }
        return found;
    }

    /// Keeps the connected part of each processor that has the most work. The rest goes to neighbours, the least loaded
    /// first.
    void connect() {
        std::vector<std::vector<std::int32_t>> kept(weights_.size());
        std::vector<double> kept_work(weights_.size(), -1);
        std::vector<bool> visited(group_.size());
        for (std::int32_t component = 0; component < std::ssize(group_); ++component) {
            if (visited[static_cast<std::size_t>(component)]) continue;
            std::vector<std::int32_t> part = reachable_from(component, no_owner);
            double sum = 0;
            for (std::int32_t member : part) {
                visited[static_cast<std::size_t>(member)] = true;
                sum += work(member);
            }
            const auto owner = static_cast<std::size_t>(group(component));
            if (sum <= kept_work[owner]) continue;
            kept_work[owner] = sum;
            kept[owner] = std::move(part);
        }
        for (std::int32_t component = 0; component < std::ssize(group_); ++component)
            assign(component, no_owner);
        std::ranges::fill(load_, 0.0);
        for (std::size_t owner = 0; owner < kept.size(); ++owner)
            for (std::int32_t component : kept[owner])
                assign(component, static_cast<std::int32_t>(owner));
        assign_unowned();
    }

    void assign_unowned() {
        for (bool any = true; any;) {
            any = false;
            for (std::int32_t component = 0; component < std::ssize(group_); ++component) {
                if (group(component) != no_owner) continue;
                const std::int32_t owner = least_loaded_near(component);
                if (owner == no_owner) continue;
                assign(component, owner);
                any = true;
            }
        }
    }

    /// The neighbouring owner with the smallest load, other than its own; no_owner if there is none.
    std::int32_t least_loaded_near(std::int32_t component) {
        std::int32_t best = no_owner;
        for (std::int32_t next : near(component)) {
            const std::int32_t owner = group(next);
            if (owner == no_owner || owner == group(component)) continue;
            if (best == no_owner || load(owner) / weight(owner) < load(best) / weight(best)) best = owner;
        }
        return best;
    }

    bool stays_connected_without(std::int32_t component) {
        std::int32_t neighbour = no_owner;
        for (std::int32_t next : near(component))
            if (group(next) == group(component)) neighbour = next;
        if (neighbour == no_owner) return false;  // the only component of its owner
        const std::vector<std::int32_t> rest = reachable_from(neighbour, component);
        for (std::int32_t next : near(component))
            if (group(next) == group(component) && seen_[static_cast<std::size_t>(next)] != search_) return false;
        return !rest.empty();
    }

    void balance_loads() {
        constexpr int most_rounds = 60;
        for (int round = 0, moved = 1; round < most_rounds && moved > 0; ++round) {
            moved = 0;
            for (std::int32_t component = 0; component < std::ssize(group_); ++component) {
                const std::int32_t to = least_loaded_near(component);
                if (to == no_owner) continue;
                const double now = load(group(component)) / weight(group(component));
                if ((load(to) + work(component)) / weight(to) >= now * (1 - 1e-12)) continue;
                if (!stays_connected_without(component)) continue;
                assign(component, to);
                ++moved;
            }
        }
    }

    const component_list& components_;
    std::vector<double> weights_;
    std::vector<std::int32_t> group_;
    std::vector<double> load_;
    std::vector<int> seen_;  // number of the last search that reached the component
    int search_ = 0;
};

}  // namespace

std::vector<std::int32_t> grouped(const component_list& components, processor_list processors) {
    return component_grouping(components, processors).run();
}

}  // namespace banyan::part
