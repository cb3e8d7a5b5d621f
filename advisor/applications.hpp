// The applications whose kernels the advisor can measure, by name.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "advisor/speed_probe.hpp"

namespace banyan::advisor {

/// Names that make_kernel takes.
std::vector<std::string> application_names();

/// The kernel of an application with `flops` floating point operations a cell. Throws net::error invalid_argument
/// naming what there is for an unknown application or a number of operations that it has no variant for.
std::unique_ptr<kernel> make_kernel(std::string_view application, int flops);

}  // namespace banyan::advisor
