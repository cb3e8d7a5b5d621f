// The sweep of thermal, as `banyan advise --app thermal` measures it.
#pragma once

#include <memory>

#include "banyan/advisor/probe.hpp"

namespace thermal {

/// The kernel with 10 or 50 operations per cell; throws net::error with invalid_argument for other numbers.
std::unique_ptr<banyan::advisor::kernel> measured_kernel(int flops);

}  // namespace thermal
