// The serial program that every parallel run must equal bit for bit: plain loops, nothing shared with the solver but
// the first temperatures.
#pragma once

#include <cstdint>
#include <vector>

namespace banyan::testing {

/// The field after `iterations`, row-major. `first`: the field before, without the held column.
std::vector<double> serial_thermal(std::vector<double> first, std::int64_t rows, std::int64_t cols, int flops,
                                   int iterations);

}  // namespace banyan::testing
