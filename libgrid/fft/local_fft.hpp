// The transforms within a rank, by FFTW 3.
#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <string>

namespace banyan::grid {

/// `count` transforms of `length` points each. Point i of transform t is item i * stride + t * distance.
struct fft_shape {
    int length;
    int count = 1;
    int stride = 1;
    int distance = 0;
};

/// A plan of FFTW. Neither direction divides by the length. The plan is made by the first run(), because measuring
/// takes long. Plans are made one at a time: FFTW's planner is not for several threads. An object is for one thread.
class local_fft {
  public:
    /// sign: -1 forward, 1 inverse. in_place: run() gets the same memory twice. `measure`: FFTW_MEASURE.
    local_fft(const fft_shape& shape, int sign, bool in_place, bool measure);
    ~local_fft();
    local_fft(const local_fft&) = delete;
    local_fft& operator=(const local_fft&) = delete;

    /// True if the plan is measured and not made yet.
    [[nodiscard]] bool must_measure() const;
    /// Makes the plan now, for memory of the alignment that FFTW's SIMD code needs.
    void measure();
    /// FFTW's wisdom: what the measurements of this process have found. add_wisdom() takes that of another process.
    static std::string wisdom();
    static void add_wisdom(const std::string& of_another);

    /// `from` may be overwritten: then FFTW has more plans to choose from.
    void run(std::complex<double>* from, std::complex<double>* to);

  private:
    struct plans;
    std::unique_ptr<plans> plans_;
};

}  // namespace banyan::grid
