#include "libpart/repartition/cuts_within_work.hpp"

#include <algorithm>
#include <numeric>

#include "libpart/geometry/tree_capacity.hpp"

namespace banyan::part {
namespace {

/// Where the cuts of a chain can be if the work of each part is limited. Part i lies between cut i - 1 and cut i.
class work_limits {
  public:
    explicit work_limits(const part_chain& chain) : chain_(chain) {
        for (const std::int64_t least : chain.least)
            least_to_.push_back(least_to_.back() + least);
    }

    /// Whether all parts can be done by `time`: each part takes as many lines as it can, from the first part on.
    [[nodiscard]] bool allow(double time) const {
        std::int64_t line = chain_.begin;
        for (std::size_t part = 0; part + 1 < chain_.size(); ++part)
            line = std::min(last_end(line, part, time), last_line(part));
        return last_end(line, chain_.size() - 1, time) >= chain_.end;
    }

    /// The least time that they allow, to the precision of a double.
    [[nodiscard]] double least_time() const {
        const double work = chain_.work_to(chain_.end);
        double low = work / std::accumulate(chain_.weights.begin(), chain_.weights.end(), 0.0);
        double high = work / *std::ranges::min_element(chain_.weights);
        constexpr int halvings_of_time = 60;
        for (int step = 0; step < halvings_of_time && low < high; ++step) {
            const double middle = low + (high - low) / 2;
            (allow(middle) ? high : low) = middle;
        }
        return high;
    }

    /// The cuts for a time that they allow.
    [[nodiscard]] std::vector<std::int64_t> near_old_cuts(double time) const {
        const std::vector<std::int64_t> first = first_lines(time);
        std::vector<std::int64_t> cuts;
        std::int64_t before = chain_.begin;
        for (std::size_t part = 0; part + 1 < chain_.size(); ++part) {
            const std::int64_t low = std::max(first[part], before + chain_.least[part]);
            const std::int64_t high = std::max(low, std::min(last_end(before, part, time), last_line(part)));
            before = std::clamp(chain_.old[part], low, high);
            cuts.push_back(before);
        }
        return cuts;
    }

  private:
    /// Whether the part is done by `time` with the lines from .. to - 1. The searches for the last `to` and for the
    /// first `from` both ask this, so that the rounding of sums of work cannot make them contradict each other.
    [[nodiscard]] bool is_done(std::int64_t from, std::int64_t to, std::size_t part, double time) const {
        return chain_.work_to(to) - chain_.work_to(from) <= time * (1 + time_slack) * chain_.weights[part];
    }
    /// The last line at which the part can end for the parts after it to have their fewest lines.
    [[nodiscard]] std::int64_t last_line(std::size_t part) const {
        return chain_.end - (least_to_.back() - least_to_[part + 1]);
    }
    /// The last line at which the part can end if it begins at `from`. It has its fewest lines in any case.
    [[nodiscard]] std::int64_t last_end(std::int64_t from, std::size_t part, double time) const {
        std::int64_t low = std::min(from + chain_.least[part], chain_.end);
        std::int64_t high = chain_.end;
        while (low < high) {
            const std::int64_t middle = high - (high - low) / 2;
            if (is_done(from, middle, part, time))
                low = middle;
            else
                high = middle - 1;
        }
        return low;
    }
    /// The first line at which the part can begin if it ends at `to`. It has its fewest lines in any case, and so do
    /// the parts before it.
    [[nodiscard]] std::int64_t first_begin(std::int64_t to, std::size_t part, double time) const {
        std::int64_t low = chain_.begin + least_to_[part];
        std::int64_t high = std::max(low, to - chain_.least[part]);
        while (low < high) {
            const std::int64_t middle = low + (high - low) / 2;
            if (is_done(middle, to, part, time))
                high = middle;
            else
                low = middle + 1;
        }
        return low;
    }
    /// The first line at which each cut can be for the parts after it to be done by `time`.
    [[nodiscard]] std::vector<std::int64_t> first_lines(double time) const {
        std::vector<std::int64_t> lines(chain_.old.size());
        std::int64_t end = chain_.end;
        for (std::size_t part = chain_.size() - 1; part > 0; --part)
            lines[part - 1] = end = first_begin(end, part, time);
        return lines;
    }

    const part_chain& chain_;
    std::vector<std::int64_t> least_to_{0};  // fewest lines of all parts before a part; last, of all parts
};

}  // namespace

std::vector<std::int64_t> cuts_within_work(const part_chain& chain, double time) {
    const work_limits limits(chain);
    const double allowed = limits.allow(time) ? time : limits.least_time();
    // The least time is met to the last digit. The slack covers the rounding of sums with lines without work.
    return limits.near_old_cuts(allowed * (1 + time_slack));
}

}  // namespace banyan::part
