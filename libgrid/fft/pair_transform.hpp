// The transform over two ranks. Points are exchanged in chunks that are used while they are in the cache.
#pragma once

#include "banyan/grid/distributed_array.hpp"
#include "banyan/net/topology.hpp"
#include "libgrid/fft/local_fft.hpp"
#include "libgrid/fft/row_factors.hpp"

namespace banyan::grid {

/// For the hybrid layout and for natural order (fft.hpp). Hybrid: the transform of a rank, then one step over both,
/// which needs half of the points of the other rank. Natural: the step over both first, with all points of the other
/// rank, and at the end half of the coefficients, because each rank then has every second one.
class pair_transform {
  public:
    using point_span = std::span<std::complex<double>>;

    /// Collective over a group of two ranks, n a power of two from 4 on.
    pair_transform(const net::group& tasks, std::int64_t n, bool natural, bool measure, net::deadline until);

    /// `mine` has n / 2 points. As fourier_transform.
    void forward(point_span mine, net::deadline until) { natural_ ? natural_to(mine, until) : hybrid_to(mine, until); }
    void inverse(point_span mine, net::deadline until) {
        natural_ ? natural_back(mine, until) : hybrid_back(mine, until);
    }

  private:
    void natural_to(point_span mine, net::deadline until);
    void natural_back(point_span mine, net::deadline until);
    void hybrid_to(point_span mine, net::deadline until);
    void hybrid_back(point_span mine, net::deadline until);
    void join(point_span mine, double scale, bool turns, net::deadline until);
    /// Calls visit(first, count) for each chunk of so many points.
    template <class Visit>
    static void each_chunk(std::int64_t points, Visit visit);
    [[nodiscard]] point_span room(std::int64_t first, std::int64_t count) {
        return buffer_.items().subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
    }
    [[nodiscard]] point_span spare(std::int64_t count) { return chunk_.items().first(static_cast<std::size_t>(count)); }

    std::int64_t r_, n_, m_, b_;  // this rank, all points, those of a rank, half of them
    bool natural_;
    net::graph_topology other_;
    halo_storage<std::complex<double>> buffer_, chunk_;
    row_factors factors_;
    local_fft points_, points_back_;
};

}  // namespace banyan::grid
