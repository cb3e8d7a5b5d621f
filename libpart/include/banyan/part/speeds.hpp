// The relative speeds of the processors, checked once, in the order in which the caller numbers the processors.
#pragma once

#include <initializer_list>
#include <span>
#include <vector>

namespace banyan::part {

/// Relative speeds of the processors 0 .. size()-1, in any unit; only their ratios matter.
class speeds {
  public:
    static constexpr int max_processors = 1 << 20;
    /// Largest allowed ratio of the fastest to the slowest speed. Beyond it the smallest shares are lost in rounding.
    static constexpr double max_ratio = 1e12;

    /// Throws error, naming index and value, unless there are 1 .. max_processors speeds, each finite and > 0, with a
    /// finite sum and no ratio above max_ratio.
    explicit speeds(std::vector<double> values);
    speeds(std::initializer_list<double> values) : speeds(std::vector<double>(values)) {}
    /// `processors` equal speeds of 1.
    static speeds equal(int processors);

    [[nodiscard]] int size() const { return static_cast<int>(values_.size()); }
    [[nodiscard]] double operator[](int processor) const { return values_[static_cast<std::size_t>(processor)]; }
    [[nodiscard]] std::span<const double> values() const { return values_; }
    /// Sum of all speeds. It does not depend on their order.
    [[nodiscard]] double total() const { return total_; }
    /// speed / total.
    [[nodiscard]] double share(int processor) const { return (*this)[processor] / total_; }
    [[nodiscard]] bool all_equal() const;
    /// Processor indices by descending speed; equal speeds by ascending index.
    [[nodiscard]] std::vector<int> descending() const;

  private:
    std::vector<double> values_;
    double total_ = 0;
};

}  // namespace banyan::part
