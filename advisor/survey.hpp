// Phases one to three on a virtual machine: speeds, partitions, network - everything that a ranking needs.
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

/// The problem to give advice on.
struct problem {
    std::string application = "thermal";
    int flops = 10;  ///< floating point operations per cell and iteration
    part::grid domain{1024, 1024};
    std::string stencil = "5";
    std::int64_t item_bytes = 8;
    std::vector<std::string> methods;  ///< names or short names of libpart's methods
};

/// Measurements of one moment.
struct survey {
    std::vector<double> speeds;                  ///< [rank] cells per second at equal shares
    std::vector<balanced_partition> partitions;  ///< as problem::methods
    std::vector<candidate> candidates;           ///< as problem::methods
    std::vector<exchange_samples> exchanges;     ///< empty for one task
    std::vector<probe_report> reports;           ///< every raw sample, in the order of measurement
};

using progress_text = std::function<void(const std::string&)>;

/// Measures; `say` is told what is being done. Throws part::error, net::error, std::runtime_error.
survey take_survey(daemon::virtual_machine& virtual_machine, const placement& where, const problem& task,
                   const effort& limits, const progress_text& say);

}  // namespace banyan::advisor
