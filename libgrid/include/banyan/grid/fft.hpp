// Fast Fourier transforms of points that are distributed over a group. Link banyan::fft, which uses FFTW 3.
//
//   grid::fourier_transform transform(world, n);        // n points; rank r holds the points r, r + p, r + 2 p, ...
//   std::vector<std::complex<double>> mine(transform.points());
//   ... mine[i] = point transform.input_index(i)
//   transform.forward(mine);                            // mine[i] is now coefficient transform.output_index(i)
//   transform.inverse(mine);                            // the points again
#pragma once

#include <complex>
#include <memory>
#include <span>
#include <vector>

#include "banyan/grid/distributed_array.hpp"
#include "banyan/grid/fft_model.hpp"

namespace banyan::grid {

struct fft_options {
    /// The distribution during the transform. Automatic measures the network of the group, once per transform object.
    fft_layout layout = fft_layout::automatic;
    /// True: points and coefficients are both in item_layout::blocked, in natural order. The layout is then hybrid, and
    /// there are three exchanges in place of one (two for p = 2). False: input_index() and output_index() say what a
    /// rank holds.
    bool natural = false;
    /// True: FFTW measures which local algorithm is fastest, in the first transform of each direction. Rank 0 does it
    /// for all, which takes up to some seconds for a million points. False: it estimates. Equal on all ranks.
    bool measure = false;
    /// Deadline of the constructor.
    net::deadline until{};
};

/// The discrete Fourier transform of n points over a group of p ranks, n and p powers of two, p^2 <= n:
/// X[k] = sum of x[j] exp(-2 pi i j k / n). The inverse divides by n, so it restores the points. An object is for one
/// thread of one rank, and for any number of transforms. Memory of a rank: one complex number for each of its points,
/// besides the points and what FFTW needs, and up to 1.5 MiB for points under way.
///
///   layout   input of rank r                output of rank r (q = the bits of r reversed)   exchanges of a transform
///   cyclic   points r + p i                 coefficients q n/p + i                          log2 p with all points
///   blocked  points r n/p + i               coefficients q + p i                            log2 p with all points
///   hybrid   points r + p i                 block-cyclic in blocks of n / p^2               one alltoall
///   natural  points r n/p + i               coefficients r n/p + i                          three alltoalls
///
/// For p = 2, natural exchanges all points with the other rank, and then makes one alltoall. For p = 4 and 8 and blocks
/// of an alltoall of at least 4096 points, natural sends them in chunks, several at a time.
///
/// The output of cyclic is blocked, but with the ranks in bit-reversed order; that of blocked is cyclic in the same
/// way. If the order of the coefficients does not matter, as in a convolution, use forward() and inverse() of one
/// object.
class fourier_transform {
  public:
    /// Collective over the group. Throws part::error for sizes that are not allowed, and for natural with a layout
    /// other than hybrid or automatic; net::error as net::barrier. Borrows the mailbox of the group.
    fourier_transform(const net::group& tasks, std::int64_t n, const fft_options& options = {});
    fourier_transform(fourier_transform&&) noexcept;
    ~fourier_transform();

    /// The number of points of each rank, n / p.
    [[nodiscard]] std::size_t points() const;
    /// The layout in use: not automatic.
    [[nodiscard]] fft_layout layout() const;
    /// The point that this rank holds at a position of its memory before forward(), and after inverse(). Not checked.
    [[nodiscard]] std::int64_t input_index(std::int64_t position) const;
    /// The coefficient that it holds there after forward(), and before inverse().
    [[nodiscard]] std::int64_t output_index(std::int64_t position) const;

    /// Transforms in place. `mine` has points() items. Collective and blocking; throws part::error for another length
    /// before anything is sent, net::error as net::alltoall.
    void forward(std::span<std::complex<double>> mine, net::deadline until = {});
    void inverse(std::span<std::complex<double>> mine, net::deadline until = {});

  private:
    struct state;
    std::unique_ptr<state> state_;
};

/// The network that the automatic layout uses for the group: measured now, unless BANYAN_NETWORK_MODEL names a file
/// that `banyan bench model --write` has written, or `banyan run --network-model` has given one. Collective and
/// blocking; throws as net::barrier.
[[nodiscard]] fft_network measured_fft_network(const net::group& tasks, net::deadline until = {});

enum class fft_direction { forward, inverse };

/// The two-dimensional transform of an array of any size in any partition, with the same partition: all rows, then all
/// columns. The array is redistributed to whole rows, transposed, and transposed back (transpose.hpp), so each value is
/// sent three times at most. The inverse divides by the number of cells. Collective and blocking; throws net::error as
/// net::barrier. `tasks` are the ranks of the array. The halo of the result is 0.
[[nodiscard]] distributed_array<std::complex<double>> fourier_transformed(
    const net::group& tasks, const distributed_array<std::complex<double>>& array, fft_direction direction,
    net::deadline until = {});

/// The same transform of points in the memory of one process: a plain radix-2 program, for comparisons. Throws
/// part::error unless their number is a power of two.
void radix2_transform(std::span<std::complex<double>> points, fft_direction direction);

}  // namespace banyan::grid
