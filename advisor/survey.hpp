// Phases one to three on a virtual machine: measures speeds and network and makes the partitions that a ranking needs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "advisor/cell_work.hpp"
#include "advisor/predictability.hpp"
#include "advisor/probe_plan.hpp"
#include "advisor/processor_time.hpp"
#include "advisor/ranking.hpp"
#include "advisor/remote.hpp"
#include "advisor/speed_curve.hpp"
#include "advisor/statistics.hpp"
#include "banyan/part/grid.hpp"

namespace banyan::advisor {

/// The problem for which the advisor ranks methods.
struct problem {
    std::string application = "thermal";
    int flops = 10;  ///< floating point operations per cell and iteration
    part::grid domain{1024, 1024};
    std::string stencil = "5";         ///< a pattern that part::communication_named() takes
    std::int64_t item_bytes = 8;       ///< bytes of one cell value in a message
    std::vector<std::string> methods;  ///< names or short names of libpart's methods, and names in `given`
    std::map<std::string, part::partition> given{};  ///< partitions by name that no method makes

    /// Whether an iteration is one occurrence of the stencil, so that whole iterations of the application may be
    /// measured instead of sweeps and messages.
    bool whole_iterations = true;

    /// All patterns of the program, if it has others than one exchange of `stencil` for each sweep; shares are shifted
    /// for them.
    std::vector<pattern_rate> patterns{};

    /// Of the cells of `domain`. A processor is measured with as many cells of the loop as its work.
    cell_work work{};

    /// Whether thermal computes this problem itself: it has one stencil and one kind of values, on a torus of equal
    /// cells.
    [[nodiscard]] bool is_of_thermal() const {
        return application == "thermal" && stencil == "5" && item_bytes == 8 && domain.axes() == part::periodic::both &&
               work.is_uniform();
    }

    /// Whether whole iterations are measured if the application has them. Those of thermal are of its own problem only;
    /// the stencil of another program is known to its user only.
    [[nodiscard]] bool measures_iterations() const {
        return whole_iterations && (application != "thermal" || is_of_thermal());
    }

    /// The index of a method in `methods`, and so in the lists of a survey; the number of methods if it is not there.
    [[nodiscard]] std::size_t place_of(const std::string& method) const {
        return static_cast<std::size_t>(std::ranges::find(methods, method) - methods.begin());
    }
};

/// The measurements of one moment.
struct survey {
    std::vector<double> speeds;  ///< [rank] cells per second at equal shares
    /// [rank] 95 % intervals of the speeds; nothing if there are too few samples for one.
    std::vector<std::optional<interval>> speed_intervals;
    std::vector<predictability> speed_quality;   ///< [rank] of the windows of the speeds, as judge_speeds() gives it
    std::vector<speed_curve> curves;             ///< [rank]
    std::vector<balanced_partition> partitions;  ///< in the order of problem::methods
    std::vector<candidate> candidates;           ///< in the order of problem::methods
    std::vector<exchange_samples> exchanges;     ///< empty for one task
    std::vector<probe_report> reports;           ///< all samples, in the order of measurement

    /// The index of the first method with the partition of this one (candidate::same_as); its own index if it is the
    /// first. Two methods made the same partition if their results are equal.
    [[nodiscard]] std::size_t first_with_partition_of(std::size_t method) const {
        return candidates.at(method).same_as.value_or(method);
    }
};

/// The partition of a method of the problem, with the speeds for which it was made.
inline const balanced_partition& partition_of(const problem& task, const survey& found, const std::string& method) {
    return found.partitions.at(task.place_of(method));
}

/// What the survey measured of the network, for analyse_network().
network_samples network_of(const survey& found);

using progress_text = std::function<void(const std::string&)>;

/// Where a survey measures, and who is told what is measured next. Borrows the virtual machine and the placement.
struct survey_setup {
    daemon::virtual_machine& virtual_machine;
    const placement& where;
    progress_text say;
};

/// Makes all measurements. Blocks. Throws part::error, net::error, and std::runtime_error as run_for_output().
survey take_survey(const survey_setup& setup, const problem& task, const effort& limits);

/// The same without a measurement of the network: `exchanges` are those of a survey of more tasks.
survey take_survey(const survey_setup& setup, const problem& task, const effort& limits,
                   const std::vector<exchange_samples>& exchanges);

/// The candidates of the same methods if task.stencil is another pattern than that of `found`. Partitions and
/// computation are those of `found`. The messages are measured; for a pattern without a sweep they are measured alone.
/// Adds the samples to found.reports. Blocks; throws as take_survey().
std::vector<candidate> survey_pattern(const survey_setup& setup, const problem& task, const effort& limits,
                                      survey& found);

}  // namespace banyan::advisor
