#include "libpart/geometry/dissection_rounding.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace banyan::part {
namespace {

/// On a grid side of at most this many cells, all positions are tried; on a longer one, those near the exact position.
constexpr std::int64_t short_side_cells = 8;

std::vector<std::int64_t> places_near(double place, std::int64_t side) {
    const auto below = static_cast<std::int64_t>(std::floor(place));
    const std::int64_t first = side <= short_side_cells ? 1 : std::max<std::int64_t>(1, below - 1);
    const std::int64_t last = side <= short_side_cells ? side - 1 : std::min(side - 1, below + 2);
    std::vector<std::int64_t> places;
    for (std::int64_t at = first; at <= last; ++at)
        places.push_back(at);
    return places;
}

/// Tries all combinations of whole positions, segment by segment.
class position_search {
  public:
    position_search(const floorplan& plan, const drawing& exact, const grid& domain,
                    std::span<const weighted_processor> processors)
        : plan_(plan), processors_(processors), x_(exact.x.size(), 0), y_(exact.y.size(), 0) {
        x_[1] = domain.cols();
        y_[1] = domain.rows();
        for (std::size_t i = 2; i < x_.size(); ++i)
            choices_.push_back({&x_[i], places_near(exact.x[i], domain.cols())});
        for (std::size_t i = 2; i < y_.size(); ++i)
            choices_.push_back({&y_[i], places_near(exact.y[i], domain.rows())});
    }

    std::optional<std::vector<block>> run() {
        choose(0);
        if (best_.empty()) return std::nullopt;
        return best_;
    }

  private:
    struct choice {
        std::int64_t* at;
        std::vector<std::int64_t> places;
    };

    void choose(std::size_t next) {
        if (next == choices_.size()) {
            measure();
            return;
        }
        for (std::int64_t place : choices_[next].places) {
            *choices_[next].at = place;
            choose(next + 1);
        }
    }

    [[nodiscard]] block block_of(std::size_t i) const {
        const room& r = plan_.rooms[i];
        const auto x = [this](int segment) { return x_[static_cast<std::size_t>(segment)]; };
        const auto y = [this](int segment) { return y_[static_cast<std::size_t>(segment)]; };
        return {processors_[i].processor, y(r.north), x(r.west), y(r.south) - y(r.north), x(r.east) - x(r.west)};
    }

    void measure() {
        double longest = 0;
        std::int64_t length = 0;
        for (std::size_t i = 0; i < processors_.size(); ++i) {
            const block b = block_of(i);
            if (b.rows < 1 || b.cols < 1) return;
            longest = std::max(longest, static_cast<double>(b.cells()) / processors_[i].weight);
            length += b.half_perimeter();
            if (longest > time_) return;
        }
        if (longest == time_ && length >= length_) return;
        time_ = longest;
        length_ = length;
        best_.clear();
        for (std::size_t i = 0; i < processors_.size(); ++i)
            best_.push_back(block_of(i));
    }

    const floorplan& plan_;
    std::span<const weighted_processor> processors_;
    std::vector<std::int64_t> x_;
    std::vector<std::int64_t> y_;
    std::vector<choice> choices_;
    double time_ = std::numeric_limits<double>::infinity();
    std::int64_t length_ = 0;
    std::vector<block> best_;
};

}  // namespace

std::optional<std::vector<block>> rounded(const floorplan& plan, const drawing& exact, const grid& domain,
                                          std::span<const weighted_processor> processors) {
    return position_search(plan, exact, domain, processors).run();
}

}  // namespace banyan::part
