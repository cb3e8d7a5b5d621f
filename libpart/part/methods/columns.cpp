// The optimum of xy2 for any p by dynamic programming over the sorted machines.
//
// A strip of machines i+1 .. j of the sorted list, S their prefix shares, costs w(i, j) = (j - i)(S_j - S_i) along +
// across in half-perimeters. By Theorem 1 of Kaddoura et al. some optimum takes consecutive machines, so
// f(j) = min over i < j of f(i) + w(i, j). w is Monge: for i < i' < j < j', w(i, j') + w(i', j) - w(i, j) - w(i', j')
// >= 0. So where i' > i becomes the better start of the last strip, it stays better, and a queue of starts with the
// places from where each is best gives all f(j) in O(p log p).
#include <deque>

#include "libpart/part/methods/column_layout.hpp"

namespace banyan::part {
namespace {

class column_search {
  public:
    column_search(const sides& s, const std::vector<double>& sums)
        : sides_(s), sums_(sums), best_(sums.size(), 0.0), start_(sums.size(), 0) {}

    void run() {
        const std::size_t p = sums_.size() - 1;
        starts_.push_back({0, 1});
        for (std::size_t j = 1; j <= p; ++j) {
            while (starts_.size() > 1 && starts_[1].from <= j)
                starts_.pop_front();
            start_[j] = starts_.front().start;
            best_[j] = cost(start_[j], j);
            if (j < p) insert(j, p);
        }
    }

    [[nodiscard]] double best() const { return best_.back(); }

    [[nodiscard]] column_layout layout() const {
        column_layout result{sides_.direction, {}};
        for (std::size_t j = sums_.size() - 1; j > 0; j = start_[j])
            result.counts.push_back(static_cast<int>(j - start_[j]));
        std::ranges::reverse(result.counts);
        return result;
    }

  private:
    /// A start of the last strip, the best for ends from .. (the next entry's from) - 1.
    struct candidate {
        std::size_t start;
        std::size_t from;
    };

    [[nodiscard]] double cost(std::size_t i, std::size_t j) const {
        return best_[i] + static_cast<double>(j - i) * (sums_[j] - sums_[i]) * sides_.along + sides_.across;
    }

    [[nodiscard]] bool better(std::size_t later, std::size_t earlier, std::size_t end) const {
        return cost(later, end) < cost(earlier, end) * (1 - cost_slack);
    }

    void insert(std::size_t start, std::size_t p) {
        while (!starts_.empty() && starts_.back().from > start &&
               better(start, starts_.back().start, starts_.back().from))
            starts_.pop_back();
        if (starts_.empty()) {
            starts_.push_back({start, start + 1});
            return;
        }
        const std::size_t from = first_better(start, starts_.back(), p);
        if (from <= p) starts_.push_back({start, from});
    }

    /// The first end > start at which `start` beats `last`; p + 1 for none.
    [[nodiscard]] std::size_t first_better(std::size_t start, const candidate& last, std::size_t p) const {
        std::size_t low = std::max(last.from, start + 1);
        std::size_t high = p + 1;
        while (low < high) {
            const std::size_t middle = low + (high - low) / 2;
            if (better(start, last.start, middle))
                high = middle;
            else
                low = middle + 1;
        }
        return low;
    }

    sides sides_;
    const std::vector<double>& sums_;
    std::vector<double> best_;
    std::vector<std::size_t> start_;
    std::deque<candidate> starts_;
};

}  // namespace

column_layout best_columns(const grid& domain, machine_list machines) {
    const std::vector<double> sums = prefix_shares(machines);
    const sides along = along_longer_side(domain);
    column_search straight(along, sums);
    column_search rotated(turned(along), sums);
    straight.run();
    rotated.run();
    return rotated.best() < straight.best() * (1 - cost_slack) ? rotated.layout() : straight.layout();
}

cut_tree columns(const grid& domain, machine_list machines) {
    return tree_of(best_columns(domain, machines), machines);
}

}  // namespace banyan::part
