// grouped(): pieces to processors.
#include <algorithm>
#include <numeric>
#include <span>

#include "libpart/geometry/patches.hpp"

namespace banyan::part {
namespace {

constexpr std::int32_t nobody = -1;

class grouping {
  public:
    grouping(const patches& pieces, processor_list processors)
        : pieces_(pieces),
          weights_(weights_of(processors)),
          group_(pieces.work.size(), nobody),
          load_(processors.size()) {}

    std::vector<std::int32_t> run() {
        std::vector<std::int32_t> all(group_.size());
        std::iota(all.begin(), all.end(), 0);
        halve(all, 0, weights_.size());
        connect();
        even_out();
        return std::move(group_);
    }

  private:
    using piece_span = std::span<std::int32_t>;

    [[nodiscard]] double work(std::int32_t piece) const { return pieces_.work[static_cast<std::size_t>(piece)]; }
    [[nodiscard]] const std::vector<std::int32_t>& near(std::int32_t piece) const {
        return pieces_.neighbours[static_cast<std::size_t>(piece)];
    }
    std::int32_t& group(std::int32_t piece) { return group_[static_cast<std::size_t>(piece)]; }
    double& load(std::int32_t owner) { return load_[static_cast<std::size_t>(owner)]; }
    [[nodiscard]] double weight(std::int32_t owner) const { return weights_[static_cast<std::size_t>(owner)]; }

    void give(std::int32_t piece, std::int32_t owner) {
        if (group(piece) != nobody) load(group(piece)) -= work(piece);
        group(piece) = owner;
        if (owner != nobody) load(owner) += work(piece);
    }

    /// Processors first .. last - 1 share the pieces; there are at least as many pieces.
    void halve(piece_span share, std::size_t first, std::size_t last) {
        if (last - first == 1) {
            for (std::int32_t piece : share)
                give(piece, static_cast<std::int32_t>(first));
            return;
        }
        sort_along_longer_side(share);
        const std::size_t middle = first + (last - first + 1) / 2;
        const std::size_t cut =
            cut_at(share, part_of(first, middle) / part_of(first, last), middle - first, last - middle);
        halve(share.first(cut), first, middle);
        halve(share.subspan(cut), middle, last);
    }

    [[nodiscard]] double part_of(std::size_t first, std::size_t last) const {
        return std::accumulate(weights_.begin() + static_cast<std::ptrdiff_t>(first),
                               weights_.begin() + static_cast<std::ptrdiff_t>(last), 0.0);
    }

    void sort_along_longer_side(piece_span share) const {
        const auto at = [&](std::int32_t piece) { return pieces_.centre[static_cast<std::size_t>(piece)]; };
        const auto x = [&](std::int32_t piece) { return at(piece).x; };
        const auto y = [&](std::int32_t piece) { return at(piece).y; };
        const auto [left, right] = std::ranges::minmax(share, {}, x);
        const auto [top, bottom] = std::ranges::minmax(share, {}, y);
        if (x(right) - x(left) >= y(bottom) - y(top))
            std::ranges::stable_sort(share, {}, x);
        else
            std::ranges::stable_sort(share, {}, y);
    }

    /// How many pieces from the first hold about this part of the work, leaving enough pieces on either side.
    [[nodiscard]] std::size_t cut_at(piece_span share, double part, std::size_t least, std::size_t least_after) const {
        double total = 0;
        for (std::int32_t piece : share)
            total += work(piece);
        double before = 0;
        std::size_t cut = 0;
        for (; cut < share.size() && before + work(share[cut]) / 2 <= part * total; ++cut)
            before += work(share[cut]);
        return std::clamp(cut, least, share.size() - least_after);
    }

    /// The pieces of the owner that hang together with `start`, without `left_out`.
    std::vector<std::int32_t> together(std::int32_t start, std::int32_t left_out) {
        std::vector<std::int32_t> found{start};
        seen_.resize(group_.size());
        ++search_;
        seen_[static_cast<std::size_t>(start)] = search_;
        for (std::size_t i = 0; i < found.size(); ++i)
            for (std::int32_t next : near(found[i])) {
                int& mark = seen_[static_cast<std::size_t>(next)];
                if (next == left_out || group(next) != group(start) || mark == search_) continue;
                mark = search_;
                found.push_back(next);
            }
        return found;
    }

    /// Keeps each processor's heaviest connected part; the rest goes to neighbours, the least loaded first.
    void connect() {
        std::vector<std::vector<std::int32_t>> kept(weights_.size());
        std::vector<double> kept_work(weights_.size(), -1);
        std::vector<bool> visited(group_.size());
        for (std::int32_t piece = 0; piece < std::ssize(group_); ++piece) {
            if (visited[static_cast<std::size_t>(piece)]) continue;
            std::vector<std::int32_t> part = together(piece, nobody);
            double sum = 0;
            for (std::int32_t member : part) {
                visited[static_cast<std::size_t>(member)] = true;
                sum += work(member);
            }
            const auto owner = static_cast<std::size_t>(group(piece));
            if (sum <= kept_work[owner]) continue;
            kept_work[owner] = sum;
            kept[owner] = std::move(part);
        }
        for (std::int32_t piece = 0; piece < std::ssize(group_); ++piece)
            give(piece, nobody);
        std::ranges::fill(load_, 0.0);
        for (std::size_t owner = 0; owner < kept.size(); ++owner)
            for (std::int32_t piece : kept[owner])
                give(piece, static_cast<std::int32_t>(owner));
        adopt();
    }

    void adopt() {
        for (bool any = true; any;) {
            any = false;
            for (std::int32_t piece = 0; piece < std::ssize(group_); ++piece) {
                if (group(piece) != nobody) continue;
                const std::int32_t owner = least_loaded_near(piece);
                if (owner == nobody) continue;
                give(piece, owner);
                any = true;
            }
        }
    }

    /// The owner beside the piece with the smallest load, other than its own; nobody if there is none.
    std::int32_t least_loaded_near(std::int32_t piece) {
        std::int32_t best = nobody;
        for (std::int32_t next : near(piece)) {
            const std::int32_t owner = group(next);
            if (owner == nobody || owner == group(piece)) continue;
            if (best == nobody || load(owner) / weight(owner) < load(best) / weight(best)) best = owner;
        }
        return best;
    }

    bool stays_whole_without(std::int32_t piece) {
        std::int32_t neighbour = nobody;
        for (std::int32_t next : near(piece))
            if (group(next) == group(piece)) neighbour = next;
        if (neighbour == nobody) return false;  // its only piece
        const std::vector<std::int32_t> rest = together(neighbour, piece);
        for (std::int32_t next : near(piece))
            if (group(next) == group(piece) && seen_[static_cast<std::size_t>(next)] != search_) return false;
        return !rest.empty();
    }

    void even_out() {
        constexpr int most_rounds = 60;
        for (int round = 0, moved = 1; round < most_rounds && moved > 0; ++round) {
            moved = 0;
            for (std::int32_t piece = 0; piece < std::ssize(group_); ++piece) {
                const std::int32_t to = least_loaded_near(piece);
                if (to == nobody) continue;
                const double now = load(group(piece)) / weight(group(piece));
                if ((load(to) + work(piece)) / weight(to) >= now * (1 - 1e-12)) continue;
                if (!stays_whole_without(piece)) continue;
                give(piece, to);
                ++moved;
            }
        }
    }

    const patches& pieces_;
    std::vector<double> weights_;
    std::vector<std::int32_t> group_;
    std::vector<double> load_;
    std::vector<int> seen_;  // number of the search that saw the piece
    int search_ = 0;
};

}  // namespace

std::vector<std::int32_t> grouped(const patches& pieces, processor_list processors) {
    return grouping(pieces, processors).run();
}

}  // namespace banyan::part
