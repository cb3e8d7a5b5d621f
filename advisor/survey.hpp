// Phases one to three on a virtual machine: measures speeds and network and makes the partitions that a ranking needs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "advisor/probe_plan.hpp"
#include "advisor/ranking.hpp"
#include "advisor/remote.hpp"
#include "advisor/speed_curve.hpp"
#include "banyan/part/grid.hpp"

namespace banyan::advisor {

/// The problem for which the advisor ranks methods.
struct problem {
    std::string application = "thermal";
    int flops = 10;  ///< floating point operations per cell and iteration
    part::grid domain{1024, 1024};
    std::string stencil = "5";         ///< a name that part::stencil::named() takes
    std::int64_t item_bytes = 8;       ///< bytes of one cell value in a message
    std::vector<std::string> methods;  ///< names or short names of libpart's methods
};

/// The measurements of one moment.
struct survey {
    std::vector<double> speeds;                  ///< [rank] cells per second at equal shares
    std::vector<balanced_partition> partitions;  ///< in the order of problem::methods
    std::vector<candidate> candidates;           ///< in the order of problem::methods
    std::vector<exchange_samples> exchanges;     ///< empty for one task
    std::vector<probe_report> reports;           ///< all samples, in the order of measurement
};

using progress_text = std::function<void(const std::string&)>;

/// Makes all measurements; `say` is called with what is measured next. Blocks. Throws part::error, net::error, and
/// std::runtime_error as run_for_output().
survey take_survey(daemon::virtual_machine& virtual_machine, const placement& where, const problem& task,
                   const effort& limits, const progress_text& say);

}  // namespace banyan::advisor
