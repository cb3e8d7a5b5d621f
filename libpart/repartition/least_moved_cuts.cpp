#include "libpart/repartition/least_moved_cuts.hpp"

#include <algorithm>
#include <deque>
#include <limits>

#include "libpart/repartition/nearest_cuts.hpp"

namespace banyan::part {
namespace {

/// The largest value in a window of which both ends only move forward.
class window_maximum {
  public:
    explicit window_maximum(std::vector<std::int64_t> values) : values_(std::move(values)) {}

    /// Its index among the values first .. end - 1; nothing if the window is empty.
    std::optional<std::size_t> largest(std::size_t first, std::size_t end) {
        for (; end_ < end; ++end_) {
            while (!falling_.empty() && values_[falling_.back()] < values_[end_])
                falling_.pop_back();
            falling_.push_back(end_);
        }
        while (!falling_.empty() && falling_.front() < first)
            falling_.pop_front();
        if (falling_.empty()) return std::nullopt;
        return falling_.front();
    }

  private:
    std::vector<std::int64_t> values_;
    std::size_t end_ = 0;
    std::deque<std::size_t> falling_;  // indices; none has a larger value after it
};

/// The possible positions of a cut. For each of them: the most lines before it that can keep their part, and the index
/// of the position of the previous cut with which so many do.
struct placed_cut {
    std::vector<std::int64_t> at;  // ascending
    std::vector<std::int64_t> kept;
    std::vector<std::size_t> previous;
};

/// The lines of a part between the cuts x and y that stay are those of the old part from max(x, old_begin) to min(y,
/// old_end). For a given y, the best x is in one of three ranges: up to old_begin (then x does not matter), after
/// old_begin (then each line between old_begin and x moves), or anywhere if no line stays. The best of each range is a
/// maximum over a window.
placed_cut after_part(const placed_cut& before, const bounds& sizes, std::int64_t old_begin, std::int64_t old_end,
                      const std::vector<std::int64_t>& positions) {
    std::vector<std::int64_t> lost_further = before.kept;
    for (std::size_t i = 0; i < lost_further.size(); ++i)
        lost_further[i] -= before.at[i];
    window_maximum none_stays(before.kept), from_old_begin(before.kept), from_cut(std::move(lost_further));
    const auto first_from = [&](std::int64_t line) {
        return static_cast<std::size_t>(std::ranges::lower_bound(before.at, line) - before.at.begin());
    };
    const std::size_t at_begin = first_from(old_begin), after_begin = first_from(old_begin + 1);
    placed_cut made;
    for (std::int64_t to : positions) {
        const std::size_t first = first_from(to - sizes.most), end = first_from(to - sizes.least + 1);
        std::int64_t most = -1;
        std::size_t best = 0;
        for (const auto& from :
             {none_stays.largest(first, end), from_old_begin.largest(first, std::min(end, after_begin)),
              from_cut.largest(std::max(first, at_begin), end)}) {
            if (!from) continue;
            const std::int64_t stay = std::min(to, old_end) - std::max(old_begin, before.at[*from]);
            const std::int64_t kept = before.kept[*from] + std::max<std::int64_t>(0, stay);
            if (kept > most) best = *from;
            most = std::max(most, kept);
        }
        if (most < 0) continue;
        made.at.push_back(to);
        made.kept.push_back(most);
        made.previous.push_back(best);
    }
    return made;
}

/// begin, the old cuts and end are the old lines 0 .. k; part i lies between the lines i and i + 1.
class moving_chain {
  public:
    moving_chain(std::int64_t begin, std::int64_t end, std::span<const std::int64_t> old,
                 std::span<const bounds> limits)
        : old_{begin} {
        for (std::int64_t cut : old)
            old_.push_back(std::clamp(cut, begin, end));
        old_.push_back(end);
        for (const bounds& one : limits) {
            sizes_.push_back({one.least, std::min(one.most, end - begin)});
            least_to_.push_back(least_to_.back() + sizes_.back().least);
            most_to_.push_back(most_to_.back() + sizes_.back().most);
        }
    }

    /// The positions that the limits allow for line i.
    [[nodiscard]] bounds reach(std::size_t i) const {
        return {std::max(old_.front() + least_to_[i], old_.back() - (most_to_.back() - most_to_[i])),
                std::min(old_.front() + most_to_[i], old_.back() - (least_to_.back() - least_to_[i]))};
    }
    /// Whether the limits allow a cut before the old position of the previous cut, or beyond that of the next one.
    [[nodiscard]] bool cuts_can_pass() const {
        for (std::size_t i = 1; i + 1 < old_.size(); ++i)
            if (reach(i).least < old_[i - 1] || reach(i).most > old_[i + 1]) return true;
        return false;
    }
    [[nodiscard]] std::vector<std::int64_t> least_moved(const std::vector<std::int64_t>& known) const {
        std::vector<placed_cut> lines{placed_cut{{old_.front()}, {0}, {0}}};
        for (std::size_t i = 1; i < old_.size(); ++i)
            lines.push_back(after_part(lines.back(), sizes_[i - 1], old_[i - 1], old_[i],
                                       i < old_.size() - 1 ? positions(i, known[i - 1]) : std::vector{old_.back()}));
        std::vector<std::int64_t> cuts(known.size());
        std::size_t at = lines.back().previous.front();
        for (std::size_t i = cuts.size(); i > 0; at = lines[i--].previous[at])
            cuts[i - 1] = lines[i].at[at];
        return cuts;
    }

  private:
    /// The positions of line i in an optimum: between i and some line j that lies at an old line beside it, all parts
    /// have their largest size, or all have their least. All positions, if they are fewer.
    [[nodiscard]] std::vector<std::int64_t> positions(std::size_t i, std::int64_t known) const {
        const bounds allowed = reach(i);
        std::vector<std::int64_t> found{known};
        if (allowed.most - allowed.least < static_cast<std::int64_t>(6 * old_.size())) {
            for (std::int64_t line = allowed.least; line <= allowed.most; ++line)
                found.push_back(line);
        } else {
            for (std::size_t j = 0; j < old_.size(); ++j) {
                const bool is_cut = j > 0 && j + 1 < old_.size();
                for (std::size_t at = is_cut ? j - 1 : j; at <= (is_cut ? j + 1 : j); ++at)
                    for (const auto& sizes_to : {&most_to_, &least_to_}) {
                        const std::int64_t line = old_[at] + (*sizes_to)[i] - (*sizes_to)[j];
                        if (line >= allowed.least && line <= allowed.most) found.push_back(line);
                    }
            }
        }
        std::ranges::sort(found);
        found.erase(std::ranges::unique(found).begin(), found.end());
        return found;
    }

    std::vector<std::int64_t> old_;
    std::vector<bounds> sizes_;
    std::vector<std::int64_t> least_to_{0};  // sums of the sizes before a line
    std::vector<std::int64_t> most_to_{0};
};

}  // namespace

std::optional<std::vector<std::int64_t>> least_moved_cuts(std::int64_t begin, std::int64_t end,
                                                          std::span<const std::int64_t> old,
                                                          std::span<const bounds> limits) {
    auto nearest = nearest_cuts(begin, end, old, limits);
    // For longer chains the sums of sizes would not fit.
    constexpr std::int64_t longest =
        std::numeric_limits<std::int64_t>::max() / static_cast<std::int64_t>(4 * most_exact_parts);
    if (!nearest || limits.size() > most_exact_parts || end - begin > longest) return nearest;
    const moving_chain chain(begin, end, old, limits);
    return chain.cuts_can_pass() ? chain.least_moved(*nearest) : nearest;
}

}  // namespace banyan::part
