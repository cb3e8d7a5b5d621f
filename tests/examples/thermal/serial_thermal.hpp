// The serial program to which every parallel run must be equal, bit for bit: plain loops that share only the first
// temperatures with the solver.
#pragma once

#include <cstdint>
#include <vector>

namespace banyan::testing {

/// The field after `iterations`, row-major. `first`: the field before the first one, without the fixed column.
std::vector<double> serial_thermal(std::vector<double> first, std::int64_t rows, std::int64_t cols, int flops,
                                   int iterations);

}  // namespace banyan::testing
