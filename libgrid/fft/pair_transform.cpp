#include "libgrid/fft/pair_transform.hpp"

#include <algorithm>

#include "banyan/net/neighbour_exchange.hpp"
#include "libgrid/fft/point_steps.hpp"
#include "libgrid/fft/shared_plans.hpp"

namespace banyan::grid {
namespace {

// 1 MiB: the chunks of both ranks and their copies in the system fit into the cache.
constexpr std::int64_t chunk_points = std::int64_t{1} << 16;

}  // namespace

template <class Visit>
void pair_transform::each_chunk(std::int64_t points, Visit visit) {
    for (std::int64_t first = 0; first < points; first += chunk_points)
        visit(first, std::min(chunk_points, points - first));
}

// The factors are those of row 1: of all k in natural order, else of the k of this rank.
pair_transform::pair_transform(const net::group& tasks, std::int64_t n, bool natural, bool measure, net::deadline until)
    : r_(tasks.rank().value),
      n_(n),
      m_(n / 2),
      b_(n / 4),
      natural_(natural),
      other_(net::graph_topology::symmetric(tasks, {net::rank{1 - tasks.rank().value}}, until)),
      buffer_(static_cast<std::size_t>(m_)),
      chunk_(static_cast<std::size_t>(std::min(chunk_points, m_))),
      factors_(n, 1, natural ? 0 : r_ * b_, natural ? m_ : b_),
      points_({static_cast<int>(m_)}, -1, false, measure),
      points_back_({static_cast<int>(m_)}, 1, false, measure) {}

// Sums on rank 0, differences on rank 1, which turns them if `turns`.
void pair_transform::join(point_span mine, double scale, bool turns, net::deadline until) {
    each_chunk(m_, [&](std::int64_t first, std::int64_t count) {
        const point_span own = mine.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
        const point_span partner = spare(count);
        net::neighbour_exchange(other_, own, partner, until);
        if (r_ == 0) return add_points(own, partner, scale, own);
        subtract_points(own, partner, scale, own);
        if (turns) factors_.multiply(own.data(), first, count, false, 1);
    });
}

// The transform of the sums has the even coefficients, that of the differences the odd ones.
void pair_transform::natural_to(point_span mine, net::deadline until) {
    share_plans(other_.members(), {&points_}, until);
    join(mine, 1, true, until);
    points_.run(mine.data(), buffer_.data());
    each_chunk(b_, [&](std::int64_t first, std::int64_t count) {
        const point_span partner = spare(count);
        net::neighbour_exchange(other_, room((1 - r_) * b_ + first, count), partner, until);
        const point_span own = room(r_ * b_ + first, count);
        interleave(r_ == 0 ? own : partner, r_ == 0 ? partner : own, mine.data() + 2 * first);
    });
}

void pair_transform::natural_back(point_span mine, net::deadline until) {
    share_plans(other_.members(), {&points_back_}, until);
    each_chunk(b_, [&](std::int64_t first, std::int64_t count) {
        const point_span outgoing = spare(count), own = room(r_ * b_ + first, count);
        separate(mine.data() + 2 * first, r_ == 0 ? own : outgoing, r_ == 0 ? outgoing : own);
        net::neighbour_exchange(other_, outgoing, room((1 - r_) * b_ + first, count), until);
    });
    points_back_.run(buffer_.data(), mine.data());
    if (r_ == 1) factors_.multiply(mine.data(), 0, m_, true, 1);
    join(mine, 1 / static_cast<double>(n_), false, until);
}

void pair_transform::hybrid_to(point_span mine, net::deadline until) {
    share_plans(other_.members(), {&points_}, until);
    points_.run(mine.data(), buffer_.data());
    each_chunk(b_, [&](std::int64_t first, std::int64_t count) {
        const point_span partner = spare(count), own = room(r_ * b_ + first, count);
        net::neighbour_exchange(other_, room((1 - r_) * b_ + first, count), partner, until);
        const point_span lower = r_ == 0 ? own : partner, upper = r_ == 0 ? partner : own;
        factors_.multiply(upper.data(), first, count, false, 1);
        add_points(lower, upper, 1, mine.subspan(static_cast<std::size_t>(first), lower.size()));
        subtract_points(upper, lower, 1, mine.subspan(static_cast<std::size_t>(b_ + first), lower.size()));
    });
}

void pair_transform::hybrid_back(point_span mine, net::deadline until) {
    share_plans(other_.members(), {&points_back_}, until);
    const double scale = 1 / static_cast<double>(n_);
    each_chunk(b_, [&](std::int64_t first, std::int64_t count) {
        const auto size = static_cast<std::size_t>(count);
        const point_span sums = mine.subspan(static_cast<std::size_t>(first), size);
        const point_span differences = mine.subspan(static_cast<std::size_t>(b_ + first), size);
        const point_span outgoing = spare(count), own = room(r_ * b_ + first, count);
        const point_span upper = r_ == 0 ? outgoing : own;
        add_points(sums, differences, scale, r_ == 0 ? own : outgoing);
        subtract_points(differences, sums, scale, upper);
        factors_.multiply(upper.data(), first, count, true, 1);
        net::neighbour_exchange(other_, outgoing, room((1 - r_) * b_ + first, count), until);
    });
    points_back_.run(buffer_.data(), mine.data());
}

}  // namespace banyan::grid
