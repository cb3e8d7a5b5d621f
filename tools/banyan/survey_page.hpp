// The parts of a report page that show one survey: hosts, speeds, partitions and the fit of the ring.
#pragma once

#include <cstddef>
#include <string>

#include "advisor/survey.hpp"

namespace banyan::tools {

/// What the colours of all charts of a page mean: numbers of plot_colour().
namespace page_colour {
constexpr int predicted = 0;
constexpr int observed = 1;
constexpr int held_out = 6;
constexpr int reference = 7;
/// The colours of the settings of a page, numbered from 0. After four they start again.
constexpr int of_setting(std::size_t number) {
    return 2 + static_cast<int>(number % 4);
}
}  // namespace page_colour

/// A duration with the digits that all tables of a page have, without its unit.
std::string milliseconds(double seconds);

/// Two of them, as an interval.
std::string milliseconds(const advisor::interval& seconds);

/// Name, kernel, cores, congestion control and more of each computer on which tasks were.
std::string hosts_table(const advisor::survey& found);

/// Measured speed of each task, the fastest first.
std::string speeds_table(const advisor::problem& problem, const advisor::survey& found);

/// Pictures of the different partitions, each with the methods that made it.
std::string partition_figures(const advisor::problem& problem, const advisor::survey& found);

/// A chart of the measured ring and the fitted line; empty if a single task has sent no messages.
std::string ring_figure(const advisor::survey& found);

}  // namespace banyan::tools
