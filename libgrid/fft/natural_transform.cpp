#include "libgrid/fft/natural_transform.hpp"

#include <algorithm>

#include "libgrid/fft/point_steps.hpp"
#include "libgrid/fft/shared_plans.hpp"

namespace banyan::grid {
namespace {

// 512 KiB in all rows: the chunks under way of the ranks that share a cache, and their copies in the system, fit into
// it.
constexpr std::int64_t points_of_chunk = std::int64_t{1} << 15;
constexpr std::int64_t points_of_tile = 256;
// A rank then has 4 MiB of points, as much in its buffer, and FFTW has tables. So the places of the coefficients are
// usually not in the cache any more when they are written.
constexpr std::int64_t points_beyond_cache = std::int64_t{1} << 18;

}  // namespace

natural_transform::natural_transform(const net::group& tasks, std::int64_t n, bool measure)
    : tasks_(tasks),
      p_(tasks.size()),
      r_(tasks.rank().value),
      n_(n),
      m_(n / p_),
      b_(m_ / p_),
      length_(std::min(b_, std::max<std::int64_t>(1, points_of_chunk / p_))),
      tile_(std::min(length_, points_of_tile)),
      buffer_(static_cast<std::size_t>(m_)),
      spare_(static_cast<std::size_t>(spares * p_ * length_)),
      factors_(factors_of_rows(n, p_, r_ * b_, b_)),
      points_({static_cast<int>(m_)}, -1, false, measure),
      points_back_({static_cast<int>(m_)}, 1, false, measure),
      across_({static_cast<int>(p_), static_cast<int>(tile_), static_cast<int>(length_), 1}, -1, true, measure),
      across_back_({static_cast<int>(p_), static_cast<int>(tile_), static_cast<int>(length_), 1}, 1, true, measure) {}

// Row q of `from` goes to rank q, and row q of `to` comes from it.
net::exchange_round natural_transform::exchange_of(const point_rows& from, const point_rows& to) const {
    net::exchange_round made;
    for (std::int64_t q = 0; q < p_; ++q) {
        made.out.emplace_back(std::as_bytes(row(from, q)));
        made.in.emplace_back(std::as_writable_bytes(row(to, q)));
    }
    return made;
}

void natural_transform::copy_own(const point_rows& from, const point_rows& to) const {
    std::ranges::copy(row(from, r_), row(to, r_).begin());
}

std::vector<natural_transform::point*> natural_transform::begins(const point_rows& places,
                                                                 const point_rows& rows) const {
    std::vector<point*> all;
    for (std::int64_t q = 0; q < p_; ++q)
        all.push_back(row(q == r_ ? places : rows, q).data());
    return all;
}

four_rows natural_transform::four_of(const point_rows& places, const point_rows& rows) const {
    const std::vector<point*> all = begins(places, rows);
    return {all[0], all[1], all[2], all[3]};
}

// The rows of a chunk come into spare memory, are changed there, and go back to the places of those that have been
// sent. The row of this rank itself stays in its place. Round 2 c is the first exchange of chunk c, and round 2 c + 3
// its second one, so that both keep the rules of exchange_in_rounds; three chunks of spare memory are used in turn.
// Rounds 1 and 2 chunks() are empty.
void natural_transform::exchange_twice(point* mine, chunk_step step, net::deadline until) {
    std::vector<net::exchange_round> rounds(static_cast<std::size_t>(2 * chunks() + 2));
    for (std::int64_t chunk = 0; chunk < chunks(); ++chunk) {
        const point_rows places = part_of(mine, chunk), rows = spare(chunk);
        const auto number = static_cast<std::size_t>(2 * chunk);
        rounds[number] = exchange_of(places, rows);
        rounds[number].take = [this, places, rows, chunk, step] { (this->*step)(places, rows, chunk * length_); };
        rounds[number + 3] = exchange_of(rows, places);
    }
    net::exchange_in_rounds(tasks_, rounds, until);
}

void natural_transform::transform_across(const point_rows& places, const point_rows& rows, std::int64_t first) {
    if (is_for_four()) return transform_across_four(four_of(places, rows), factors_, first, length_);
    copy_own(places, rows);
    for (std::int64_t i = 0; i < length_; i += tile_) {
        across_.run(rows.first + i, rows.first + i);
        for (std::int64_t s = 1; s < p_; ++s)  // the factors of row 0 are 1
            factors_[static_cast<std::size_t>(s)].multiply(rows.first + s * length_ + i, first + i, tile_, false, 1);
    }
    copy_own(rows, places);
}

void natural_transform::transform_across_back(const point_rows& places, const point_rows& rows, std::int64_t first) {
    const double scale = 1 / static_cast<double>(n_);
    if (is_for_four()) return transform_across_four_back(four_of(places, rows), factors_, first, length_, scale);
    copy_own(places, rows);
    for (std::int64_t i = 0; i < length_; i += tile_) {
        for (std::int64_t s = 0; s < p_; ++s)
            factors_[static_cast<std::size_t>(s)].multiply(rows.first + s * length_ + i, first + i, tile_, true, scale);
        across_back_.run(rows.first + i, rows.first + i);
    }
    copy_own(rows, places);
}

// From the coefficients r + p k in the buffer to those of this rank's block.
void natural_transform::collect(point* mine, net::deadline until) {
    std::vector<net::exchange_round> rounds;
    for (std::int64_t chunk = 0; chunk < chunks(); ++chunk) {
        const point_rows places = part_of(buffer_.data(), chunk), rows = spare(chunk);
        rounds.push_back(exchange_of(places, rows));
        rounds.back().take = [this, places, rows, to = mine + chunk * p_ * length_] {
            const std::vector<point*> blocks = begins(places, rows);
            m_ < points_beyond_cache ? collect_points(blocks, to, length_)
                                     : collect_points_to_memory(blocks, to, length_);
        };
    }
    net::exchange_in_rounds(tasks_, rounds, until);
}

// Undoes collect().
void natural_transform::deal(const point* mine, net::deadline until) {
    std::vector<net::exchange_round> rounds;
    for (std::int64_t chunk = 0; chunk < chunks(); ++chunk) {
        const point_rows places = part_of(buffer_.data(), chunk), rows = spare(chunk);
        rounds.push_back(exchange_of(rows, places));
        rounds.back().prepare = [this, places, rows, from = mine + chunk * p_ * length_] {
            deal_points(from, begins(places, rows), length_);
        };
    }
    net::exchange_in_rounds(tasks_, rounds, until);
}

void natural_transform::forward(point_span mine, net::deadline until) {
    share_plans(tasks_, {&points_, is_for_four() ? nullptr : &across_}, until);
    exchange_twice(mine.data(), &natural_transform::transform_across, until);
    points_.run(mine.data(), buffer_.data());
    collect(mine.data(), until);
}

void natural_transform::inverse(point_span mine, net::deadline until) {
    share_plans(tasks_, {&points_back_, is_for_four() ? nullptr : &across_back_}, until);
    deal(mine.data(), until);
    points_back_.run(buffer_.data(), mine.data());
    exchange_twice(mine.data(), &natural_transform::transform_across_back, until);
}

}  // namespace banyan::grid
