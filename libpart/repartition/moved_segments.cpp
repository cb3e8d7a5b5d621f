#include "libpart/repartition/moved_segments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace banyan::part {
namespace {

/// A straight border between rectangles, as long as possible. `before` and `after` are the rectangles (indices in the
/// list of blocks) on its north and south sides, or west and east.
struct segment {
    bool horizontal;
    std::int64_t line;
    std::int64_t from, to;  // along the segment
    std::vector<std::size_t> before, after;
};

struct edge {
    std::int64_t line, from, to;
    std::size_t owner;
    bool ends;  // the owner ends here, else it begins here
    friend bool operator<(const edge& a, const edge& b) {
        return std::pair(a.line, a.from) < std::pair(b.line, b.from);
    }
};

std::vector<edge> inner_edges(std::span<const block> blocks, const grid& domain, bool horizontal) {
    std::vector<edge> edges;
    const std::int64_t side = horizontal ? domain.rows() : domain.cols();
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const block& b = blocks[i];
        const std::int64_t first = horizontal ? b.row : b.col;
        const std::int64_t last = first + (horizontal ? b.rows : b.cols);
        const std::int64_t from = horizontal ? b.col : b.row;
        const std::int64_t to = from + (horizontal ? b.cols : b.rows);
        if (first > 0) edges.push_back({first, from, to, i, false});
        if (last < side) edges.push_back({last, from, to, i, true});
    }
    std::ranges::sort(edges, std::less<>());
    return edges;
}

/// Joins edges of one line that overlap, or that touch where no segment of `crossing` goes through.
std::vector<segment> joined_segments(std::span<const edge> edges, bool horizontal, std::span<const segment> crossing) {
    const auto crossed = [&](std::int64_t line, std::int64_t at) {
        return std::ranges::any_of(crossing,
                                   [&](const segment& s) { return s.line == at && s.from < line && line < s.to; });
    };
    std::vector<segment> segments;
    for (const edge& e : edges) {
        const bool joins = !segments.empty() && segments.back().line == e.line &&
                           (e.from < segments.back().to || (e.from == segments.back().to && !crossed(e.line, e.from)));
        if (!joins) segments.push_back({horizontal, e.line, e.from, e.to, {}, {}});
        segment& s = segments.back();
        s.to = std::max(s.to, e.to);
        (e.ends ? s.before : s.after).push_back(e.owner);
    }
    return segments;
}

std::vector<segment> segments_of(std::span<const block> blocks, const grid& domain) {
    std::vector<segment> all = joined_segments(inner_edges(blocks, domain, true), true, {});
    const auto vertical = joined_segments(inner_edges(blocks, domain, false), false, all);
    all.insert(all.end(), vertical.begin(), vertical.end());
    return all;
}

class segment_moves {
  public:
    segment_moves(std::vector<block>& blocks, const speeds& now) : blocks_(blocks), now_(now) {}

    /// Moves the segment to the best line and returns whether it moved. Rectangle i has the length a_i along the
    /// segment and lines_i lines across it; the sum of (a_i lines_i)^2 / speed_i is quadratic in the distance of the
    /// move.
    bool move(segment& s) {
        double slope = 0, curvature = 0;
        std::int64_t back = std::numeric_limits<std::int64_t>::max();
        std::int64_t forward = back;
        const auto add = [&](std::size_t i, double sign, std::int64_t& room) {
            const block& b = blocks_[i];
            const auto lines = s.horizontal ? b.rows : b.cols;
            const auto length = static_cast<double>(s.horizontal ? b.cols : b.rows);
            const double weight = length * length / now_[b.processor];
            slope += sign * weight * static_cast<double>(lines);
            curvature += weight;
            room = std::min(room, lines - 1);
        };
        for (std::size_t i : s.before)
            add(i, 1, back);
        for (std::size_t i : s.after)
            add(i, -1, forward);
        const auto limit = static_cast<double>(std::max(back, forward));
        const std::int64_t step =
            std::clamp<std::int64_t>(std::llround(std::clamp(-slope / curvature, -limit, limit)), -back, forward);
        if (step != 0) apply(s, step);
        return step != 0;
    }

  private:
    void apply(segment& s, std::int64_t step) {
        s.line += step;
        for (std::size_t i : s.before)
            (s.horizontal ? blocks_[i].rows : blocks_[i].cols) += step;
        for (std::size_t i : s.after) {
            (s.horizontal ? blocks_[i].rows : blocks_[i].cols) -= step;
            (s.horizontal ? blocks_[i].row : blocks_[i].col) += step;
        }
    }

    std::vector<block>& blocks_;
    const speeds& now_;
};

}  // namespace

std::vector<partition> moved_segments(const partition& old, const speeds& now) {
    constexpr int most_rounds = 200;
    std::vector<block> blocks(old.blocks().begin(), old.blocks().end());
    std::vector<segment> segments = segments_of(blocks, old.domain());
    segment_moves moves(blocks, now);
    std::vector<partition> found;
    for (int round = 0; round < most_rounds; ++round) {
        bool moved = false;
        for (segment& s : segments)
            moved = moves.move(s) || moved;
        if (!moved) break;
        found.push_back(partition::from_rectangles(old.domain(), old.processors(), blocks));
    }
    return found;
}

}  // namespace banyan::part
