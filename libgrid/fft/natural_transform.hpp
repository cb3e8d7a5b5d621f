// The transform of points in natural order over a few ranks. Points are exchanged in chunks that are used while they
// are in the cache.
#pragma once

#include <complex>
#include <cstdint>
#include <span>
#include <vector>

#include "banyan/grid/distributed_array.hpp"
#include "libgrid/fft/across_four.hpp"
#include "libgrid/fft/local_fft.hpp"
#include "libgrid/fft/row_factors.hpp"
#include "libnet/collectives/exchange_rounds.hpp"

namespace banyan::grid {

/// Rank q has the points x[q m + i], i < m = n / p. Each rank transforms those with the same i over all q, for its part
/// of the i, and multiplies result s by w_n^(s i). Then rank s transforms the m results of number s, which gives the
/// coefficients s + p k. So there are three exchanges: to the part of the i, back to whole ranks, and to blocks of
/// coefficients. The first two follow directly on each other for each chunk. All send and receive points where they
/// are; only the coefficients have to be put in order.
class natural_transform {
  public:
    using point_span = std::span<std::complex<double>>;

    /// n and the number p of ranks are powers of two, p^2 <= n. Sends nothing.
    natural_transform(const net::group& tasks, std::int64_t n, bool measure);

    /// `mine` has n / p points. As fourier_transform.
    void forward(point_span mine, net::deadline until);
    void inverse(point_span mine, net::deadline until);

  private:
    using point = std::complex<double>;
    /// A row for each rank, of length_ points; row q begins at first + q * distance.
    struct point_rows {
        point* first;
        std::int64_t distance;
    };
    /// What happens to the rows of a chunk between its two exchanges, given the first i of the chunk. The row of this
    /// rank itself is in `places`, before and after the step.
    using chunk_step = void (natural_transform::*)(const point_rows& places, const point_rows& rows,
                                                   std::int64_t first);

    [[nodiscard]] std::int64_t chunks() const { return b_ / length_; }
    /// Chunk number `chunk` of points that are divided into p blocks.
    [[nodiscard]] point_rows part_of(point* all, std::int64_t chunk) const { return {all + chunk * length_, b_}; }
    [[nodiscard]] point_rows spare(std::int64_t chunk) {
        return {spare_.data() + chunk % spares * p_ * length_, length_};
    }
    [[nodiscard]] point_span row(const point_rows& rows, std::int64_t q) const {
        return {rows.first + q * rows.distance, static_cast<std::size_t>(length_)};
    }
    [[nodiscard]] net::exchange_round exchange_of(const point_rows& from, const point_rows& to) const;
    void copy_own(const point_rows& from, const point_rows& to) const;
    [[nodiscard]] bool is_for_four() const { return p_ == 4; }
    /// Where the row of each rank begins: that of this rank in `places`, the others in `rows`.
    [[nodiscard]] std::vector<point*> begins(const point_rows& places, const point_rows& rows) const;
    [[nodiscard]] four_rows four_of(const point_rows& places, const point_rows& rows) const;
    void exchange_twice(point* mine, chunk_step step, net::deadline until);
    void transform_across(const point_rows& places, const point_rows& rows, std::int64_t first);
    void transform_across_back(const point_rows& places, const point_rows& rows, std::int64_t first);
    void collect(point* mine, net::deadline until);
    void deal(const point* mine, net::deadline until);

    static constexpr std::int64_t spares = 3;  // chunks that are under way together

    net::group tasks_;
    std::int64_t p_, r_, n_, m_, b_;  // ranks, this one, all points, those of a rank, those of a block: m / p
    std::int64_t length_, tile_;      // points of a row of a chunk, and those that are transformed at a time
    halo_storage<point> buffer_, spare_;
    std::vector<row_factors> factors_;  // of each row, for the i of this rank
    local_fft points_, points_back_;    // of length m
    local_fft across_, across_back_;    // of length p, for a tile of spare rows; not of four ranks
};

}  // namespace banyan::grid
