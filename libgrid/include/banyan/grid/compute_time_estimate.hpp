// The compute time that the next iteration will take, estimated from those before.
#pragma once

namespace banyan::grid {

/// Mean and standard deviation of the last compute times of a processor, updated with each of them. The first `memory`
/// times have equal weights; after them, each new one has the weight 1 / memory, so the estimate follows a program
/// whose iterations become longer or shorter. A plain value; times in seconds.
class compute_time_estimate {
  public:
    /// Throws part::error for memory < 1.
    explicit compute_time_estimate(int memory = 100);

    /// Takes the time of one more iteration into account. Throws part::error for a negative or infinite time.
    void add(double seconds);
    [[nodiscard]] int times() const { return times_; }   ///< seen so far, at most `memory`
    [[nodiscard]] double mean() const { return mean_; }  ///< E; 0 before the first time
    [[nodiscard]] double deviation() const;              ///< sigma; 0 before the second time

  private:
    int memory_;
    int times_ = 0;
    double mean_ = 0;
    double variance_ = 0;
};

}  // namespace banyan::grid
