// Where the numbers of an axis are on a picture, and which of them are written next to it.
#pragma once

#include <string>
#include <vector>

namespace banyan::tools {

enum class axis_kind {
    linear,
    whole_numbers,  ///< linear, with ticks only at whole numbers
    logarithmic,    ///< all values are above 0
};

/// The title of an axis, with its unit, and how its numbers are spread.
struct chart_axis {
    std::string title;
    axis_kind kind = axis_kind::linear;
};

class chart_scale {
  public:
    /// The values from `lo` to `hi` lie between the positions `from` and `to`. A linear axis begins and ends with a
    /// tick, a logarithmic one a little before and after the values. Equal `lo` and `hi` are in the middle. Throws
    /// std::invalid_argument for values that are not finite or, on a logarithmic axis, not above 0.
    chart_scale(double lo, double hi, axis_kind kind, double from, double to);

    [[nodiscard]] double position(double value) const;
    /// Ascending round numbers.
    [[nodiscard]] const std::vector<double>& ticks() const { return ticks_; }

  private:
    double lo_;
    double hi_;
    axis_kind kind_;
    double from_;
    double to_;
    std::vector<double> ticks_;
};

/// The number of a tick, such as "0.25" or "200k".
std::string tick_text(double value);

}  // namespace banyan::tools
